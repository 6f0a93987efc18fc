/** The test server in the page, for requests without a mock. It loads with the first request. */
import { createTestServer } from "../../../../src/testing/index.ts";

const server = createTestServer();
globalThis.testServerFetch = (input, init) => server.fetch(new URL(String(input), "http://127.0.0.1:4010"), init);
