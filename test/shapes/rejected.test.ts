import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { lintContract } from "../../scripts/lint.ts";
import { contractOf } from "./contract.ts";

type Node = Record<string, unknown>;

/** The shapes that are not supported, by what a contract says, and what the lint says to it. */
const rejected: [name: string, operation: Node, sentence: RegExp][] = [
  ["a cookie", parameter({ in: "cookie" }), /cookie/i],
  ["an object in a query", parameter({ style: "deepObject", explode: true, schema: { type: "object" } }), /deepObject/],
  ["JSON in a query", parameter({ schema: undefined, content: json() }), /JSON in a query/],
  ["a stream of events", response({ "text/event-stream": { schema: { type: "string" } } }), /event.stream/i],
  ["another token", { security: [{ otherToken: [] }] }, /security/],
  ["an address of its own", { servers: [{ url: "https://example.com" }] }, /servers/],
  ["a callback", { callbacks: { done: {} } }, /callbacks/i],
  ["a GET with a body", { requestBody: { description: "A body.", content: json() } }, /GET/],
  ["a summary that another operation has", { summary: "Read what is rejected 0" }, /readRejected0.*same summary/],
  ["another file", response({ "application/json": { schema: { $ref: "./other.yaml" } } }), /file|resolve/i],
];

function parameter(own: Node): Node {
  const node = { name: "given", in: "query", description: "An input.", schema: { type: "string" }, ...own };
  return { parameters: [JSON.parse(JSON.stringify(node))] };
}
function json(): Node {
  return { "application/json": { schema: { type: "object" } } };
}
function response(content: Node): Node {
  return { responses: { "200": { description: "A response.", content } } };
}

const pathOf = (name: string) => `/api/v2/shapes/${name.toLowerCase().replaceAll(" ", "-")}`;
let findings: string[];

beforeAll(async () => {
  const paths = rejected.map(([name, own], number) => {
    const operation = {
      operationId: `readRejected${number}`,
      summary: `Read what is rejected ${number}`,
      description: "Reads.",
      "x-repeatable": true,
      responses: { "200": { description: "Read." } },
      ...own,
    };
    return [pathOf(name), { get: operation }];
  });
  const file = join(mkdtempSync(join(tmpdir(), "rejected-")), "openapi.yaml");
  writeFileSync(file, stringify(contractOf([{ paths: Object.fromEntries(paths) }]), { aliasDuplicateObjects: false }));
  const { output } = await lintContract([file]);
  findings = output.split(/^(?=\[\d+\] )/m);
});

test.each(rejected)("%s is rejected by the lint with a sentence", (name, _, sentence) => {
  const own = findings.filter((finding) => finding.includes(`#/paths/${pathOf(name).replaceAll("/", "~1")}/`));
  expect(own.join("\n")).toMatch(sentence);
});
