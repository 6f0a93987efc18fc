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
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const levels = 1_000_000;
const aliases = (number: number) => `[${Array(9).fill(`*a${number}`).join(", ")}]`;
const bomb = `x-0: &a0 [{}]\n${numbers(12)
  .map((number) => `x-${number + 1}: &a${number + 1} ${aliases(number)}`)
  .join("\n")}`;
const chain = `x-0: &a0 []\n${numbers(2_000)
  .map((number) => `x-${number + 1}: &a${number + 1} [*a${number}]`)
  .join("\n")}`;

test.each<[string, text: string, problem: string]>([
  [
    "a million lists in each other",
    `x-a: ${"[".repeat(levels)}${"]".repeat(levels)}`,
    "It is nested deeper than 500 levels.",
  ],
  [
    "a million objects in each other",
    `x-a: ${'{"a":'.repeat(levels)}`,
    "It is nested deeper than 500 levels.",
  ],
  ["a million dashes", `x-a:\n${"- ".repeat(levels)}`, "It is nested deeper than 500 levels."],
  ["lists in each other by aliases", chain, "It is nested deeper than 500 levels."],
  ["an alias bomb", bomb, "Its aliases repeat more than 1000000 values."],
  [
    "many aliases",
    `x-a: &a [1]\nx-b:\n${"  - *a\n".repeat(100_000)}`,
    "It has more than 3000 aliases.",
  ],
  ["a circular alias", "x-a: &a [*a]", "An alias is circular: it refers to what contains it."],
  [
    "a circular alias further in",
    "x-a: &a { b: { c: *a } }",
    "An alias is circular: it refers to what contains it.",
  ],
  [
    "a circular merge",
    "x-a: &a { <<: *a }",
    "An alias is circular: it refers to what contains it.",
  ],
  [
    "an alias without an anchor",
    "x-a: *b",
    "Unresolved alias (the anchor must be set before the alias): b",
  ],
  ["a key that it has twice", "paths: {}", "Map keys must be unique at line 3, column 1"],
  ["a second document", "---\na: 1", "A second document begins at line 3, column 1"],
])("a contract with %s is refused in one sentence", async (_name, text, problem) => {
  const reading = readDocument(write("contract.yaml", `${contract}${text}`), () => {});
  await expect(reading).rejects.toThrow(new Error(`contract.yaml isn't valid:\n- ${problem}`));
});

test("JSON with a million levels is refused in one sentence", async () => {
  const file = write(
    "contract.json",
    `{"openapi": "3.1.0", "x-a": ${"[".repeat(levels)}${"]".repeat(levels)}}`,
  );
  await expect(readDocument(file, () => {})).rejects.toThrow(
    "It is nested deeper than 500 levels.",
  );
});

test.each([
  [
    "20,000 keys in one map",
    numbers(20_000)
      .map((number) => `x-${number}: 1`)
      .join("\n"),
  ],
  [
    "aliases and merge keys",
    `x-a: &a { b: 1 }\nx-b: { <<: *a, c: *a }\nx-c: [${Array(1_000).fill("*a").join(", ")}]`,
  ],
  ["a flow collection that ends at the indent of its key", "x-a: {\n  b: [\n    1\n  ]\n}"],
  ["400 levels", `x-a: ${"[".repeat(400)}${"]".repeat(400)}`],
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
