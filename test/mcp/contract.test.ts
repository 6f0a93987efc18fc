import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { readContract } from "../../scripts/contract.ts";
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
  expect((await call("search_operations")).json()).toEqual({
    operations: indexedOperations(contract).map(({ keys, pathOperation, "x-not-shown": _, ...entry }) => entry),
  });
  const matches = await call("search_operations", { area: "SIP", words: "delete registration" });
  expect(matches.json()).toMatchObject({ operations: [{ operationId: "deleteSipRegistration" }] });
  expect((await call("search_operations", { words: "nonexistent" })).json()).toEqual({ operations: [] });
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
  expect((await call("list_unknowns")).json()).toEqual({ unknowns: unknowns(contract) });
  const { id, description } = fieldUnknown;
  const matches = (await call("list_unknowns", { words: `${id} ${description}` })).json();
  expect(matches).toEqual({ unknowns: [fieldUnknown] });
});

test("read_guide returns every guide that it lists", async () => {
  const { client, call } = await connect([]);
  const { tools } = await client.listTools();
  const schema = tools.find(({ name }) => name === "read_guide")?.inputSchema;
  const guides = (schema?.properties?.["guide"] as { enum: string[] } | undefined)?.enum ?? [];
  expect(guides).toContain("errors");
  for (const guide of guides) expect((await call("read_guide", { guide })).text).toMatch(/^# \w/);
});

test("invalid arguments and unknown tools return an error", async () => {
  const { call } = await connect([]);
  for (const input of [{}, { guide: "nonexistent" }, { guide: "errors", more: true }]) {
    expect(await call("read_guide", input)).toMatchObject({
      isError: true,
      text: expect.stringContaining("Invalid arguments"),
    });
  }
  expect(await call("nonexistent")).toMatchObject({ isError: true, text: "No such tool." });
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

test("a tool with an output schema returns its result as structured content and as the same text", async () => {
  // The SDK's client checks structured content against the declared schema.
  const { client } = await connect(["--mock", "--allow", "deleteSipRegistration"]);
  const { tools } = await client.listTools();
  for (const { name, title, inputSchema, outputSchema, annotations } of tools) {
    expect({ name, title: typeof title, annotations: typeof annotations }).toEqual({
      ...{ name, title: "string", annotations: "object" },
    });
    const input: Record<string, object> = {
      getWebhookRelay: { type: "sms" },
      read_operation: { operation: "listTokens" },
    };
    const needsMore = inputSchema.required?.some((property) => !Object.hasOwn(input[name] ?? {}, property));
    if (!outputSchema || needsMore) continue;
    const { structuredContent, content } = await client.callTool({ name, arguments: { ...input[name] } });
    const [first] = content as { text: string }[];
    expect(JSON.parse(first?.text ?? "")).toEqual(structuredContent);
  }
  const namesWithShape = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
  expect(namesWithShape).toEqual(expect.arrayContaining(["listTokens", "listJunkInbox", "getWebhookRelay"]));
  expect(namesWithShape).not.toContain("listWebhookRelayTypes");
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

test("the server returns the results that the session in the guide shows", async () => {
  const { client } = await connect(["--mock"]);
  const blocks = [...guide.slice(guide.indexOf("<!-- session -->")).matchAll(/```json\n(.+)\n```/g)];
  const messages = blocks.map(([, text = ""]) => JSON.parse(text));
  expect(messages.length).toBeGreaterThan(4);
  for (let index = 0; index < messages.length; index += 2) {
    const { structuredContent } = await client.callTool(messages[index]);
    expect(structuredContent).toMatchObject(withAsymmetricLists(messages[index + 1]));
  }
});

/** Replaces lists by matchers of some of their items, since the guide shows lists in part. */
const withAsymmetricLists = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Array.isArray(inner) ? expect.arrayContaining(inner.map((item) => expect.objectContaining(item))) : inner,
    ]),
  );
