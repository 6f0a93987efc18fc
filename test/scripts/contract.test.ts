import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { drawCoverage } from "../../scripts/contract/coverage.ts";
import { describeObserved } from "../../scripts/contract/descriptions.ts";
import { parseYaml, readContract } from "../../scripts/contract/document.ts";
import { nameOperation } from "../../scripts/contract/index-names.ts";
import { modelNameOf, reservedNames } from "../../scripts/contract/model-names.ts";
import { argumentOf, inputsOf } from "../../scripts/contract/names.ts";
import { alternativesOf, tokenSchemesOf } from "../../scripts/contract/security-names.ts";
import type { Parameter } from "../../src/openapi/operation.ts";
import { indexEntries } from "../../src/openapi/operation-index.ts";
import { securityOf } from "../../src/openapi/security.ts";
import { contractWith } from "./contract-copy.ts";

test("a merge key is read as Redocly reads it", () => {
  const file = join(mkdtempSync(join(tmpdir(), "contract-")), "openapi.yaml");
  writeFileSync(file, "paths: &shared { /api/v2/tokens: {} }\nwebhooks: { <<: *shared }\n");
  expect(readContract(file)).toMatchObject({ webhooks: { "/api/v2/tokens": {} } });
});

test("what readers of the same contract share can't be changed", () => {
  const contract = readContract();
  expect(readContract()).toBe(contract);
  for (const part of [contract, contract.info, contract.tags, contract.paths]) {
    expect(() => Object.assign(part as object, { length: 0 })).toThrow(TypeError);
  }
});

test("scalars have the types that the mock reads", () => {
  const scalars =
    "yes no true True null ~ 0 -1 +1 1_000 0x1F 0o17 017 1e3 .5 .inf 1:30 2020-01-01 12e03 =";
  const text = `[${scalars.split(" ").join(", ")}]`;
  expect(parseYaml(text)).toEqual(parse(text));
});

test("the method precedes an id that another operation has, by its name or its id, or that is a word of JavaScript, and follows a title", () => {
  const contract = contractWith((copy) => {
    copy["x-operation-index"] = {
      Tasks: [
        { method: "GET", name: "Show Task" },
        { method: "PUT", name: "Show Task" },
        { method: "GET", name: "Show everything", operationId: "listTasks" },
        { method: "POST", name: "List tasks" },
        { method: "DELETE", name: "Delete" },
        { method: "POST", name: "Queue outbound SMS call(s) from your Agent" },
      ],
    };
  });
  const names = indexEntries(contract).map((entry) => nameOperation(contract, entry, entry.method));
  expect(names.map(({ operationId, summary }) => [operationId, summary])).toEqual([
    ["getShowTask", "Show task (GET)"],
    ["putShowTask", "Show task (PUT)"],
    ["showEverything", "Show everything"],
    ["postListTasks", "List tasks"],
    ["deleteDelete", "Delete"],
    ["queueOutboundSmsCallsFromAgent", "Queue outbound SMS call(s) from your agent"],
  ]);
});

const schemes = {
  key: { type: "apiKey", in: "query", name: "token" },
  header: { type: "apiKey", in: "header", name: "X-Key" },
  bearer: { type: "http", scheme: "bearer" },
  certificate: { type: "mutualTLS" },
};

test.each<[security: Record<string, string[]>[], alternatives: string[][], tokenSchemes: string[]]>(
  [
    [
      [{ key: [] }, { header: [] }],
      [["header"], ["key"]],
      ["header", "key"],
    ],
    [
      [{}, { key: [] }, { bearer: [] }],
      [["bearer"], ["key"], []],
      ["bearer", "key"],
    ],
    [
      [{ key: [], header: [] }, { bearer: [] }],
      [["bearer"], ["key", "header"]],
      ["bearer", "key"],
    ],
    [[{ certificate: [], header: [] }], [["header"]], ["header"]],
    [[{ certificate: [] }, { key: [] }], [["key"], []], ["key"]],
    [[], [], ["key"]],
  ],
)(
  "of the alternatives %j, a secret in a header precedes one in a URL, and any precedes none",
  (security, ...expected) => {
    const contract = contractWith((copy) =>
      Object.assign(copy, { security, components: { securitySchemes: schemes } }),
    );
    const alternatives = alternativesOf(securityOf(contract));
    expect([alternatives, tokenSchemesOf(contract)]).toEqual(expected);
  },
);

test.each([
  [{ exchanges: 1 }, "Observed in 1 exchange (HAR)."],
  [{ exchanges: 2, first: "2026-03-01" }, "Observed in 2 exchanges (HAR)."],
  [
    { exchanges: 2, first: "2026-03-01", last: "2026-03-01" },
    "Observed in 2 exchanges (HAR), on 2026-03-01.",
  ],
  [
    { exchanges: 2, first: "2026-03-01", last: "2026-03-02" },
    "Observed in 2 exchanges (HAR), from 2026-03-01 to 2026-03-02.",
  ],
])("the evidence %j is described after what is described", (evidence, text) => {
  const withEvidence = { "x-observed": { source: "HAR", ...evidence } };
  expect(
    describeObserved([
      { description: "A.", ...withEvidence },
      withEvidence,
      { description: "B." },
      1,
    ]),
  ).toEqual([
    { description: `A. ${text}`, ...withEvidence },
    { description: text, ...withEvidence },
    { description: "B." },
    1,
  ]);
});

test("inputs and path values have names that JavaScript can write and that no other of them has", () => {
  const inputs = [
    ["query", "page-number"],
    ["header", "Page-Number"],
    ["header", "PAGE_NUMBER"],
    ["cookie", "pageNumber"],
    ["query", "2nd"],
    ["query", "URL"],
    ["query", "userID"],
    ["query", "LAST-ID"],
  ].map(([location, name]) => ({ in: location, name }) as Parameter);
  expect(inputsOf({ parameters: inputs }).map(({ name }) => name)).toEqual([
    "pageNumber",
    "pageNumberHeader",
    "pageNumber2",
    "pageNumber1",
    "_2nd",
    "url",
    "userID",
    "lastId",
  ]);
  const names = ["type", "agent-id", "body", "inputs", "options", "call", "class"];
  expect(names.map(argumentOf)).toEqual([
    "type",
    "agentId",
    "_body",
    "_inputs",
    "_options",
    "_call",
    "_class",
  ]);
});

test("the map has a line for each area, and more if its operations need them; its legend has the kinds in use", () => {
  const contract = contractWith((copy) => {
    copy.tags = ["A", "B", "C"].map((name) => ({ name }));
    copy.paths = {};
    const rows = (length: number) =>
      Array.from({ length }, (_, index) => ({ method: "GET" as const, name: `${index}` }));
    copy["x-operation-index"] = { A: rows(34), B: [], C: rows(33) };
  });
  const svg = drawCoverage(contract);
  expect(
    [...svg.matchAll(/<text x="0" y="(\d+)">(\w)/g)].map(([, y, name]) => `${name} ${y}`),
  ).toEqual(["A 52", "B 97", "C 123"]);
  expect(svg.match(/(?<=<\/tspan> )[^&]+/g)).toEqual(["Known by name only: 67"]);
});

test("what is sent has another name if a field of it is read-only or write-only, and no taken name", () => {
  const schemas = {
    Plain: { properties: { a: { readOnly: false, writeOnly: false } } },
    Read: { properties: { a: { readOnly: true } } },
    Written: { properties: { a: { writeOnly: true } } },
    Outer: { items: { $ref: "#/components/schemas/Read" } },
    Both: { properties: { a: { readOnly: true } } },
    WritableBoth: {},
    PhoneAgentError: {},
  };
  const contract = contractWith((copy) => Object.assign(copy.components, { schemas }));
  const namesOf = (direction: "sent" | "received") =>
    Object.keys(schemas).map((name) => modelNameOf(contract, name, direction));
  expect(namesOf("sent")).toEqual([
    "Plain",
    "WritableRead",
    "WritableWritten",
    "WritableOuter",
    "WritableBothModel",
    "WritableBoth",
    "PhoneAgentErrorModel",
  ]);
  expect(namesOf("received").slice(0, 5)).toEqual(["Plain", "Read", "Written", "Outer", "Both"]);
});

test("the types of the package are reserved", () => {
  const index = readFileSync(new URL("../../src/index.ts", import.meta.url), "utf8");
  expect(reservedNames).toEqual(expect.arrayContaining(index.match(/\b[A-Z]\w*/g) ?? []));
});
