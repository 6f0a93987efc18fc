import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { afterEach, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { cli, startService, token } from "../mcp/server.ts";

const closes: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closes.splice(0).map((close) => close())));

/** Connects the client of the AI SDK, which shares no code with the SDK of the protocol. */
async function connect(args: string[], env: Record<string, string> = {}) {
  const transport = new StdioTransport({ command: process.execPath, args: [cli, "mcp", ...args], env });
  const client = await createMCPClient({ transport });
  closes.push(() => client.close());
  const tools = await client.tools();
  const call = (name: string, input: object = {}) =>
    tools[name]?.execute?.(input as never, { toolCallId: name, messages: [] }) as Promise<{
      content: { type: string; text: string }[];
      structuredContent?: object;
      isError?: boolean;
    }>;
  return { client, tools, call };
}

test("an agent of the AI SDK finds an operation, reads it and calls it", async () => {
  const { client, tools, call } = await connect(["--mock"]);
  expect(Object.keys(tools)).toEqual(expect.arrayContaining(["search_operations", "listTokens", "getWebhookRelay"]));
  expect((await call("search_operations", { words: "relay configuration" })).content[0]?.text).toContain(
    ", getWebhookRelay,",
  );
  const { structuredContent } = await call("read_operation", { operation: "getWebhookRelay" });
  expect(structuredContent).toMatchObject({ operations: [{ path: "/api/v2/webhookRelay/{type}" }] });
  expect((await call("getWebhookRelay", { type: "sms" })).structuredContent).toMatchObject({
    config: { url: fixtures.getWebhookRelay["every-field"].config.url, headers: [{ "X-Example-Header": "<MASKED>" }] },
  });
  expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] });
});

test("an agent of the AI SDK receives a response that contradicts the contract, and one that is too large in part", async () => {
  const page = fixtures.listJunkInbox["every-field"];
  const rooms = Array.from({ length: 3_000 }, () => ({ ...page.rooms[0], lastMessage: token }));
  const { env } = await startService(() => ({ body: { ...page, pageSize: "10", rooms } }));
  const { call } = await connect([], env);
  const { content, isError } = await call("listJunkInbox");
  const [json, ...notes] = content.map(({ text }) => text);
  expect([isError, JSON.parse(json ?? "").pageSize]).toEqual([true, "10"]);
  expect(notes.join("\n")).toContain("pageSize must be integer");
  expect(notes.join("\n")).toMatch(/Left out of rooms: \d+ of 3000\. The response has \d+ kB/);
  expect(content.map(({ text }) => text).join("\n")).not.toContain(token);
});
