import type { createHttp } from "../../src/http.ts";
import type { PhoneAgentClient } from "../../src/index.ts";
import type { JournalEntry, TestServer } from "../../src/testing/index.ts";

/** The argument of a shape's function, which runs once with the mock over HTTP and once with the test server. */
export interface Use {
  phone: PhoneAgentClient;
  http: ReturnType<typeof createHttp>;
  /** Returns the latest request from the server's journal. */
  latestRequest: () => JournalEntry;
  /** The URLs of all requests. */
  urls: string[];
  isMock: boolean;
  /** The URL of the mock. */
  url: string;
  server: TestServer;
  /** Expects the server to reject a call with this status. If it's undefined, expects the client to reject the call. */
  expectRejection: (call: () => Promise<unknown>, status: number | undefined) => Promise<void>;
  /** Returns the pointers of the findings in an operation's response. */
  findings: (operation: string, response: unknown) => { contradictions: string[]; news: string[] };
}
