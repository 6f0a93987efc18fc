import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractFile, parseYaml } from "../../scripts/contract/document.ts";
import { createCallTools } from "../../src/mcp/calls.ts";
import { applyEdits, type Edits } from "../scripts/contract-copy.ts";

/** Creates the tools of a contract, and calls them in this process. */
function callsOf(
  respond: (path: string) => Promise<Response>,
  edits: Edits = {},
  allow: string[] = [],
) {
  const contract = parseYaml(readFileSync(contractFile, "utf8")) as Record<string, unknown>;
  applyEdits(contract, edits);
  const options = {
    baseUrl: "https://service.example.com",
    token: "t",
    retry: false as const,
    fetch: (url: string) => respond(new URL(url).pathname),
  };
  const tools = createCallTools(contract, options, "t", allow);
  return (id: string, input = {}) =>
    tools.find(({ name }) => name === id)?.run(input, new AbortController().signal);
}

const mockNote = "Mock data: the mock responded, not the service.";

test("whether the mock responded is a fact of a call: another call meanwhile changes nothing", async () => {
  let resolve = () => {};
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  const call = callsOf(async (path) => {
    if (path.endsWith("/types"))
      return Response.json([], { headers: { "mock-source": "contract" } });
    // The head arrives first.
    const start = async (controller: ReadableStreamDefaultController) => {
      await promise;
      controller.enqueue(new TextEncoder().encode('{"success":true,"message":"","tokens":[]}'));
      controller.close();
    };
    return new Response(new ReadableStream({ start }));
  });
  const fromService = call("listTokens");
  expect((await call("listWebhookRelayTypes"))?.texts).toContain(mockNote);
  resolve();
  expect((await fromService)?.texts).not.toContain(mockNote);
});

const get = "/paths/~1api~1v2~1tokens/get/responses";

test("of two successes, a response is masked by the schema of its own status", async () => {
  const created = {
    type: "object",
    properties: { success: { const: true }, message: {}, tokens: {}, label: { type: "string" } },
  };
  const call = callsOf(
    async () =>
      Response.json(
        { success: true, message: "", tokens: [], label: "x", hidden: "y" },
        { status: 201 },
      ),
    {
      [`${get}/201`]: {
        description: "Created.",
        content: { "application/json": { schema: created } },
      },
    },
  );
  const [text, ...notes] = (await call("listTokens"))?.texts ?? [];
  expect(JSON.parse(`${text}`)).toEqual({ success: true, message: "", tokens: [], label: "x" });
  expect(notes).toContain("Undocumented fields left out: 1.");
});

test.each<[string, () => Promise<Response>, sentence: string]>([
  [
    "a connection that breaks",
    () => Promise.reject(Object.assign(new TypeError("x"), { code: "ECONNREFUSED" })),
    "listTokens: No complete response (ECONNREFUSED). Ask the user to check the base URL and the network.",
  ],
  [
    "what fetch throws",
    () => Promise.reject(new RangeError("planted")),
    "listTokens: No complete response. Ask the user to check the base URL and the network.",
  ],
  [
    "a redirect",
    async () => new Response(null, { status: 302 }),
    "listTokens: The service responded with status 302. Redirects aren't followed: the base URL may be wrong. Ask the user.",
  ],
  [
    "a pause",
    async () => new Response(null, { status: 429, headers: { "retry-after": "90" } }),
    "listTokens: The service responded with status 429. Wait 90 seconds before you repeat the call.",
  ],
  [
    "a failure",
    async () => Response.json({ success: false }),
    "listTokens: The service reported a failure.",
  ],
  [
    "a login page",
    async () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    "listTokens: The response isn't what the contract declares. The base URL may be wrong: ask the user.",
  ],
])(
  "of %s, an agent reads what it can do, and no option of the client",
  async (_, respond, sentence) => {
    await expect(callsOf(respond)("listTokens")).rejects.toThrow(sentence);
  },
);

test("an operation that is allowed, and that can't be a tool, is an error at the start", () => {
  const requestBody = { description: "A file.", required: true, content: { "image/png": {} } };
  const edits = { "/paths/~1api~1v2~1sip~1registration/delete/requestBody": requestBody };
  expect(() => callsOf(async () => Response.json({}), edits, ["deleteSipRegistration"])).toThrow(
    "--allow: deleteSipRegistration can't be a tool. An agent can't write its body,",
  );
});
