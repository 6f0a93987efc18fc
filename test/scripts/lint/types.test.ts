import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import type { Contract } from "../../../scripts/contract.ts";
import { lintContract } from "../../../scripts/lint.ts";
import { contractWith, junkInbox, objectAt, token, tokens } from "../contract-copy.ts";

const pages = (value: unknown) => (contract: Contract) =>
  Object.assign(objectAt(contract, ...junkInbox), { "x-pagination": value });
const evidence = (value: unknown) => (contract: Contract) =>
  Object.assign(objectAt(contract, ...tokens), { "x-observed": value });
const entry = (change: object) => (contract: Contract) =>
  Object.assign(objectAt(contract, "x-operation-index", 0), change);

const pagination = "#/paths/~1api~1v2~1junkConversations/get/x-pagination";
const evidencePointer = "#/paths/~1api~1v2~1tokens/get/x-observed";

const cases: [name: string, edit: (contract: Contract) => unknown, pointer: string, message: string][] = [
  ["pages without items", pages({ page: "pageNumber" }), pagination, "The field `items` must be present"],
  [
    "pages by number and by cursor",
    pages({ items: "rooms", page: "pageNumber", next: "next" }),
    `${pagination}/page`,
    "The field `page` is not allowed here.",
  ],
  [
    "pages without a way on",
    pages({ items: "rooms" }),
    pagination,
    "at least one of the following fields: page, total, next",
  ],
  [
    "a key of pages that nobody reads",
    pages({ items: "rooms", page: "pageNumber", last: "last" }),
    `${pagination}/last`,
    "Property `last` is not expected here.",
  ],
  [
    "an input of pages that nobody reads",
    pages({ items: "rooms", page: "pageNumber", inputs: { limit: "limit" } }),
    `${pagination}/inputs/limit`,
    "Property `limit` is not expected here.",
  ],
  [
    "x-repeatable as a word",
    (contract) => Object.assign(objectAt(contract, ...tokens), { "x-repeatable": "yes" }),
    "#/paths/~1api~1v2~1tokens/get/x-repeatable",
    "Expected type `boolean` but got `string`.",
  ],
  ["evidence without a source", evidence({ exchanges: 1 }), evidencePointer, "The field `source` must be present"],
  [
    "evidence of no exchange",
    evidence({ source: "HAR", exchanges: 0 }),
    `${evidencePointer}/exchanges`,
    "greater than or equal to 1",
  ],
  [
    "evidence with a value",
    evidence({ source: "HAR", exchanges: 1, value: "x" }),
    `${evidencePointer}/value`,
    "Property `value` is not expected here.",
  ],
  [
    "evidence of a field, without a source",
    (contract) => Object.assign(objectAt(contract, ...token, "type"), { "x-observed": { exchanges: 1 } }),
    "#/components/schemas/Token/properties/type/x-observed",
    "The field `source` must be present",
  ],
  [
    "an index entry with another field",
    entry({ path: "/api/v2/tokens" }),
    "#/x-operation-index/0/path",
    "Property `path` is not expected here.",
  ],
  [
    "an index entry with an unknown method",
    entry({ method: "DEL" }),
    "#/x-operation-index/0/method",
    '`method` can be one of the following only: "GET"',
  ],
  [
    "an index entry without a name",
    (contract) => delete objectAt(contract, "x-operation-index", 0)["name"],
    "#/x-operation-index/0",
    "The field `name` must be present",
  ],
];

const folder = mkdtempSync(join(tmpdir(), "contract-"));
const fileOf = (name: string) => join(folder, `${name}.yaml`);
let findings: string[];

beforeAll(async () => {
  for (const [name, edit] of cases) writeFileSync(fileOf(name), stringify(contractWith(edit)));
  const { output } = await lintContract(cases.map(([name]) => fileOf(name)));
  findings = output.split(/^(?=\[\d+\] )/m);
});

test.each(cases)("%s is reported in its place", (name, _, pointer, message) => {
  const places = findings.filter((finding) => finding.includes(`/${name}.yaml:`) && finding.includes(message));
  expect(places.map((finding) => / at (\S+)/.exec(finding)?.[1])).toEqual([pointer]);
});
