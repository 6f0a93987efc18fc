import type { createHttp } from "../../src/http.ts";
import type { PhoneAgentClient } from "../../src/index.ts";
import type { JournalEntry, TestServer } from "../../src/testing/index.ts";

/** What the file of a shape gets, once with the mock over HTTP and once with the test server. */
export interface Use {
  phone: PhoneAgentClient;
  http: ReturnType<typeof createHttp>;
  /** The latest request, as the server saw it. */
  sent: () => JournalEntry;
  /** The URLs of all requests. */
  urls: string[];
  isMock: boolean;
  /** The URL of the mock. */
  url: string;
  server: TestServer;
  /** Expects the server to reject a call with this status; without one, the client, before it is sent. */
  rejects: (call: () => Promise<unknown>, status: number | undefined) => Promise<void>;
  /** The pointers that the validator of an operation finds in a response. */
  findings: (operation: string, response: unknown) => { contradictions: string[]; news: string[] };
}
