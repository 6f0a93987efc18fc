import { describe, expect, test } from "vitest";
import { toSentenceCase } from "../../scripts/learn/facts/operation.ts";
import { splitWords } from "../../scripts/learn/names/words.ts";
import { templatesOf } from "../../scripts/learn/templates.ts";
import { accumulated, contractAfter, exchanged, exchangesOf, got, learnedFrom } from "./helpers.ts";

const times = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const pathsOf = (entries: object[]) => templatesOf(accumulated(exchangesOf(entries))).templates.map(({ path }) => path);

const received = (path: string, mediaType: string, body: unknown = "bytes", status = 200) =>
  exchanged({ method: "GET", path: `/api/v2/${path}` }, { status, mediaType, body });

/** The response of an operation that was learned from one path. */
function responseOf(entries: object[], path: string) {
  const operation = contractAfter(learnedFrom(entries)).paths[`/api/v2/${path}`]?.["get"];
  return operation?.responses["200"];
}

test.each(["application/vnd.tcpdump.pcap", "text/csv", "audio/mpeg"])(
  "a success of type %s is a string, and no unknown",
  (mediaType) => {
    const response = responseOf([received("billing/usage", mediaType)], "billing/usage");
    expect(response?.content).toEqual({ [mediaType]: { schema: { type: "string" } } });
    expect(response).not.toHaveProperty("x-not-shown");
  },
);

test("two words of a path stay two paths if their responses differ, although other responses have them as values", () => {
  const entries = [
    got("calls", { calls: [{ kind: "recording" }, { kind: "transcript" }] }),
    ...times(5, (index) => got(`calls/${index}/recording`, { url: "u", duration: index })),
    ...times(5, (index) => got(`calls/${index}/transcript`, { text: "t", language: "en", speakers: [1] })),
  ];
  expect(pathsOf(entries)).toEqual([
    "/api/v2/calls",
    "/api/v2/calls/{callId}/recording",
    "/api/v2/calls/{callId}/transcript",
  ]);
});

test("named fields beside names that are data are the only properties, and a second run finds nothing", () => {
  const entries = times(12, (index) => got("billing/usage", { used: index, name: "n", [`2026-01-${index + 10}`]: 1 }));
  const contract = contractAfter(learnedFrom(entries));
  const media = contract.paths["/api/v2/billing/usage"]?.["get"]?.responses["200"]?.content?.["application/json"];
  expect(media?.schema).not.toHaveProperty("additionalProperties");
  expect(Object.keys(Object(media?.schema["properties"]))).toEqual(["name", "used"]);
  expect(learnedFrom(entries, contract).facts).toEqual([]);
});

describe("a name with letters or punctuation of any kind", () => {
  const names = ["größe", "dc:title", "page[size]", "ids[]"];
  const body = (index: number) => ({
    id: index,
    title: `${index}`,
    ...Object.fromEntries(names.map((name) => [name, index])),
  });

  test("is a field if it recurs", () => {
    const response = responseOf(
      times(12, (index) => got("billing/usage", body(index))),
      "billing/usage",
    );
    const fields = Object.keys(Object(response?.content?.["application/json"]?.schema["properties"]));
    expect(fields).toEqual(expect.arrayContaining(names));
  });

  test("is an input, or reported as withheld", () => {
    const query = names.map((name) => `${encodeURIComponent(name)}=1`).join("&");
    const learned = learnedFrom([got(`billing/usage?${query}`, { used: 1 })]);
    const inputs = contractAfter(learned).paths["/api/v2/billing/usage"]?.["get"]?.parameters?.map(({ name }) => name);
    const withheld = learned.withheldNames.flatMap((entry) => entry.names);
    expect([...(inputs ?? []), ...withheld].sort()).toEqual([...names].sort());
    expect(inputs).toEqual(expect.arrayContaining(["page[size]", "ids[]"]));
  });
});

test("`ownerName` and `owner_name` are two facts, and both are fields; one that is rejected stays away", () => {
  const entries = [got("billing/usage", { ownerName: "a", owner_name: "b" })];
  const learned = learnedFrom(entries);
  const ids = learned.facts.flatMap(({ id }) => (/owner.name/.test(id) ? id : []));
  expect(new Set(ids).size).toBe(2);
  const schemaOf = (contract: ReturnType<typeof contractAfter>) =>
    contract.paths["/api/v2/billing/usage"]?.["get"]?.responses["200"]?.content?.["application/json"]?.schema;
  expect(Object.keys(Object(schemaOf(contractAfter(learned))?.["properties"])).sort()).toEqual([
    "ownerName",
    "owner_name",
  ]);
  const rejected = new Set(ids.filter((id) => id.includes("owner_name")));
  const after = contractAfter(learnedFrom(entries, undefined, rejected));
  expect(Object.keys(Object(schemaOf(after)?.["properties"]))).toEqual(["ownerName"]);
  expect(learnedFrom(entries, after, rejected).facts).toEqual([]);
});

test.each([
  ["no content", (word: string) => exchanged({ method: "GET", path: `/api/v2/agents/${word}` }, { status: 204 })],
  ["a binary body", (word: string) => received(`agents/${word}`, "audio/mpeg")],
])("values that were only seen with %s are one parameter", (_, entry) => {
  const entries = ["zorbex", "quandle", "frimble", "plovet", "wexarn"].map(entry);
  expect(pathsOf(entries)).toEqual(["/api/v2/agents/{agentId}"]);
});

test("`__proto__` is neither an input nor a field", () => {
  const text = '{"used": 1, "__proto__": {"admin": true}}';
  const entries = times(12, (index) => ({
    ...got(`billing/usage?__proto__=${index}&limit=${index}`, {}),
    response: { status: 200, headers: [], content: { mimeType: "application/json", text } },
  }));
  const contract = JSON.stringify(contractAfter(learnedFrom(entries)));
  expect(contract.includes('"limit"')).toBe(true);
  expect(contract.includes("__proto__")).toBe(false);
});

test("a title is in sentence case, and names in it keep their capitals", () => {
  const names = ["List all Kubernetes clusters", "Get a node", "Update Kubernetes Nodes"];
  const titles = (...all: string[]) => all.map((name) => toSentenceCase(name, names));
  expect(titles("Update Kubernetes Nodes", "Delete SIP Add-On", "fetch Account by externalAccountId")).toEqual([
    "Update Kubernetes nodes",
    "Delete SIP Add-On",
    "Fetch account by externalAccountId",
  ]);
});

test("a value in a path has a name of the singular: `statusId`, and not `statuseId`", () => {
  const singulars = "saas alias cache warehouse status api address policy".split(" ");
  expect(splitWords("saas aliases caches warehouses statuses apis addresses policies")).toEqual(singulars);
  expect(pathsOf([got("agents/5/status/1", {}), got("addresses/7", {})])).toEqual([
    "/api/v2/addresses/{addressId}",
    "/api/v2/agents/{agentId}/status/{statusId}",
  ]);
});
