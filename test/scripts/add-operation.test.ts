import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as addOperationScript from "../../scripts/add-operation.ts";
import { contractFile, parseContract, readContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { lintContract } from "../../scripts/lint.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { runHere } from "../command.ts";

const { addOperationCommand } = addOperationScript;
type Options = Parameters<typeof addOperationScript.addOperation>[1];

/** Adds an operation to a contract's text. */
const addOperation = (yaml: string, options: Options): string =>
  editYaml(yaml, addOperationScript.addOperation(parseContract(yaml), options) as never);

const folder = mkdtempSync(join(tmpdir(), "add-operation-"));
const contract = readContract();
const text = readFileSync(contractFile, "utf8");
const toOptions = (operation: object) =>
  Object.entries(operation).flatMap(([name, value]) => [`--${name}`, `${value}`]);

/** Runs the command on a copy of the contract. */
async function runCommand(name: string, ...args: string[]) {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, text);
  const result = await runHere(addOperationCommand, [
    ...(args.includes("--contract") ? [] : ["--contract", file]),
    ...args,
  ]);
  return { ...result, file };
}

/**
 * Returns the lines that were added to a text, and expects all others to be unchanged and in order.
 */
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
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  const newText = methods.reduce((edited, method, number) => {
    const { name: area = "" } = contract.tags[3 * number] ?? {};
    const path = `/api/v2/added${number % 2}/{itemId}/x${number}`;
    return addOperation(edited, {
      id: `added${number}`,
      method,
      path,
      area,
      name: `Added ${number}`,
      new: true,
    });
  }, text);
  // Each is in the paths and in the index.
  const ids = addedLines(text, newText).filter((line) => /operationId: added\d+\}?$/.test(line));
  expect(ids).toHaveLength(2 * methods.length);
  expect(operationsOf(parseContract(newText))).toHaveLength(
    operationsOf(contract).length + methods.length,
  );
  const file = join(folder, "all.yaml");
  writeFileSync(file, newText);
  expect(await lintContract([file])).toEqual({ ok: true, output: "" });
});

test("what isn't known of a new operation is marked", () => {
  const path = "/api/v2/added/{addedId}";
  const operation = {
    id: "createAdded",
    method: "POST",
    path,
    area: "Logs",
    name: "Create an Added",
    new: true,
  };
  const newContract = parseContract(addOperation(text, operation));
  const oldIds = new Set(unknowns(contract).map(({ id }) => id));
  const newIds = unknowns(newContract).flatMap(({ id }) =>
    oldIds.has(id) ? [] : id.replace("create-added-", ""),
  );
  expect(newIds).toEqual([
    "details",
    "token",
    "parameters",
    "payload",
    "added-id-type",
    "success-status",
    "answer",
  ]);
  expect(indexedOperations(newContract).find(({ name }) => name === operation.name)).toMatchObject({
    knowledge: "path",
  });
  expect(operationsOf(newContract).at(-1)).toMatchObject({
    node: { summary: "Create an added" },
    isRepeatable: false,
  });
});

test("the command adds a second method to a path, and a new name to the index, and says what comes next, as CONTRIBUTING does", async () => {
  const area = `${contract.tags[0]?.name}`;
  const [path] = Object.keys(contract.paths);
  const operation = { id: "patchAdded", method: "PATCH", path, area, name: "Change an added: one" };
  // The command writes only what passes the lint.
  const { exitCode, output, file } = await runCommand("second", "--new", ...toOptions(operation));
  expect(exitCode).toBe(0);
  expect(output).toContain(": replace the unknowns that you know\n2. `generated/`: `npm run gen");
  expect(output).toContain("\n4. `.changeset/`: add a note");
  const { paths, "x-operation-index": index } = readContract(file);
  expect(Object.keys(paths)).toEqual(Object.keys(contract.paths));
  const { method, name, id: operationId } = operation;
  expect(index[area]).toContainEqual({ method, name, operationId });
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

test("a name of the index gets its operation, in its row and in a path after the others", () => {
  const operation = { ...fits, id: "createThing", method: "POST", name: "Create a thing" };
  const editedText = addOperation(smallContract, operation);
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

test("a name whose method was unknown gets it, and the unknown goes", async () => {
  const [area = "", rows = []] =
    Object.entries(contract["x-operation-index"]).find(
      ([, [row]]) => row?.method === "unspecified",
    ) ?? [];
  const [{ name = "" } = {}] = rows;
  const { exitCode, file } = await runCommand("claimed", ...toOptions({ ...fits, area, name }));
  expect(exitCode).toBe(0);
  expect(readContract(file)["x-operation-index"][area]).toContainEqual({
    method: "GET",
    name,
    operationId: "added",
  });
});

test("a new name is listed with --new only, last in its area, also of a contract without paths", () => {
  const row = /name: Query things\n {4}- \{method: GET, name: Added, operationId: added\}\n$/;
  const withoutPaths = smallContract
    .replace(/paths:\n.*?(?=x-op)/s, "paths: {}\n")
    .replace(", operationId: readThing", "");
  const added = { ...fits, new: true };
  for (const contractText of [smallContract, withoutPaths])
    expect(addOperation(contractText, added)).toMatch(row);
  expect(Object.keys(parseContract(addOperation(withoutPaths, added)).paths)).toEqual([fits.path]);
});

const thing = "/api/v2/things/{thingId}";

test.each<[Partial<Options>, string]>([
  [{ id: "readThing" }, `readThing is the id of GET ${thing}: choose another.`],
  [{ path: thing }, `has GET ${thing} already: edit its operation readThing.`],
  [{ name: "Read a thing" }, '"Read a thing" is documented as readThing: choose another name.'],
  [{ name: "Create a thing" }, 'has "Create a thing" as POST: choose this method or another name.'],
  [
    { name: "Creat thing" },
    'The index has no name "Creat thing" in Things. Did you mean "Create a thing", "Read a thing"?',
  ],
  [
    { name: "Zzz" },
    'The index has no name "Zzz" in Things. If it\'s new, add it to x-operation-index first: add-operation does that with --new.',
  ],
  [
    { name: "Query things", area: "Others" },
    'The index has no name "Query things" in Others. Its area is Things.',
  ],
])("an operation with %j is an error", (change, message) => {
  expect(() => addOperation(smallContract, { ...fits, ...change })).toThrow(message);
});

const pathForm =
  "A path starts with /, has no spaces, no backslash, no // and no segment . or .., and has {name} for each value";
const newOptions = (change: Partial<typeof fits>) => [
  "--new",
  ...toOptions({ ...fits, area: `${contract.tags[0]?.name}`, ...change }),
];

test.each<[string, string[], number, string[]]>([
  [
    "missing options",
    ["--id", "added"],
    2,
    ["Missing: --method, --path, --area, --name.\nRun npm run add-operation --"],
  ],
  [
    "no contract",
    [...newOptions({}), "--contract", "/no.yaml"],
    2,
    ["Can't read /no.yaml: no such file or directory."],
  ],
  ["an id that is a reserved word", newOptions({ id: "delete" }), 1, ["reserved word"]],
  ["another area", newOptions({ area: "None" }), 1, [`"None" isn't an area. The tags are: Autho`]],
  [
    "a method and a path that don't fit",
    newOptions({ method: "HEAD", path: "added/{id" }),
    1,
    ["x-operation-index lists", '"DELETE"', pathForm],
  ],
])(
  "%s: sentences say so, and the contract stays unchanged",
  async (name, args, code, sentences) => {
    const { exitCode, output, file } = await runCommand(name, ...args);
    expect(exitCode).toBe(code);
    for (const sentence of sentences) expect(output).toContain(sentence);
    expect(output).not.toMatch(/^ +at |draft/m);
    expect(readFileSync(file, "utf8")).toBe(text);
  },
);
