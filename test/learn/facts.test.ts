import { expect, test } from "vitest";
import { addOperation } from "../../scripts/add-operation.ts";
import { contractFile, readContract } from "../../scripts/contract/document.ts";
import { applyDecisions } from "../../scripts/learn/apply/apply.ts";
import { findErrors } from "../../scripts/lint/redocly.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { listedWords } from "../../src/traffic/names.ts";
import { readData } from "../data.ts";
import { contractWith, objectAt, relay } from "../scripts/contract-copy.ts";
import { contractAfter, createExchange, getExchange, learnFrom } from "./helpers.ts";

const words = [...listedWords].filter((word) => /^[a-z]{3,}$/.test(word));
const repeat = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const factsOf = ({ operations }: ReturnType<typeof learnFrom>) =>
  operations.flatMap(({ facts }) => facts.map(({ fact }) => fact));
const factsIn = (entries: object[]) => factsOf(learnFrom(entries));

/** Returns the ids of the unknowns that are answered by entries of a HAR. */
function answeredBy(entries: object[]): string[] {
  const openIds = new Set(unknowns(contractAfter(learnFrom(entries))).map(({ id }) => id));
  return unknowns(readContract()).flatMap(({ id }) => (openIds.has(id) ? [] : id));
}

interface Case {
  title: string;
  queries?: string[];
  bodies?: unknown[];
  facts: string[];
  withheld?: string[];
}

const cases: Case[] = readData("learn/facts.yaml");
const titled = cases.map((item) => [item.title, item] as const);

test.each(titled)("%s", (_, { queries = [""], bodies = [{}], facts, withheld }) => {
  const entries = queries.flatMap((query) =>
    bodies.map((body) => getExchange(`billing/usage?${query}`, body)),
  );
  const learned = learnFrom(entries);
  expect(factsOf(learned)).toEqual(facts);
  expect(learned.operations[0]?.withheld).toEqual(withheld);
  expect(factsOf(learnFrom(entries, contractAfter(learned)))).toEqual([]);
});

test.each([
  [
    "next to those whose names the contract doesn't have",
    "junkConversations?per=7",
    "query per: integer",
  ],
  ["next to a path value of the name", "webhookRelay/sms?type=7", "query type: integer"],
])("a name of an input is a fact about a parameter, %s", async (_, path, fact) => {
  const entries = [getExchange(path, { success: true, message: "m" })];
  expect(factsIn(entries)).toContain(fact);
  const contract = contractAfter(learnFrom(entries));
  expect(await findErrors(contract, contractFile)).toEqual([]);
  expect(factsOf(learnFrom(entries, contract))).toEqual([]);
});

test.each<[string, object[], string[]]>([
  [
    "a status",
    [getExchange("tokens", { success: true, message: "m", tokens: [] })],
    ["list-tokens-success-status"],
  ],
  [
    "a status, a prefix and the shape of a body",
    [getExchange("webhookRelay/types", { types: [{ name: "x" }] }, 203)],
    [
      "list-webhook-relay-types-prefix",
      "list-webhook-relay-types-success-status",
      "list-webhook-relay-types-answer",
    ],
  ],
  [
    "a method",
    [
      createExchange(
        { method: "POST", path: "/api/v2/logs/conversations/query" },
        { body: { logs: [] } },
      ),
    ],
    ["query-conversation-logs-method"],
  ],
])("one exchange answers %s", (_, entries, ids) => {
  expect(answeredBy(entries).sort()).toEqual(ids.sort());
});

test("a learned status takes the place of 2XX, with all that was known of it", () => {
  const { responses } =
    contractAfter(learnFrom([getExchange("tokens", { success: true, message: "m", tokens: [] })]))
      .paths["/api/v2/tokens"]?.["get"] ?? expect.unreachable();
  expect(Object.keys(responses).sort()).toEqual(["200", "default"]);
  expect(Object.keys(responses["200"]?.content?.["application/json"]?.examples ?? {})).toHaveLength(
    3,
  );
});

test("each of several inputs answers the unknown of an operation's parameters, whichever is accepted", () => {
  const contract = contractWith((copy) => {
    const unknowns = { "list-tokens-parameters": "Parameters of the list" };
    Object.assign(objectAt(copy, "paths", "/api/v2/tokens", "get"), { "x-not-shown": unknowns });
  });
  const body = { success: true, message: "m", tokens: [] };
  const { operations } = learnFrom([getExchange("tokens?limit=1&before=2", body)], contract);
  const answers = operations[0]?.facts.filter(({ changes }) =>
    JSON.stringify(changes).includes("-parameters"),
  );
  expect(answers?.map(({ fact }) => fact)).toEqual([
    "query limit: integer",
    "query before: integer",
  ]);
});

const config = { url: "https://x.example", timeout: 30, headers: [], successStatusCodes: [] };
const getRelay = (fields: object) =>
  getExchange("webhookRelay/sms", {
    success: true,
    message: "m",
    config: { ...config, ...fields },
  });

test("a new, null or absent field is a fact about its schema, and examples have the new field", () => {
  const entries = [getRelay({ timeout: null, region: "eu", successStatusCodes: undefined })];
  expect(factsIn(entries)).toEqual([
    "WebhookRelayConfig.timeout: also null",
    "WebhookRelayConfig.region: string",
    "WebhookRelayConfig.successStatusCodes: not required",
  ]);
  const contract = contractAfter(learnFrom(entries));
  const schema = contract.components.schemas["WebhookRelayConfig"] as Record<
    string,
    Record<string, object>
  >;
  expect(schema["required"]).toEqual(["url", "timeout", "headers"]);
  expect(schema["properties"]?.["timeout"]).toMatchObject({ type: ["integer", "null"] });
  expect(schema["properties"]?.["region"]).toMatchObject({
    type: "string",
    description: "Observed; meaning unknown.",
    "x-observed": { exchanges: 1 },
  });
  expect(objectAt(contract, "components", "examples", "RelayWithOneHeader")["value"]).toMatchObject(
    {
      config: { region: "Example text" },
    },
  );
});

test("an example that is no component has a new field, too", () => {
  const examples = { inline: { summary: "An example", value: { config: { timeout: 30 } } } };
  const keys = [...relay, "responses", "200", "content", "application/json"];
  const initial = contractWith((copy) => Object.assign(objectAt(copy, ...keys), { examples }));
  const contract = contractAfter(learnFrom([getRelay({ region: "eu" })], initial), initial);
  expect(objectAt(contract, ...keys, "examples", "inline")["value"]).toMatchObject({
    config: { timeout: 30, region: "Example text" },
  });
});

test("a fact about a component that several operations have is proposed once", () => {
  const body = { message: "m", tokens: [], config: { ...config } };
  const facts = factsIn([getExchange("tokens", body), getExchange("webhookRelay/sms", body)]);
  expect(facts.filter((fact) => !fact.startsWith("TokenList.config."))).toEqual([
    "200: object",
    "TokenList.config: object",
    "SuccessEnvelope.success: not required",
    "WebhookRelay.tokens: list of anything",
  ]);
});

test("several new types of an observed field are one fact", () => {
  const listOf = (...values: unknown[]) =>
    values.map((total) => getExchange("billing/usage", { total }));
  const { operations } = learnFrom(listOf("x", null, 3), contractAfter(learnFrom(listOf(1, 2))));
  expect(operations[0]?.facts).toMatchObject([
    {
      fact: "200.total: also string or null",
      evidence: "of type string in 1, of type null in 1 of 3 values",
    },
  ]);
});

test("an operation is learned as a whole, however it got into the contract", () => {
  const hook = { id: 1, url: "u" };
  const entries = [
    getExchange("webhooks", { success: true, webhooks: [hook] }),
    getExchange("webhooks/1?limit=1", { success: true, webhook: hook }),
  ];
  const learned = learnFrom(entries);
  const expected = contractAfter(learned);
  const added = learned.operations.reduce((contract, { method, path }) => {
    const { operationId: id, tags } = objectAt(expected, "paths", path, method.toLowerCase());
    const rows = Object.values(expected["x-operation-index"]).flat();
    const name = `${rows.find(({ operationId }) => operationId === id)?.name}`;
    return addOperation(contract, { id: `${id}`, method, path, area: `${tags}`, name });
  }, readContract());
  const again = learnFrom(entries, added);
  const plain = ({ name: _, candidates: __, ...operation }: (typeof learned.operations)[number]) =>
    operation;
  expect(again.operations.map(plain)).toEqual(
    learned.operations.map(({ found: _, ...operation }) => plain(operation)),
  );
  // The order of keys, too.
  expect(JSON.stringify(contractAfter(again, added))).toBe(JSON.stringify(expected));
  const undecided = applyDecisions(added, again.operations).contract;
  expect(undecided).toEqual(added);
});

test("the evidence of a fact is the exchanges that show it, not all that the operation has", () => {
  const usage = (day: number, query: string, body: unknown, status = 200) => ({
    ...getExchange(`billing/usage${query}`, body, status),
    startedDateTime: `2026-03-0${day}T00:00:00Z`,
  });
  const known = contractAfter(learnFrom([usage(1, "", { used: {} })]));
  const entries = [
    usage(2, "", { used: {} }),
    usage(3, "?limit=1&limit=2", { used: { a: 1 }, list: [{ id: 1 }, { id: 2 }] }),
    usage(4, "", { used: {}, list: [] }),
    usage(5, "", { error: "x" }, 404),
    usage(6, "", { error: "x" }, 404),
  ];
  const [operation] = learnFrom(entries, known).operations;
  const evidence = operation?.facts.flatMap(({ fact, changes }) => {
    const [, exchanges, days] =
      /"exchanges":(\d+),"first":"2026-03-0(\d","last":"2026-03-0\d)/.exec(
        JSON.stringify(changes),
      ) ?? [];
    return exchanges ? `${fact} ×${exchanges} ${days?.replace(/".*0/, "-")}` : [];
  });
  expect(evidence).toEqual([
    "query limit: list of integer ×1 3-3",
    "200.used.a: integer ×1 3-3",
    "200.list: list of object ×2 3-4",
    "404: object ×2 5-6",
  ]);
});

test.each([
  ["2026-03-01T10:00:00Z", "2026-03-01"],
  ["2026-03-01T00:30:00.000+01:00", "2026-02-28"],
  ["word 2026", undefined],
  ["2026-13-01T10:00:00Z", undefined],
  [17, undefined],
])("an exchange that is recorded at %s was observed on the day %s", (startedDateTime, day) => {
  const entry = { ...getExchange("billing/usage", { used: 1 }), startedDateTime };
  const [operation] = learnFrom([entry]).operations;
  expect([operation?.first, operation?.last]).toEqual([day, day]);
});

test("a field in all responses is required after 300 responses, but not after 299", () => {
  const schemaOf = (count: number) => {
    const entries = repeat(count, (index) => getExchange("billing/usage", { id: `${index}` }));
    const operation = contractAfter(learnFrom(entries)).paths["/api/v2/billing/usage"]?.["get"];
    return operation?.responses["200"]?.content?.["application/json"]?.schema;
  };
  expect(schemaOf(299)).toMatchObject({ properties: { id: { type: "string" } } });
  expect(schemaOf(299)).not.toHaveProperty("required");
  expect(schemaOf(300)).toMatchObject({ required: ["id"] });
});

/** Returns the responses of the operation that is learned at a path. */
const responsesOf = (entries: object[], path = "billing/usage") =>
  contractAfter(learnFrom(entries)).paths[`/api/v2/${path}`]?.["get"]?.responses;
const usageOf = (mediaType: string, body: unknown = "bytes") =>
  createExchange({ method: "GET", path: "/api/v2/billing/usage" }, { mediaType, body });

test("a success of another type than JSON is a string, and no unknown", () => {
  const response = responsesOf([usageOf("audio/mpeg")])?.["200"];
  expect(response?.content).toEqual({ "audio/mpeg": { schema: { type: "string" } } });
  expect(response).not.toHaveProperty("x-not-shown");
});

test.each([
  ["without its type", { size: -1, mimeType: "x-unknown" }, undefined],
  [
    "without its content",
    { size: 9, mimeType: "application/json" },
    { "application/json": { schema: {} } },
  ],
])("of a body that is recorded %s, no more is learned", (_, content, learnedContent) => {
  const request = { method: "GET", url: "https://service.example/api/v2/billing/usage" };
  const response = responsesOf([{ request, response: { status: 200, content } }])?.["200"];
  expect(response?.content).toEqual(learnedContent);
  expect(Object.values(response?.["x-not-shown"] ?? {})).toEqual(
    learnedContent ? ["Shape of the response body"] : [],
  );
});

test("a learned success has an example with every field, and one with empty lists if it has lists", () => {
  const examplesOf = (body: object) =>
    responsesOf([getExchange("billing/usage", body)])?.["200"]?.content?.["application/json"]
      ?.examples;
  expect(Object.keys(examplesOf({ used: 1 }) ?? {})).toEqual(["every-field"]);
  expect(examplesOf({ used: 1, list: ["a"] })).toMatchObject({
    "every-field": { value: { used: 1, list: ["Example text"] } },
    "empty-lists": { value: { used: 1, list: [] } },
  });
});

test("the example of a learned failure isn't a success", () => {
  const entries = [
    getExchange("billing/usage", { used: 1 }),
    getExchange("billing/usage", { success: false, message: "m", result: { success: true } }, 404),
  ];
  const media = responsesOf(entries)?.["404"]?.content?.["application/json"];
  expect(Object.values(media?.examples ?? {}).map(({ value }) => value)).toEqual([
    { success: false, message: "Example text", result: { success: true } },
  ]);
});

test.each(["text/plain", "application/vnd.margaret+json"])(
  "a body of type %s with JSON lints clean, and a second run finds nothing",
  async (mediaType) => {
    const entries = [usageOf(mediaType, { used: 1 })];
    const contract = contractAfter(learnFrom(entries));
    expect(JSON.stringify(contract)).not.toContain("margaret");
    expect(await findErrors(contract, contractFile)).toEqual([]);
    expect(factsOf(learnFrom(entries, contract))).toEqual([]);
  },
);

test("a body of a type that the contract has is compared, whatever the type's words", () => {
  const mediaType = "application/vnd.margaret+json";
  const contract = JSON.parse(
    JSON.stringify(readContract()).replaceAll("application/json", mediaType),
  );
  const body = { success: true, message: "m", region: "eu", tokens: [] };
  const entries = [createExchange({ method: "GET", path: "/api/v2/tokens" }, { mediaType, body })];
  expect(factsOf(learnFrom(entries, contract))).toEqual([
    "200: object",
    "TokenList.region: string",
  ]);
});

test("of 2,000 usual names in one object none is a fact, and no required field after them is absent", () => {
  const names = words.slice(0, 50).flatMap((a) => words.slice(0, 40).map((b) => [`${a}_${b}`, 1]));
  const body = { ...Object.fromEntries(names), success: true, message: "m", tokens: [] };
  expect(factsIn([getExchange("tokens", body)])).toEqual([expect.stringMatching(/^200: map of /)]);
});

test("names with a meaning in JavaScript or JSON Schema are neither inputs nor fields", () => {
  const text =
    '{"used": 1, "__proto__": {"admin": true}, "$ref": "#/x", "toString": 1, "valueOf": 2}';
  const entries = repeat(2, () => ({
    ...getExchange("billing/usage?__proto__=1&toString=2&limit=3", {}),
    response: { status: 200, headers: [], content: { mimeType: "application/json", text } },
  }));
  expect(factsIn(entries)).toEqual(["query limit: integer", "200: object", "200.used: integer"]);
});

test("of bodies that are objects or lists, a request has the fields of both, and a response, with its example, one's", () => {
  const request = { method: "POST", path: "/api/v2/tasks", mediaType: "application/json" };
  const bodies = [{ query: "a" }, [{ name: "b" }]];
  expect(factsIn(bodies.map((body) => createExchange({ ...request, body }, { body })))).toEqual([
    "request: object or list of object",
    "request.query: string",
    "request[].name: string",
    "200: object or list of object",
    "200.query: string",
  ]);
});

test.each([
  ["of no index", [getExchange("featureFlags", { flags: [] })], 1],
  ["on which all requests fail", [getExchange("billing/usage", { error: "x" }, 404)], 0],
])("a path %s has no candidate that is applied by itself", (_, entries, count) => {
  const { operations } = learnFrom(entries);
  expect(operations).toHaveLength(count);
  expect(operations.every(({ name }) => name === "ask")).toBe(true);
});
