import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { operations } from "#generated/operations.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { root } from "../../scripts/tools/run.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { connect } from "./server.ts";

const contract = readContract();
const index = indexedOperations(contract);
const knowledgeTools = ["search_operations", "read_operation", "list_unknowns", "read_guide"];
const withDeletion = ["--mock", "--allow", "deleteSipRegistration"];

test("a server without a base URL and a token serves the contract only", async () => {
  const { client, names, output } = await connect([]);
  expect(JSON.stringify([client.getServerVersion(), client.getInstructions()])).not.toContain(
    "mock",
  );
  expect(await names()).toEqual(knowledgeTools);
  expect(output.join("")).toContain("the contract only");
});

test("search_operations lists every operation, or an area's operations that contain all words", async () => {
  const { call } = await connect([]);
  const { text } = await call("search_operations");
  const lines = index.map(({ area, method, name, operationId = [], knowledge }) =>
    [area, method, name, operationId, knowledge].flat().join(", "),
  );
  expect(text.split("\n")).toEqual(lines);
  const deletion = "SIP, DELETE, SIP registration, deleteSipRegistration, documented";
  expect(
    (await call("search_operations", { area: "SIP", words: "delete registration" })).text,
  ).toBe(deletion);
  const nearest = (await call("search_operations", { words: "remove registration" })).text.split(
    "\n",
  );
  expect(nearest[0]).toBe("Nothing has all of these words. The nearest:");
  expect(nearest).toContain(deletion);
  expect((await call("search_operations", { words: "zzzz" })).text).toBe(
    "Nothing has any of these words.",
  );
});

test("read_operation returns an operation's part of the contract, and every component that it references", async () => {
  const { call } = await connect([]);
  const { json } = await call("read_operation", { operation: "getWebhookRelay" });
  const [relay] = json().operations;
  const path = "/api/v2/webhookRelay/{type}";
  expect(relay).toMatchObject({ method: "GET", path, operation: contract.paths[path]?.["get"] });
  expect(Object.keys(relay.references)).toEqual(
    expect.arrayContaining([
      "#/components/schemas/WebhookRelayConfig",
      "#/components/responses/Failure",
    ]),
  );
});

test("read_operation lists every operation of a name, adds a note to those known by name alone, or finds none", async () => {
  const { call } = await connect([]);
  const { json } = await call("read_operation", { operation: "SIP registration" });
  const entries: { knowledge: string; note?: string }[] = json().operations;
  const namesakes = index.filter(({ name }) => name === "SIP registration");
  expect(namesakes.length).toBeGreaterThan(1);
  expect(entries.map(({ knowledge }) => knowledge)).toEqual(
    namesakes.map(({ knowledge }) => knowledge),
  );
  for (const { note = "", knowledge } of entries)
    expect(note.includes("unknown")).toBe(knowledge === "name");
  expect(await call("read_operation", { operation: "list relais types" })).toMatchObject({
    text: expect.stringMatching(
      /^No operation has this id or name\. The nearest: listWebhookRelayTypes; /,
    ),
    isError: true,
  });
});

test.each([
  [
    "listJunkInbox",
    ["List Junk Inbox", "list junk inbox rooms", "LISTJUNKINBOX", "GET /api/v2/junkConversations"],
  ],
  ["listTokens", ["list token", "Authorization: List tokens", "list-tokens", "/api/v2/tokens"]],
  [
    "deleteSipRegistration",
    ["Delete SIP registrations", "DELETE SIP registration", "SIP registration (DELETE)"],
  ],
])("read_operation finds %s by the names of the reference: %j", async (id, names) => {
  const { call } = await connect([]);
  for (const operation of names) {
    const { json } = await call("read_operation", { operation });
    expect(json(), operation).toMatchObject({ operations: [{ operationId: id }] });
  }
});

test("list_unknowns lists every unknown, or the unknowns that contain all words", async () => {
  const { call } = await connect([]);
  expect((await call("list_unknowns")).text.split("\n")).toHaveLength(unknowns(contract).length);
  const { text } = await call("list_unknowns", { words: "room-number-meaning Meaning" });
  expect(text).toBe(
    "room-number-meaning: Meaning of a room's `id`, at /components/schemas/Room/properties/id",
  );
  expect((await call("list_unknowns", { words: "relais timeout" })).text).toMatch(
    /^Nothing has all of these words\. The nearest:\n(.+\n)*relay-timeout-unit: /,
  );
});

test("the contract and the guides are resources, and read_guide returns the same text", async () => {
  const { client, call } = await connect([]);
  const { resources } = await client.listResources();
  const textOf = async (uri: string) =>
    `${Object(await client.readResource({ uri })).contents[0].text}`;
  const guides = resources.filter(({ mimeType }) => mimeType === "text/markdown");
  expect(guides.length).toBeGreaterThan(5);
  for (const { uri, name, title } of guides) {
    const { text } = await call("read_guide", { guide: name });
    expect(text).toContain(`# ${title}\n`);
    expect(await textOf(uri)).toBe(text);
  }
  expect(JSON.parse(await textOf("phone-agent-api://openapi.json"))).toMatchObject({
    openapi: "3.1.1",
  });
  await expect(textOf("phone-agent-api://nonexistent")).rejects.toThrow("No such resource.");
  expect(await client.listResourceTemplates()).toEqual({ resourceTemplates: [] });
});

test("invalid arguments return an error, and an unknown tool is an error of the protocol", async () => {
  const { call } = await connect([]);
  expect(await call("read_guide", { guide: "nonexistent" })).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /^Invalid arguments: data\/guide must be .+\. Allowed: {"guide":{"type":"string","enum":\["ai-agents",/,
    ),
  });
  expect(await call("search_operations", { words: "w ".repeat(450_000) })).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /^Invalid arguments: data\/words must NOT have more than 1000 char/,
    ),
  });
  await expect(call("nonexistent")).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(
      "Unknown tool: see tools/list. An operation that changes something is a tool if",
    ),
  });
});

const mockNote = "Mock data: the mock responded, not the service.";

test("--junk-input-name makes a tool's inputs of the junk inbox, and without it the tool says why it has none", async () => {
  const names = ["pageNumber=page", "pageSize=size"].flatMap((name) => ["--junk-input-name", name]);
  const { client, call } = await connect(["--mock", ...names]);
  const findTool = async (connection: typeof client) =>
    (await connection.listTools()).tools.find(({ name }) => name === "listJunkInbox") ??
    expect.unreachable();
  const { inputSchema, description } = await findTool(client);
  expect(inputSchema.properties).toEqual({
    pageNumber: { type: "integer", description: "The page to return." },
    pageSize: { type: "integer", description: "The number of rooms per page." },
  });
  const { structuredContent } = await call("listJunkInbox", { pageNumber: 1, pageSize: 2 });
  expect(structuredContent).toMatchObject({
    pageNumber: 1,
    pageSize: 2,
    rooms: [{ id: 3005 }, {}],
  });
  expect((await call("listJunkInbox", { pageSize: -1 })).text).toBe(
    "listJunkInbox: The query parameter size takes one value: an integer from 0.",
  );
  expect(description).not.toContain("--junk-input-name");
  const withoutNames = await (await connect(withDeletion)).call("listJunkInbox", { pageSize: 2 });
  expect(withoutNames.text).toBe(
    "Invalid arguments: there is no pageSize. Allowed: {}. It returns one page, since the names of " +
      "its inputs are unknown: restart the MCP server with --junk-input-name.",
  );
  expect(await findTool((await connect(withDeletion)).client)).toMatchObject({
    inputSchema: { properties: {} },
    description: expect.stringContaining(
      "It returns one page, since the names of its inputs are unknown: restart",
    ),
  });
});

test("--mock offers operations that only read or are allowed, and they return the contract's examples", async () => {
  const { client, names, call } = await connect(withDeletion);
  expect(client.getServerVersion()).toMatchObject({
    name: "phone-agent-api-mock",
    title: expect.stringMatching("mock"),
  });
  expect(client.getInstructions()).toContain("mock data");
  const readOnly = Object.entries(operations).filter(
    ([, { method, repeatable }]) => method === "GET" && repeatable,
  );
  const expectedNames = [...knowledgeTools, ...readOnly.map(([id]) => id), "deleteSipRegistration"];
  expect((await names()).sort()).toEqual(expectedNames.sort());
  const relay = fixtures.getWebhookRelay["every-field"];
  const maskedConfig = {
    url: "https://example.com/MASKED",
    headers: [{ "X-Example-Header": "<MASKED>" }],
  };
  const responses = {
    listTokens: expect.anything(),
    listJunkInbox: fixtures.listJunkInbox["every-field"],
    getWebhookRelay: { ...relay, config: { ...relay.config, ...maskedConfig } },
  };
  for (const [id, response] of Object.entries(responses)) {
    const { json, structuredContent, notes } = await call(
      id,
      id === "getWebhookRelay" ? { type: "sms" } : {},
    );
    expect([json(), structuredContent, notes]).toEqual([response, json(), [mockNote]]);
  }
  expect(await call("listWebhookRelayTypes")).toMatchObject({
    ...{ isError: false, text: "null" },
    notes: ["The contract doesn't know the shape of this response.", mockNote],
  });
  expect((await call("deleteSipRegistration")).text).toBe(
    "Done. There is no response body, or none is documented.",
  );
});

test("each tool has a title, and annotations tell operations that only read or are safe to retry", async () => {
  const { client } = await connect(withDeletion);
  const { tools } = await client.listTools();
  expect(tools.filter(({ title }) => !title)).toEqual([]);
  const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
  const offline = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  for (const name of knowledgeTools) expect(annotations[name]).toEqual(offline);
  expect(annotations["listTokens"]).toEqual({ ...offline, openWorldHint: true });
  expect(annotations["deleteSipRegistration"]).toEqual({
    ...{ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  });
});

test("the guide lists every tool that isn't an operation, with its arguments", async () => {
  const guide = readFileSync(join(root, "scripts/docs/guides/9-agents.md"), "utf8");
  const { client } = await connect([]);
  const { tools } = await client.listTools();
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (.+?) +\|/gm)].map(
    ([, name, input]) => `${name}: ${input}`,
  );
  const namesOf = (schema: object) => Object.keys(schema).map((name) => `\`${name}\``);
  expect(rows).toEqual(
    tools.map(
      ({ name, inputSchema }) => `${name}: ${namesOf(inputSchema.properties ?? {}).join(", ")}`,
    ),
  );
});
