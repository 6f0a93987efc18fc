import type { createHttp } from "../../src/http.ts";
import type { PhoneAgentClient } from "../../src/index.ts";
import type { JournalEntry, TestServer } from "../../src/testing/index.ts";

/**
 * What a use gets. Its requests go to the mock and to the test server, whose responses must be the
 * same.
 */
export interface Use {
  phone: PhoneAgentClient;
  http: ReturnType<typeof createHttp>;
  server: TestServer;
  /** Returns the latest request. */
  latest: () => JournalEntry;
  /** Returns the URL of the latest request. */
  url: () => URL;
  /** Expects the servers to reject a call with a status, or the client if it's undefined. */
  rejects: (call: () => Promise<unknown>, status: number | undefined) => Promise<void>;
  /** Returns the places of the findings in an operation's response, by kind. */
  findings: (operation: string, response: unknown) => { contradictions: string[]; news: string[] };
}
