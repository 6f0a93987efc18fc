import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addOperation, addOperationCommand } from "../../scripts/add-operation.ts";
import { parseContract, readContract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { lintContract } from "../../scripts/lint.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { runHere } from "../command.ts";
import { contractFile, initialContract } from "../learn/contract.ts";

const folder = mkdtempSync(join(tmpdir(), "add-operation-"));
const contract = initialContract();

/** Copies the contract. Returns functions that add to the copy and read it. */
function copy(name: string) {
  const file = join(folder, name);
  writeFileSync(file, readFileSync(contractFile));
  const read = () => readFileSync(file, "utf8");
  return {
    file,
    read,
    add: (...[operation]: [Parameters<typeof addOperation>[1]]) => writeFileSync(file, addOperation(read(), operation)),
    command: (...args: string[]) => runHere(addOperationCommand, ["--contract", file, ...args]),
  };
}

/** Returns the lines that were added to a text, and expects all others to be unchanged and in order. */
function addedLines(oldText: string, newText: string): string[] {
  const old = oldText.split("\n");
  let keptCount = 0;
  const newLines = newText.split("\n").filter((line) => {
    if (line === old[keptCount]) keptCount++;
    else return true;
    return false;
  });
  expect(old.slice(keptCount)).toEqual([]);
  return newLines;
}

test("operations of each method, in several areas, are added without a change to another line, and pass the lint", async () => {
  const { file, read, add } = copy("all.yaml");
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  for (const [number, method] of methods.entries()) {
    const { name: area = "" } = contract.tags[3 * number] ?? {};
    const path = `/api/v2/added${number % 2}/{itemId}/x${number}`;
    add({ id: `added${number}`, method, path, area, name: `Added ${number}` });
  }
  const newLines = addedLines(readFileSync(contractFile, "utf8"), read());
  // Each is in the paths and in the index.
  expect(newLines.filter((line) => /operationId: added\d+\}?$/.test(line))).toHaveLength(2 * methods.length);
  expect(pathOperations(readContract(file))).toHaveLength(pathOperations(contract).length + methods.length);
  expect(await lintContract([file])).toEqual({ ok: true, output: "" });
});

test("a contract without paths gets its first operation", () => {
  const index = Object.fromEntries(
    Object.entries(contract["x-operation-index"]).map(([area, rows]) => [
      area,
      rows.map(({ operationId, ...row }) => row),
    ]),
  );
  const text = JSON.stringify({ ...contract, paths: {}, "x-operation-index": index });
  const operation = { id: "first", method: "GET", path: "/api/v2/first", area: "Logs", name: "First" };
  expect(pathOperations(parseContract(addOperation(text, operation))).map(({ path }) => path)).toEqual([
    operation.path,
  ]);
});

test("what isn't known of a new operation is marked", () => {
  const { file, add } = copy("marked.yaml");
  add({ id: "createAdded", method: "POST", path: "/api/v2/added/{addedId}", area: "Logs", name: "Create an Added" });
  const idsBefore = new Set(unknowns(contract).map(({ id }) => id));
  const newUnknowns = unknowns(readContract(file)).filter(({ id }) => !idsBefore.has(id));
  expect(newUnknowns.map(({ id }) => id.replace("create-added-", ""))).toEqual([
    "details",
    "token",
    "parameters",
    "payload",
    "added-id-type",
    "success-status",
    "answer",
  ]);
  const { operation, knowledge } = pathOperations(readContract(file)).at(-1) ?? {};
  expect([operation?.summary, operation?.["x-repeatable"], knowledge]).toEqual(["Create an added", false, "path"]);
});

test("the command adds a second method to a path, and a new name to the index", async () => {
  const { file, command } = copy("command.yaml");
  const { path, operation } = pathOperations(contract)[0] ?? {};
  const options = ["--id", "patchAdded", "--method", "PATCH", "--path", `${path}`, "--area", `${operation?.tags[0]}`];
  // The command writes only what passes the lint.
  expect(await command(...options, "--name", "Change an added: one")).toMatchObject({ exitCode: 0 });
  const { paths, "x-operation-index": index } = readContract(file);
  expect(Object.keys(paths)).toEqual(Object.keys(contract.paths));
  expect(index[`${operation?.tags[0]}`]).toContainEqual({
    method: "PATCH",
    name: "Change an added: one",
    operationId: "patchAdded",
  });
});

const smallContract = `info:
  description: An API of things. # one is documented
tags:
  - name: Things
paths:
  /api/v2/things/{thingId}:
    get:
      operationId: readThing
      tags: [Things]
x-operation-index:
  Things:
    - {method: GET, name: Read a thing, operationId: readThing}
    # known by name
    - {method: POST, name: Create a thing}
    - method: unspecified
      name: Query things
`;
const fits = { id: "added", method: "GET", path: "/api/v2/added", area: "Things", name: "Added" };

test("a name of the index gets its operation, in its row and in a path after the last one of its area", () => {
  const editedText = addOperation(smallContract, {
    ...fits,
    id: "createThing",
    method: "POST",
    name: "Create a thing",
  });
  const row = "{method: POST, name: Create a thing";
  expect(editedText).toContain(`    - ${row}, operationId: createThing}\n`);
  const changedIndex = smallContract.replace(row, `${row}, operationId: createThing`);
  expect(addedLines(changedIndex, editedText).slice(0, 6)).toEqual([
    "  /api/v2/added:",
    "    post:",
    "      operationId: createThing",
    "      tags: [Things]",
    "      summary: Create a thing",
    "      description: Only this operation's area, name, method and path are known.",
  ]);
});

test("a new name is listed last in its area", () => {
  expect(addOperation(smallContract, fits)).toMatch(
    /name: Query things\n {4}- \{method: GET, name: Added, operationId: added\}\n$/,
  );
});

test.each([
  [
    "an id that exists",
    { id: "readThing" },
    "readThing is the id of GET /api/v2/things/{thingId}: choose another --id.",
  ],
  [
    "a method and path that exist",
    { path: "/api/v2/things/{thingId}" },
    "has GET /api/v2/things/{thingId} already: edit its operation readThing.",
  ],
  ["a documented name", { name: "Read a thing" }, '"Read a thing" is documented as readThing: choose another --name.'],
  [
    "a name with another method",
    { name: "Create a thing" },
    'has "Create a thing" as POST: choose this --method or another --name.',
  ],
  ["a name without a known method", { name: "Query things" }, 'has "Query things" as unspecified'],
])("%s is an error", (_, change, message) => {
  expect(() => addOperation(smallContract, { ...fits, ...change })).toThrow(message);
});

const [{ path: firstPath } = { path: "" }] = pathOperations(contract).filter(({ path }) => path.includes("{"));
const newOptions = (change: Partial<typeof fits>) =>
  toOptions({ ...fits, area: `${contract.tags[0]?.name}`, ...change });

const misfits = { id: "Added_One", method: "HEAD", path: "added/{id" };
const pathForm =
  "--path must start with / and have {name} for each value, without blanks, as in /api/v2/tokens/{tokenId}.";

test.each([
  [
    "missing options",
    ["--id", "added"],
    ["Missing: --method, --path, --area, --name.\nRun npm run add-operation -- --help for the options and"],
  ],
  [
    "a contract that doesn't exist",
    [...newOptions({}), "--contract", "/nowhere.yaml"],
    ["Can't read /nowhere.yaml: no such file or directory."],
  ],
  ["an id that is a reserved word", newOptions({ id: "delete" }), ["reserved word"]],
  [
    "an id that begins as an extension does",
    newOptions({ id: "x-details" }),
    ["--id must be in camelCase, such as createToken."],
  ],
  ["a path without its closing brace", newOptions({ path: "/api/v2/added/{id" }), [pathForm]],
  ["a path with a blank", newOptions({ path: "/api/v2/added id" }), [pathForm]],
  ["an address in place of a path", newOptions({ path: "https://api.example.com/added" }), [pathForm]],
  [
    "an area that the contract doesn't have",
    newOptions({ area: "Nonexistent" }),
    [`"Nonexistent" isn't an area of the contract. Choose --area from: Authorization, `],
  ],
  ["a path with other names", newOptions({ path: firstPath.replace(/{.*?}/, "{renamed}") }), [`\`${firstPath}\``]],
  [
    "an id, a method and a path that don't fit",
    newOptions(misfits),
    ["--id must be in camelCase, such as createToken.", "--method must be GET, POST, PUT, PATCH or DELETE.", pathForm],
  ],
])("%s: sentences say so, and the contract stays unchanged", async (name, args, sentences) => {
  const { read, command } = copy(`${name}.yaml`);
  const { exitCode, output } = await command(...args);
  expect(exitCode).toBe(2);
  for (const sentence of sentences) expect(output).toContain(sentence);
  expect(output).not.toMatch(/^ +at |draft/m);
  expect(read()).toBe(readFileSync(contractFile, "utf8"));
});

test.each(["/webhookRelay/kinds", "/api/v3/kinds/{kind}", "/"])(
  "an operation of the path %s is added",
  async (path) => {
    const { file, command } = copy(`path${path.length}.yaml`);
    expect(await command(...newOptions({ path }))).toMatchObject({ exitCode: 0 });
    expect(pathOperations(readContract(file)).map((operation) => operation.path)).toContain(path);
  },
);

function toOptions(operation: Record<string, string>): string[] {
  return Object.entries(operation).flatMap(([name, value]) => [`--${name}`, value]);
}
