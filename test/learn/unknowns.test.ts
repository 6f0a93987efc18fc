import { expect, test } from "vitest";
import { findErrors } from "../../scripts/lint.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { contractWith, objectAt, relay } from "../scripts/contract-copy.ts";
import { contractFile, initialContract } from "./contract.ts";
import { contractAfter, createExchange, getExchange, learnFrom } from "./helpers.ts";

const getPage = (query: string, fields: object) =>
  getExchange(`junkConversations?${query}`, { pageSize: 20, pageNumber: 0, totalRooms: 0, rooms: [], ...fields });

const idsOf = (entries: object[]) => learnFrom(entries).facts.map(({ id }) => id);
const closedBy = (entries: object[]) => {
  const remainingIds = new Set(unknowns(contractAfter(learnFrom(entries))).map(({ id }) => id));
  return unknowns(initialContract())
    .map(({ id }) => id)
    .filter((id) => !remainingIds.has(id));
};

test("a query X=7 with `pageSize: 7` and X=5 with `pageSize: 5` names the page size", () => {
  const contract = contractAfter(learnFrom([getPage("per=7", { pageSize: 7 }), getPage("per=5", { pageSize: 5 })]));
  const parameters = contract.paths["/api/v2/junkConversations"]?.["get"]?.parameters ?? [];
  expect(parameters.find(({ name }) => name === "per")).toMatchObject({
    in: "query",
    description: "The number of rooms per page. It is the same number as `pageSize` in the response.",
    schema: { type: "integer" },
  });
  expect(closedBy([getPage("per=7", { pageSize: 7 }), getPage("per=5", { pageSize: 5 })])).toContain(
    "page-size-input-name",
  );
});

test.each([
  ["one value", [getPage("per=7", { pageSize: 7 })]],
  [
    "another number in one response",
    [getPage("per=7", { pageSize: 7 }), getPage("per=5", { pageSize: 6 }), getPage("per=4", { pageSize: 4 })],
  ],
  [
    "another input with the same numbers",
    [getPage("per=7&max=7", { pageSize: 7 }), getPage("per=5&max=5", { pageSize: 5 })],
  ],
])("%s names no page size", (_, entries) => {
  expect(idsOf(entries)).not.toContain("page-size-input-name");
});

test("an input that is one more than the page number in the response counts from one", () => {
  const entries = [getPage("page=1", { pageNumber: 0 }), getPage("page=3", { pageNumber: 2 })];
  const contract = contractAfter(learnFrom(entries));
  const input = contract.paths["/api/v2/junkConversations"]?.["get"]?.parameters?.find(({ name }) => name === "page");
  expect(input?.description).toContain("It is one more than `pageNumber` in the response.");
  expect(closedBy(entries)).toEqual(expect.arrayContaining(["page-number-input-name", "page-number-input-origin"]));
});

test.each(["paginate", "per", "page", "unread"])(
  "the input `%s` may get its name alone: the contract lints clean",
  async (name) => {
    const entries = [7, 5].map((value) => {
      const query = /^(page|per)$/.test(name) ? `${name}=${value}` : `${name}=true`;
      return getPage(query, name === "per" ? { pageSize: value } : { pageNumber: value });
    });
    expect(await findErrors(contractAfter(learnFrom(entries)), contractFile)).toEqual([]);
  },
);

test("inputs get their names by their purposes in `x-pagination`, whatever their prose", () => {
  const initial = structuredClone(initialContract());
  const operation = initial.paths["/api/v2/junkConversations"]?.["get"] ?? expect.unreachable();
  const values = operation.parameters?.[0]?.schema["additionalProperties"] as { anyOf: Record<string, unknown>[] };
  for (const alternative of values.anyOf) Object.assign(alternative, { title: "An input", description: "Something." });
  const entries = [7, 5].map((page) =>
    getPage(`paginate=true&from=${page}&per=${3 * page}&unread=true`, { pageNumber: page, pageSize: 3 * page }),
  );
  const { parameters, "x-pagination": pagination } =
    contractAfter(learnFrom(entries, initial), initial).paths["/api/v2/junkConversations"]?.["get"] ??
    expect.unreachable();
  expect(parameters?.map(({ name }) => name).sort()).toEqual(["from", "paginate", "per", "unread"]);
  expect(pagination?.inputs).toEqual({ paginate: "paginate", page: "from", size: "per" });
});

test("the free-form input is removed if all four inputs have a name", () => {
  const query = (size: number, number: number) => `paginate=true&page=${number}&per=${size}&unread=false`;
  const entries = [
    getPage(query(7, 1), { pageSize: 7, pageNumber: 1 }),
    getPage(query(5, 2), { pageSize: 5, pageNumber: 2 }),
  ];
  const parameters = contractAfter(learnFrom(entries)).paths["/api/v2/junkConversations"]?.["get"]?.parameters;
  expect(parameters?.map(({ name }) => name).sort()).toEqual(["page", "paginate", "per", "unread"]);
});

test("one exchange answers the status, the prefix and the shape of the body", () => {
  const entries = [getExchange("webhookRelay/types", { types: [{ name: "x" }] }, 203)];
  expect(closedBy(entries)).toEqual([
    "list-webhook-relay-types-prefix",
    "list-webhook-relay-types-success-status",
    "list-webhook-relay-types-answer",
  ]);
  const { responses } = contractAfter(learnFrom(entries)).paths["/api/v2/webhookRelay/types"]?.["get"] ?? {};
  expect(Object.keys(responses ?? {}).sort()).toEqual(["203", "default"]);
  expect(responses?.["203"]?.content?.["application/json"]?.schema).toMatchObject({
    type: "object",
    properties: { types: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } } },
  });
});

test("an operation without a known method gets the observed method", () => {
  const request = { method: "POST", path: "/api/v2/logs/conversations/query" };
  const response = { status: 200, mediaType: "application/json", body: { logs: [] } };
  expect(closedBy([createExchange(request, response)])).toEqual(["query-conversation-logs-method"]);
});

test("the first of several inputs answers the unknown of an operation's parameters, and the others don't", () => {
  const unknowns = { "list-tokens-parameters": "Parameters of the list" };
  const contract = contractWith((copy) => {
    Object.assign(objectAt(copy, "paths", "/api/v2/tokens", "get"), { "x-not-shown": unknowns });
  });
  const body = { success: true, message: "m", tokens: [] };
  const { facts } = learnFrom([getExchange("tokens?limit=1&before=2", body)], contract);
  const answers = facts.filter(({ changes }) => changes.some(({ path }) => path.at(-1) === "list-tokens-parameters"));
  expect(answers.map(({ id }) => id)).toEqual([expect.stringMatching(/-input-before$/)]);
});

test("the evidence of a status is how often it occurred", () => {
  const evidenceOf = (count: number) => {
    const exchanges = Array.from({ length: count }, () => getExchange("tokens", { error: "x" }, 418));
    return learnFrom(exchanges).facts.find(({ id }) => id.endsWith("-418"))?.evidence;
  };
  expect([evidenceOf(1), evidenceOf(2)]).toEqual([
    "Status 418 once in 1 exchange.",
    "Status 418 2 times in 2 exchanges.",
  ]);
});

test("an absent, null or new field is a fact about its schema, and examples contain the new field", () => {
  const config = { url: "https://x.example", timeout: null, headers: [], region: "eu" };
  const entries = [getExchange("webhookRelay/sms", { success: true, message: "m", config })];
  expect(idsOf(entries).sort()).toEqual(
    [
      "webhook-relay-config-region-field",
      "webhook-relay-config-timeout-null",
      "webhook-relay-config-success-status-codes-absent",
    ].sort(),
  );
  const contract = contractAfter(learnFrom(entries));
  const schema = contract.components.schemas["WebhookRelayConfig"] as Record<string, Record<string, object>>;
  expect(schema["required"]).toEqual(["url", "timeout", "headers"]);
  expect(schema["properties"]?.["timeout"]).toMatchObject({ type: ["integer", "null"] });
  expect(schema["properties"]?.["region"]).toMatchObject({ type: "string", "x-observed": { exchanges: 1 } });
  const examples =
    contract.paths["/api/v2/webhookRelay/{type}"]?.["get"]?.responses["200"]?.content?.["application/json"]?.examples;
  expect(examples?.["every-field"]?.value).toMatchObject({ config: { region: "Example text" } });
});

test("an example that is a component contains a new field, too", () => {
  const initial = contractWith((copy) => {
    const media = objectAt(copy, ...relay, "responses", "200", "content", "application/json", "examples");
    Object.assign(copy.components, { examples: { Relay: media["every-field"] } });
    media["every-field"] = { $ref: "#/components/examples/Relay" };
  });
  const config = { url: "https://x.example", timeout: 30, headers: [], successStatusCodes: [], region: "eu" };
  const facts = learnFrom([getExchange("webhookRelay/sms", { success: true, message: "m", config })], initial);
  const example = objectAt(contractAfter(facts, initial), "components", "examples", "Relay");
  expect(example["value"]).toMatchObject({ config: { timeout: 30, region: "Example text" } });
});

test("several new types of an observed field are one fact, since they are accepted or rejected together", () => {
  const listOf = (...values: unknown[]) => values.map((total) => getExchange("billing/usage", { total }));
  const observedContract = contractAfter(learnFrom(listOf(1, 2)));
  const { facts } = learnFrom(listOf("x", null, 3), observedContract);
  expect(facts.map(({ id, evidence }) => [id, evidence])).toEqual([
    [
      expect.stringMatching(/-total-string-null$/),
      expect.stringContaining("Of type string in 1, of type null in 1 of 3"),
    ],
  ]);
});

test("several fields of one object may be absent", () => {
  const contract = contractAfter(
    learnFrom([getExchange("junkConversations", { pageSize: 1, rooms: [{ id: 1, name: "x" }] })]),
  );
  expect(contract.components.schemas["JunkInboxPage"]?.["required"]).toEqual(["pageSize", "rooms"]);
  expect(contract.components.schemas["Room"]?.["required"]).toEqual(["name", "id"]);
});

test("values never become an enumeration, a default or a bound", () => {
  const types = ["admin", "hunter2", "letmein"].map((type) => ({
    token: "t",
    description: "d",
    type,
    timestamp: "1",
    userId: 1,
  }));
  const entries = Array.from({ length: 310 }, () => getExchange("billing/usage", { kind: "open", used: 5 }));
  const text = JSON.stringify(
    contractAfter(learnFrom([...entries, getExchange("tokens", { success: true, message: "m", tokens: types })])),
  );
  expect(text).not.toMatch(/hunter2|letmein|"enum"|"default":(?!\{)(?!"http:\/\/127)/);
  expect(text).not.toMatch(/"(minimum|maximum|maxItems|maxLength)"/);
});

test("an operation that isn't in the index is reported, but isn't a fact", () => {
  const { facts, unnamedTemplates } = learnFrom([getExchange("featureFlags", { flags: [] })]);
  expect(facts).toEqual([]);
  expect(unnamedTemplates.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/v2/featureFlags"]);
});

test("a path on which all requests fail isn't a fact or reported", () => {
  const { facts, unnamedTemplates } = learnFrom([getExchange("billing/usage", { error: "x" }, 404)]);
  expect([...facts, ...unnamedTemplates]).toEqual([]);
});

test("paths for all operations of the index answer the unknowns of name-only operations", async () => {
  const { makeTruth: truth } = await import("./truth/service.ts");
  const { makeTraffic: traffic } = await import("./truth/traffic.ts");
  const closedIds = closedBy([...traffic(truth(), 8)]);
  expect(closedIds.length).toBeGreaterThanOrEqual(18);
  expect(closedIds).toEqual(
    expect.arrayContaining(["other-operation-paths", "other-operation-token", "llm-feedback-method"]),
  );
});
