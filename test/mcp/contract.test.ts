import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { ledgerOperations, ledgerUnknowns } from "../../generated/ledger.ts";
import { operations } from "../../generated/operations.ts";
import { connect } from "./server.ts";

const knowledge = ["search_operations", "read_operation", "list_unknowns", "read_guide"];

test("without a base URL and a token it serves the contract only", async () => {
  const { names, printed } = await connect([]);
  expect(await names()).toEqual(knowledge);
  expect(printed.join("")).toContain("the contract only");
});

test("search_operations lists every operation, or those of an area that have all words", async () => {
  const { call } = await connect([]);
  expect((await call("search_operations")).json()).toEqual(ledgerOperations);
  const found = await call("search_operations", { area: "SIP", words: "delete registration" });
  expect(found.json()).toMatchObject([{ operationId: "deleteSipRegistration" }]);
  expect((await call("search_operations", { words: "nonexistent" })).json()).toEqual([]);
});

test("read_operation returns the contract's words, with all that they refer to", async () => {
  const { call } = await connect([]);
  const [relay] = (await call("read_operation", { operation: "getWebhookRelay" })).json();
  expect(relay).toMatchObject({
    method: "GET",
    path: "/api/v2/webhookRelay/{type}",
    operation: { parameters: [{ name: "type", "x-not-shown": { "webhook-relay-type-values": expect.any(String) } }] },
  });
  expect(Object.keys(relay.references)).toEqual(
    expect.arrayContaining(["#/components/schemas/WebhookRelayConfig", "#/components/responses/Failure"]),
  );
});

test("read_operation says of a name-only operation that the rest is unknown, and lists all of one name", async () => {
  const { call } = await connect([]);
  const entries = (await call("read_operation", { operation: "SIP registration" })).json();
  expect(entries).toHaveLength(ledgerOperations.filter(({ name }) => name === "SIP registration").length);
  expect(entries[0]).toEqual(expect.objectContaining({ known: "name", note: expect.stringContaining("unknown") }));
});

test("read_operation sends an unknown id to the search", async () => {
  const { call } = await connect([]);
  const { text, isError } = await call("read_operation", { operation: "nonexistent" });
  expect({ text, isError }).toEqual({
    text: "No operation has this id or name. Call search_operations.",
    isError: true,
  });
});

test("list_unknowns lists every unknown, or those with all words", async () => {
  const { call } = await connect([]);
  expect((await call("list_unknowns")).json()).toEqual(ledgerUnknowns);
  expect((await call("list_unknowns", { words: "timeout unit" })).json()).toMatchObject([{ id: "relay-timeout-unit" }]);
});

test("read_guide returns every guide that it lists", async () => {
  const { client, call } = await connect([]);
  const { tools } = await client.listTools();
  const schema = tools.find(({ name }) => name === "read_guide")?.inputSchema;
  const guides = (schema?.properties?.["guide"] as { enum: string[] } | undefined)?.enum ?? [];
  expect(guides).toContain("errors");
  for (const guide of guides) expect((await call("read_guide", { guide })).text).toMatch(/^# \w/);
});

test("arguments that a tool doesn't take are an error of the tool", async () => {
  const { call } = await connect([]);
  for (const input of [{}, { guide: "nonexistent" }, { guide: "errors", more: true }]) {
    expect(await call("read_guide", input)).toMatchObject({
      isError: true,
      text: expect.stringContaining("Invalid arguments"),
    });
  }
  expect(await call("nonexistent")).toMatchObject({ isError: true, text: "No such tool." });
});

test("--mock offers the operations that only read, and each returns the contract's example", async () => {
  const { names, call } = await connect(["--mock", "--allow", "deleteSipRegistration"]);
  const readOnly = Object.entries(operations).filter(([, { method, repeatable }]) => method === "GET" && repeatable);
  const offered = [...knowledge, ...readOnly.map(([id]) => id), "deleteSipRegistration"];
  expect((await names()).sort()).toEqual(offered.sort());
  expect((await call("listJunkInbox")).json()).toEqual(fixtures.listJunkInbox["every-field"]);
  expect((await call("getWebhookRelay", { path: { type: "sms" } })).json()).toEqual(
    fixtures.getWebhookRelay["every-field"],
  );
  expect((await call("listWebhookRelayTypes")).isError).toBe(false);
  expect((await call("deleteSipRegistration")).text).toBe("Done. There is no response body, or none is documented.");
});

test("the annotations say what only reads and what may be repeated", async () => {
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
