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
const knowledgeTools = ["search_operations", "read_operation", "list_unknowns", "read_guide"];

test("a server without a base URL and a token serves the contract only", async () => {
  const { names: namesOf, output } = await connect([]);
  expect(await namesOf()).toEqual(knowledgeTools);
  expect(output.join("")).toContain("the contract only");
});

test("search_operations lists every operation, or an area's operations that contain all words", async () => {
  const { call } = await connect([]);
  expect((await call("search_operations")).structuredContent).toEqual({
    operations: indexedOperations(contract).map(({ keys, pathOperation, "x-not-shown": _, ...entry }) => entry),
  });
  const matches = await call("search_operations", { area: "SIP", words: "delete registration" });
  expect(matches.structuredContent).toMatchObject({ operations: [{ operationId: "deleteSipRegistration" }] });
  expect(await call("search_operations", { words: "nonexistent" })).toMatchObject({
    text: "No operation has these words.",
    structuredContent: { operations: [] },
  });
});

test("search_operations names each operation and its id as text, in half the size of the structured content", async () => {
  const { text, structuredContent } = await (await connect([])).call("search_operations");
  for (const { area, name, operationId } of indexedOperations(contract)) {
    const line = text.split("\n").find((areaLine: string) => areaLine.startsWith(`${area}: `)) ?? "";
    expect(line).toContain(operationId ? `${name} (${operationId})` : name);
  }
  expect(text.length).toBeLessThan(JSON.stringify(structuredContent).length / 2);
});

test("read_operation returns an operation's part of the contract, and every component that it references", async () => {
  const { call } = await connect([]);
  const [relay] = (await call("read_operation", { operation: "getWebhookRelay" })).json().operations;
  const path = "/api/v2/webhookRelay/{type}";
  expect(relay).toMatchObject({ method: "GET", path, operation: contract.paths[path]?.["get"] });
  expect(Object.keys(relay.references)).toEqual(
    expect.arrayContaining(["#/components/schemas/WebhookRelayConfig", "#/components/responses/Failure"]),
  );
});

test("read_operation lists every operation of a name, and adds a note to those known by name alone", async () => {
  const { call } = await connect([]);
  const entries: { knowledge: string; note?: string }[] = (
    await call("read_operation", { operation: "SIP registration" })
  ).json().operations;
  const expectedEntries = indexedOperations(contract).filter(({ name }) => name === "SIP registration");
  expect(expectedEntries.length).toBeGreaterThan(1);
  expect(entries.map((entry) => entry.knowledge)).toEqual(expectedEntries.map((entry) => entry.knowledge));
  for (const entry of entries) expect(entry.note?.includes("unknown") ?? false).toBe(entry.knowledge === "name");
});

test("read_operation refers an unknown id to search_operations", async () => {
  const { call } = await connect([]);
  const { text, isError } = await call("read_operation", { operation: "nonexistent" });
  expect({ text, isError }).toEqual({
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

test("read_guide returns every guide that it lists", async () => {
  const { client, call } = await connect([]);
  const { tools } = await client.listTools();
  const schema = tools.find(({ name }) => name === "read_guide")?.inputSchema;
  const guides = (schema?.properties?.["guide"] as { enum: string[] } | undefined)?.enum ?? [];
  expect(guides).toContain("errors");
  for (const guide of guides) expect((await call("read_guide", { guide })).text).toMatch(/^# \w/);
});

test("invalid arguments return an error, and an unknown tool is an error of the protocol", async () => {
  const { call } = await connect([]);
  for (const input of [{}, { guide: "nonexistent" }, { guide: "errors", more: true }]) {
    expect(await call("read_guide", input)).toMatchObject({
      isError: true,
      text: expect.stringContaining("Invalid arguments"),
    });
  }
  await expect(call("nonexistent")).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown tool: see tools/list."),
  });
});

test("--mock offers operations that only read or are allowed, and they return the contract's examples", async () => {
  const { names: namesOf, call } = await connect(["--mock", "--allow", "deleteSipRegistration"]);
  const readOnly = Object.entries(operations).filter(([, { method, repeatable }]) => method === "GET" && repeatable);
  const expectedNames = [...knowledgeTools, ...readOnly.map(([id]) => id), "deleteSipRegistration"];
  expect((await namesOf()).sort()).toEqual(expectedNames.sort());
  expect((await call("listJunkInbox")).json()).toEqual(fixtures.listJunkInbox["every-field"]);
  const relay = fixtures.getWebhookRelay["every-field"];
  expect((await call("getWebhookRelay", { type: "sms" })).json()).toEqual({
    ...relay,
    config: { ...relay.config, headers: [{ "X-Example-Header": "<MASKED>" }] },
  });
  expect((await call("listWebhookRelayTypes")).isError).toBe(false);
  expect((await call("deleteSipRegistration")).text).toBe("Done. There is no response body, or none is documented.");
});

test("annotations distinguish operations that only read or are safe to retry", async () => {
  const { client } = await connect(["--mock", "--allow", "deleteSipRegistration"]);
  const { tools } = await client.listTools();
  const annotations = (id: string) => tools.find(({ name }) => name === id)?.annotations;
  expect(annotations("listTokens")).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false });
  expect(annotations("deleteSipRegistration")).toMatchObject({
    readOnlyHint: false,
    idempotentHint: false,
    destructiveHint: true,
  });
  const offline = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  for (const name of knowledgeTools) expect(annotations(name)).toEqual(offline);
});

test("the contract and the guides are resources, and read_guide returns the same text", async () => {
  const { client, call } = await connect([]);
  const { resources } = await client.listResources();
  const guides = resources.filter(({ mimeType }) => mimeType === "text/markdown");
  expect(guides.length).toBeGreaterThan(5);
  for (const { uri, name, title } of guides) {
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([
      { uri, mimeType: "text/markdown", text: (await call("read_guide", { guide: name })).text },
    ]);
    expect((contents[0] as { text: string }).text).toContain(`# ${title}\n`);
  }
  const { contents } = await client.readResource({ uri: "phone-agent-api://openapi.json" });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ openapi: "3.1.1" });
  await expect(client.readResource({ uri: "phone-agent-api://nonexistent" })).rejects.toThrow("No such resource.");
});

test("tools with an output schema return structured content of this shape, and the same as text", async () => {
  // The SDK's client checks structured content against the declared schema.
  const { client, call } = await connect(["--mock", "--allow", "deleteSipRegistration"]);
  const { tools } = await client.listTools();
  for (const { name, title, annotations } of tools) {
    expect({ name, title: typeof title, annotations: typeof annotations }).toEqual({
      name,
      title: "string",
      annotations: "object",
    });
  }
  const namesWithShape = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
  const operationNames = ["listTokens", "listJunkInbox", "getWebhookRelay"];
  expect(namesWithShape).toEqual([...knowledgeTools, ...operationNames]);
  const inputs: Record<string, Record<string, string>> = {
    getWebhookRelay: { type: "sms" },
    read_operation: { operation: "listTokens" },
  };
  for (const name of [...operationNames, "read_operation"]) {
    const { json, structuredContent } = await call(name, inputs[name]);
    expect(json()).toEqual(structuredContent);
  }
  const { text, structuredContent } = await call("read_guide", { guide: "errors" });
  expect(structuredContent).toEqual({ guide: "errors", markdown: text });
});

test("there are no templates of resources", async () => {
  const { client } = await connect([]);
  expect(await client.listResourceTemplates()).toEqual({ resourceTemplates: [] });
});

test("prompts give an agent a task on an operation or a subject, by the names of tools that exist", async () => {
  const { client, names: namesOf } = await connect([]);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name, arguments: values }) => [name, values?.map((argument) => argument.name)])).toEqual([
    ["call_operation_safely", ["operation"]],
    ["what_is_unknown", ["subject"]],
  ]);
  const toolNames = await namesOf();
  for (const { name, description, arguments: [argument] = [] } of prompts) {
    const prompt = await client.getPrompt({ name, arguments: { [`${argument?.name}`]: 'a "relay"' } });
    expect(prompt).toMatchObject({ description, messages: [{ role: "user", content: { type: "text" } }] });
    const text = `${prompt.messages[0]?.content.type === "text" && prompt.messages[0].content.text}`;
    expect(text).toContain('"a \\"relay\\""');
    const namedTools = text.match(/\b[a-z]+_[a-z]+\b/g) ?? [];
    expect(namedTools.length).toBeGreaterThan(0);
    expect(namedTools.filter((tool) => !toolNames.includes(tool))).toEqual([]);
  }
});

test.each([
  ["nonexistent", {}, "Unknown prompt: see prompts/list."],
  ["what_is_unknown", {}, "The prompt needs subject."],
  ["call_operation_safely", { operation: "" }, "The prompt needs operation."],
])("the prompt %s with %j is an error of the protocol", async (name, values, sentence) => {
  const { client } = await connect([]);
  await expect(client.getPrompt({ name, arguments: values })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(sentence),
  });
});

const guide = readFileSync(join(root, "scripts/docs/guides/9-agents.md"), "utf8");

test("the guide lists every tool that isn't an operation, with its arguments", async () => {
  const { client } = await connect([]);
  const { tools } = await client.listTools();
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (.+?) +\|/gm)].map(([, name, input]) => `${name}: ${input}`);
  const namesOf = (schema: object) =>
    Object.keys(schema)
      .map((name) => `\`${name}\``)
      .join(", ");
  expect(rows).toEqual(tools.map(({ name, inputSchema }) => `${name}: ${namesOf(inputSchema.properties ?? {})}`));
});
