import { expect, test } from "vitest";
import { splitWords } from "../../scripts/contract/words.ts";
import { findErrors } from "../../scripts/lint.ts";
import { contractFile } from "./contract.ts";
import { contractAfter, createExchange, getExchange, learnFrom, templatesIn } from "./helpers.ts";

const repeat = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const pathsOf = (entries: object[]) => templatesIn(entries).map(({ path }) => path);

const responseExchange = (path: string, mediaType: string, body: unknown = "bytes", status = 200) =>
  createExchange({ method: "GET", path: `/api/v2/${path}` }, { status, mediaType, body });

/** Returns the 200 response of the operation that is learned at a path. */
function responseOf(entries: object[], path: string) {
  const operation = contractAfter(learnFrom(entries)).paths[`/api/v2/${path}`]?.["get"];
  return operation?.responses["200"];
}

test.each(["application/vnd.tcpdump.pcap", "text/csv", "audio/mpeg"])(
  "a success of type %s is a string, and no unknown",
  (mediaType) => {
    const response = responseOf([responseExchange("billing/usage", mediaType)], "billing/usage");
    expect(response?.content).toEqual({ [mediaType]: { schema: { type: "string" } } });
    expect(response).not.toHaveProperty("x-not-shown");
  },
);

test.each([
  ["without its type", { size: -1, mimeType: "x-unknown" }, undefined],
  ["without its content", { size: 9, mimeType: "application/json" }, { "application/json": { schema: {} } }],
])("of a body that is recorded %s, no more is learned", (_, content, learnedContent) => {
  const request = { method: "GET", url: "https://service.example/api/v2/billing/usage" };
  const response = responseOf([{ request, response: { status: 200, content } }], "billing/usage");
  expect(response?.content).toEqual(learnedContent);
});

test.each(["text/plain", "application/vnd.margaret+json"])(
  "a body of type %s with JSON lints clean",
  async (mediaType) => {
    const entries = [responseExchange("billing/usage", mediaType, { used: 1 })];
    const contract = contractAfter(learnFrom(entries));
    expect(JSON.stringify(contract)).not.toContain("margaret");
    expect(await findErrors(contract, contractFile)).toEqual([]);
    expect(learnFrom(entries, contract).facts).toEqual([]);
  },
);

test("a text in JSON has one example, without lists and optional fields", () => {
  const response = responseOf([getExchange("billing/usage", "text")], "billing/usage");
  expect(Object.keys(Object(response?.content?.["application/json"]?.examples))).toEqual(["every-field"]);
});

test("names that differ only in a number are data if it has two digits, or if they are rare or name objects", () => {
  const entries = repeat(20, (index) =>
    getExchange("tasks", {
      total: index,
      tasks: { [`task_${index}`]: { title: "t" }, [`task_${index + 1}`]: { title: "t" } },
      statistics: { day1: index, day2: index, day3: index, day4: index },
    }),
  );
  const learnedFacts = learnFrom(entries);
  const contract = contractAfter(learnedFacts);
  const media = contract.paths["/api/v2/tasks"]?.["get"]?.responses["200"]?.content?.["application/json"];
  const { tasks, statistics } = Object(media?.schema["properties"]);
  expect(Object.keys(tasks.additionalProperties.properties)).toEqual(["title"]);
  expect(tasks).not.toHaveProperty("properties");
  expect(Object.keys(statistics.properties)).toEqual(["day1", "day2", "day3", "day4"]);
  expect(learnFrom(entries, contract).facts).toEqual([]);
});

test("names with a number that are allowed, or in the contract, are fields, and their own fields are learned", () => {
  const names = ["address1", "address2", "address3", "address4"];
  const exchangesWith = (address: object) => {
    const body = { total: 1, ...Object.fromEntries(names.map((name) => [name, address])) };
    return repeat(20, () => getExchange("billing/usage", body));
  };
  const learnedFacts = learnFrom(exchangesWith({ city: "c" }), undefined, { allowedNames: names });
  expect(learnedFacts.withheldNames).toEqual([]);
  const contract = contractAfter(learnedFacts);
  const media = contract.paths["/api/v2/billing/usage"]?.["get"]?.responses["200"]?.content?.["application/json"];
  expect(Object.keys(Object(media?.schema["properties"]))).toEqual([...names, "total"]);
  const laterFacts = learnFrom(exchangesWith({ city: "c", country: "c" }), contract).facts;
  expect(laterFacts.map(({ id }) => id)).toEqual(
    names.map((name) => `api-v2-billing-usage-get-200-${name}-country-field`),
  );
});

test("fields next to names that are data are the only properties, and a second run finds nothing", () => {
  const entries = repeat(12, (index) =>
    getExchange("billing/usage", { used: index, name: "n", [`2026-01-${index + 10}`]: 1 }),
  );
  const contract = contractAfter(learnFrom(entries));
  const media = contract.paths["/api/v2/billing/usage"]?.["get"]?.responses["200"]?.content?.["application/json"];
  expect(media?.schema).not.toHaveProperty("additionalProperties");
  expect(Object.keys(Object(media?.schema["properties"]))).toEqual(["name", "used"]);
  expect(learnFrom(entries, contract).facts).toEqual([]);
});

test("a name with punctuation is a field and an input if its words are known, and else withheld", () => {
  const names = ["größe", "dc:title", "page[size]", "ids[]"];
  const query = names.map((name) => `${encodeURIComponent(name)}=1`).join("&");
  const body = Object.fromEntries(names.map((name, index) => [name, index]));
  const learnedFacts = learnFrom(repeat(12, () => getExchange(`billing/usage?${query}`, body)));
  const operation = contractAfter(learnedFacts).paths["/api/v2/billing/usage"]?.["get"];
  const media = operation?.responses["200"]?.content?.["application/json"];
  expect(Object.keys(Object(media?.schema["properties"])).sort()).toEqual(["ids[]", "page[size]"]);
  expect(operation?.parameters?.map(({ name }) => name).sort()).toEqual(["ids[]", "page[size]"]);
  expect(learnedFacts.withheldNames.map(({ kind, count, names }) => [kind, count, names])).toEqual([
    ["field", 24, ["dc:title", "größe"]],
    ["input", 24, ["dc:title", "größe"]],
  ]);
});

test.each([
  ["a name that occurs several times", ["tag=a&tag=b", "tag=c"], { type: "array", items: { type: "string" } }],
  ["a name with brackets", ["ids[]=1", "ids[]=2&ids[]=3"], { type: "array", items: { type: "integer" } }],
  ["values of several types", ["limit=1&limit=x"], { type: "array", items: { type: "string" } }],
  ["a name that occurs once", ["limit=1", "limit=2"], { type: "integer" }],
  ["a name that also occurs without a value", ["limit=1&limit", "limit&limit=2"], { type: "integer" }],
  ["a list with an empty item", ["tag=a&tag=b&tag="], { type: "array", items: { type: "string" } }],
  ["a name without a value", ["limit&limit", "limit"], { type: "string" }],
])("in a query, the schema of %s is right", (_, queries, schema) => {
  const contract = contractAfter(learnFrom(queries.map((query) => getExchange(`billing/usage?${query}`, {}))));
  expect(contract.paths["/api/v2/billing/usage"]?.["get"]?.parameters?.map((input) => input.schema)).toEqual([schema]);
});

test("`ownerName` and `owner_name` are two facts and two fields, and a rejected one isn't proposed again", () => {
  const entries = [getExchange("billing/usage", { ownerName: "a", owner_name: "b" })];
  const learnedFacts = learnFrom(entries);
  const ids = learnedFacts.facts.flatMap(({ id }) => (/owner.name/.test(id) ? id : []));
  expect(new Set(ids).size).toBe(2);
  const schemaOf = (contract: ReturnType<typeof contractAfter>) =>
    contract.paths["/api/v2/billing/usage"]?.["get"]?.responses["200"]?.content?.["application/json"]?.schema;
  expect(Object.keys(Object(schemaOf(contractAfter(learnedFacts))?.["properties"])).sort()).toEqual([
    "ownerName",
    "owner_name",
  ]);
  const rejectedIds = new Set(ids.filter((id) => id.includes("owner_name")));
  const contract = contractAfter(learnFrom(entries, undefined, { rejectedIds }));
  expect(Object.keys(Object(schemaOf(contract)?.["properties"]))).toEqual(["ownerName"]);
  expect(learnFrom(entries, contract, { rejectedIds }).facts).toEqual([]);
});

test("a rejected status of a new operation isn't proposed again after the operation is applied", () => {
  const entries = [getExchange("billing/usage", { used: 1 })];
  const rejectedIds = new Set(["api-v2-billing-usage-get-200"]);
  const contract = contractAfter(learnFrom(entries, undefined, { rejectedIds }));
  expect(Object.keys(contract.paths["/api/v2/billing/usage"]?.["get"]?.responses ?? {})).toEqual(["2XX", "default"]);
  expect(learnFrom(entries, contract, { rejectedIds }).facts).toEqual([]);
  expect(learnFrom(entries, contract).facts.map(({ id }) => id)).toContain("api-v2-billing-usage-get-200");
});

test("`__proto__` is neither an input nor a field", () => {
  const text = '{"used": 1, "__proto__": {"admin": true}}';
  const entries = repeat(12, (index) => ({
    ...getExchange(`billing/usage?__proto__=${index}&limit=${index}`, {}),
    response: { status: 200, headers: [], content: { mimeType: "application/json", text } },
  }));
  const contract = JSON.stringify(contractAfter(learnFrom(entries)));
  expect(contract.includes('"limit"')).toBe(true);
  expect(contract.includes("__proto__")).toBe(false);
});

test("a path value is named by the singular: `statusId`, not `statuseId`", () => {
  const singulars = "saas alias cache warehouse status api address policy".split(" ");
  expect(splitWords("saas aliases caches warehouses statuses apis addresses policies")).toEqual(singulars);
  expect(pathsOf([getExchange("agents/5/status/1", {}), getExchange("addresses/7", {})])).toEqual([
    "/api/v2/addresses/{addressId}",
    "/api/v2/agents/{agentId}/status/{statusId}",
  ]);
});
