import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { root } from "../../scripts/tools/run.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { fieldUnknown } from "../field-unknown.ts";
import { connect } from "./server.ts";

const contract = readContract();
const index = indexedOperations(contract);
const knowledgeTools = ["search_operations", "read_operation", "list_unknowns", "read_guide"];
const withDeletion = ["--mock", "--allow", "deleteSipRegistration"];

test("a server without a base URL and a token serves the contract only", async () => {
  const { names, output } = await connect([]);
  expect(await names()).toEqual(knowledgeTools);
  expect(output.join("")).toContain("the contract only");
});

test("search_operations lists every operation, or an area's operations that contain all words", async () => {
  const { call } = await connect([]);
  const { text, structuredContent } = await call("search_operations");
  expect(structuredContent).toEqual({
    operations: index.map(({ keys, pathOperation, "x-not-shown": _, ...entry }) => entry),
  });
  expect(text.split("\n")).toHaveLength(index.length);
  for (const { name, operationId = "" } of index)
    expect(text).toContain(operationId ? `${name}, ${operationId}` : name);
  const matches = await call("search_operations", { area: "SIP", words: "delete registration" });
  expect(matches.structuredContent).toMatchObject({ operations: [{ operationId: "deleteSipRegistration" }] });
  expect(await call("search_operations", { words: "nonexistent" })).toMatchObject({
    text: "No operation has these words.",
    structuredContent: { operations: [] },
  });
});

test("read_operation returns an operation's part of the contract, and every component that it references", async () => {
  const { call } = await connect([]);
  const { json, structuredContent } = await call("read_operation", { operation: "getWebhookRelay" });
  expect(structuredContent).toEqual(json());
  const [relay] = json().operations;
  const path = "/api/v2/webhookRelay/{type}";
  expect(relay).toMatchObject({ method: "GET", path, operation: contract.paths[path]?.["get"] });
  expect(Object.keys(relay.references)).toEqual(
    expect.arrayContaining(["#/components/schemas/WebhookRelayConfig", "#/components/responses/Failure"]),
  );
});

test("read_operation lists every operation of a name, adds a note to those known by name alone, or finds none", async () => {
  const { call } = await connect([]);
  const { json } = await call("read_operation", { operation: "SIP registration" });
  const entries: { knowledge: string; note?: string }[] = json().operations;
  const namesakes = index.filter(({ name }) => name === "SIP registration");
  expect(namesakes.length).toBeGreaterThan(1);
  expect(entries.map(({ knowledge }) => knowledge)).toEqual(namesakes.map(({ knowledge }) => knowledge));
  for (const { note = "", knowledge } of entries) expect(note.includes("unknown")).toBe(knowledge === "name");
  expect(await call("read_operation", { operation: "nonexistent" })).toMatchObject({
    text: "No operation has this id or name. Call search_operations.",
    isError: true,
  });
});

test("list_unknowns lists every unknown, or the unknowns that contain all words", async () => {
  const { call } = await connect([]);
  expect((await call("list_unknowns")).structuredContent).toEqual({ unknowns: unknowns(contract) });
  const { id, description } = fieldUnknown;
  expect(await call("list_unknowns", { words: `${id} ${description}` })).toMatchObject({
    text: `${id}: ${description}`,
    structuredContent: { unknowns: [fieldUnknown] },
  });
  expect((await call("list_unknowns", { words: "nonexistent" })).text).toBe("No unknown has these words.");
});

test("the contract and the guides are resources, and read_guide returns the same text", async () => {
  const { client, call } = await connect([]);
  const { resources } = await client.listResources();
  const textOf = async (uri: string) => `${Object(await client.readResource({ uri })).contents[0].text}`;
  const guides = resources.filter(({ mimeType }) => mimeType === "text/markdown");
  expect(guides.length).toBeGreaterThan(5);
  for (const { uri, name, title } of guides) {
    const { text, structuredContent } = await call("read_guide", { guide: name });
    expect(text).toContain(`# ${title}\n`);
    expect([await textOf(uri), structuredContent]).toEqual([text, { guide: name, markdown: text }]);
  }
  expect(JSON.parse(await textOf("phone-agent-api://openapi.json"))).toMatchObject({ openapi: "3.1.1" });
  await expect(textOf("phone-agent-api://nonexistent")).rejects.toThrow("No such resource.");
  expect(await client.listResourceTemplates()).toEqual({ resourceTemplates: [] });
});

test("invalid arguments return an error, and an unknown tool is an error of the protocol", async () => {
  const { call } = await connect([]);
  for (const input of [{}, { guide: "nonexistent" }, { guide: "errors", more: true }]) {
    const { isError, text } = await call("read_guide", input);
    expect([isError, text]).toEqual([true, expect.stringContaining("Invalid arguments")]);
  }
  await expect(call("nonexistent")).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown tool: see tools/list."),
  });
});

test("--mock offers operations that only read or are allowed, and they return the contract's examples", async () => {
  const { client, names, call } = await connect(withDeletion);
  const readOnly = Object.entries(operations).filter(([, { method, repeatable }]) => method === "GET" && repeatable);
  const expectedNames = [...knowledgeTools, ...readOnly.map(([id]) => id), "deleteSipRegistration"];
  expect((await names()).sort()).toEqual(expectedNames.sort());
  const relay = fixtures.getWebhookRelay["every-field"];
  const responses = {
    listTokens: expect.anything(),
    listJunkInbox: fixtures.listJunkInbox["every-field"],
    getWebhookRelay: { ...relay, config: { ...relay.config, headers: [{ "X-Example-Header": "<MASKED>" }] } },
  };
  // The SDK's client checks structured content against the declared schema.
  const { tools } = await client.listTools();
  expect(tools.flatMap(({ outputSchema, name }) => (outputSchema ? name : []))).toEqual(Object.keys(responses));
  for (const [id, response] of Object.entries(responses)) {
    const { json, structuredContent } = await call(id, id === "getWebhookRelay" ? { type: "sms" } : {});
    expect([json(), structuredContent]).toEqual([response, json()]);
  }
  expect((await call("listWebhookRelayTypes")).isError).toBe(false);
  expect((await call("deleteSipRegistration")).text).toBe("Done. There is no response body, or none is documented.");
});

test("each tool has a title, and annotations tell operations that only read or are safe to retry", async () => {
  const { client } = await connect(withDeletion);
  const { tools } = await client.listTools();
  expect(tools.filter(({ title }) => !title)).toEqual([]);
  const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
  const offline = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
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
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (.+?) +\|/gm)].map(([, name, input]) => `${name}: ${input}`);
  const namesOf = (schema: object) => Object.keys(schema).map((name) => `\`${name}\``);
  expect(rows).toEqual(
    tools.map(({ name, inputSchema }) => `${name}: ${namesOf(inputSchema.properties ?? {}).join(", ")}`),
  );
});
