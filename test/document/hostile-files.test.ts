import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readDocument } from "../../src/document/read-document.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { collect } from "../traffic/files.ts";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const contract =
  "openapi: 3.1.0\npaths: { /a: { get: { responses: { '204': { description: Done. } } } } }\n";
const tooDeep = "It is nested deeper than 500 levels.";
const lists = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const anchors = Array.from({ length: 10 }, (_, index) => {
  const list = Array(9).fill(index === 0 ? 1 : `*a${index - 1}`);
  return `x-${index}: &a${index} [${list.join(", ")}]`;
});

test.each<[string, text: string, problem: string]>([
  ["many lists in each other", `x-a: ${lists(510)}`, tooDeep],
  ["many lists that don't end", `x-a: ${"[".repeat(20_000)}`, tooDeep],
  ["many dashes", `x-a:\n${"- ".repeat(20_000)}`, tooDeep],
  [
    "an alias bomb",
    anchors.join("\n"),
    "Excessive alias count indicates a resource exhaustion attack",
  ],
  ["a circular alias", "x-a: &a { b: { c: *a } }", tooDeep],
  [
    "an alias without an anchor",
    "x-a: *b",
    "Unresolved alias (the anchor must be set before the alias): b",
  ],
  ["a key that it has twice", "paths: {}", "Map keys must be unique at line 3, column 1"],
  ["a second document", "---\na: 1", "It has more than one document."],
])("a contract with %s is refused in one sentence", async (_name, text, problem) => {
  const reading = readDocument(write("contract.yaml", `${contract}${text}`), () => {});
  await expect(reading).rejects.toThrow(new Error(`contract.yaml isn't valid:\n- ${problem}`));
});

test("JSON with too many levels is refused in one sentence", async () => {
  const file = write("contract.json", `{"openapi": "3.1.0", "x-a": ${lists(510)}}`);
  await expect(readDocument(file, () => {})).rejects.toThrow(tooDeep);
});

test.each([
  [
    "aliases and merge keys",
    `x-a: &a { b: 1 }\nx-b: { <<: *a, c: *a }\nx-c: [${Array(1_000).fill("*a").join(", ")}]`,
  ],
  ["a flow collection that ends at the indent of its key", "x-a: {\n  b: [\n    1\n  ]\n}"],
  ["400 levels", `x-a: ${lists(400)}`],
])("a contract with %s is read", async (_name, text) => {
  expect(await readDocument(write("contract.yaml", `${contract}${text}`), () => {})).toHaveProperty(
    "paths",
  );
});

const large = write("large.yaml", "");
truncateSync(large, 65_000_000);
const socket = join(folder, "socket");
const server = createServer().listen(socket);
afterAll(() => server.close());

test.each([
  ["/dev/zero", "it isn't a regular file"],
  [socket, "it isn't a regular file"],
  [folder, "it is a folder"],
  [large, "it is larger than 64 MB"],
])("%s is read neither as a contract nor as a recorded collection", async (file, problem) => {
  await expect(readDocument(file, () => {})).rejects.toThrow(`Can't read ${file}: ${problem}.`);
  const { readFile } = createTrafficReader(createVerifiableContract({ paths: {} }));
  await expect(collect(readFile(file, "postman"))).rejects.toThrow(
    `Can't read ${file}: ${problem}.`,
  );
});

test("a reference to a device has no target", async () => {
  const problems: string[] = [];
  await readDocument(
    write(
      "contract.yaml",
      `${contract}x-a: 1\ncomponents: { schemas: { A: { $ref: /dev/zero } } }`,
    ),
    (problem) => problems.push(problem),
  );
  expect(problems).toEqual([
    expect.stringContaining("Can't read /dev/zero: it isn't a regular file."),
  ]);
});
