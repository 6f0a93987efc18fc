import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { lintContract } from "../../scripts/lint.ts";
import { contractOf } from "./contract.ts";

type JsonObject = Record<string, unknown>;

/** The shapes that no client could call, or that are a mistake, each with an operation that has it, and the lint's sentence. */
const rejectedShapes: [name: string, operation: JsonObject, sentence: RegExp][] = [
  ["a GET with a body", { requestBody: { description: "A body.", content: json() } }, /GET/],
  ["a summary that another operation has", { summary: "Read what is rejected 0" }, /readRejected0.*same summary/],
  ["another file", response({ "application/json": { schema: { $ref: "./other.yaml" } } }), /file|resolve/i],
];

function json(): JsonObject {
  return { "application/json": { schema: { type: "object" } } };
}
function response(content: JsonObject): JsonObject {
  return { responses: { "200": { description: "A response.", content } } };
}

const pathOf = (name: string) => `/api/v2/shapes/${name.toLowerCase().replaceAll(" ", "-")}`;
let findings: string[];

beforeAll(async () => {
  const paths = rejectedShapes.map(([name, fields], number) => {
    const operation = {
      operationId: `readRejected${number}`,
      summary: `Read what is rejected ${number}`,
      description: "Reads.",
      "x-repeatable": true,
      responses: { "200": { description: "Read." } },
      ...fields,
    };
    return [pathOf(name), { get: operation }];
  });
  const file = join(mkdtempSync(join(tmpdir(), "rejected-")), "openapi.yaml");
  writeFileSync(file, stringify(contractOf([{ paths: Object.fromEntries(paths) }]), { aliasDuplicateObjects: false }));
  const { output } = await lintContract([file]);
  findings = output.split(/^(?=\[\d+\] )/m);
});

test.each(rejectedShapes)("the lint rejects %s with a sentence", (name, _, sentence) => {
  const shapeFindings = findings.filter((finding) =>
    finding.includes(`#/paths/${pathOf(name).replaceAll("/", "~1")}/`),
  );
  expect(shapeFindings.join("\n")).toMatch(sentence);
});
