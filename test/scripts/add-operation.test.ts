import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addOperation } from "../../scripts/add-operation.ts";
import { contractFile, knownOperations, pathOperations, readContract, unknowns } from "../../scripts/contract.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, run } from "../../scripts/run.ts";

const folder = mkdtempSync(join(tmpdir(), "add-operation-"));
const contract = readContract();

/** A copy of the contract, and ways to add to it and to read it. */
function copy(name: string) {
  const file = join(folder, name);
  writeFileSync(file, readFileSync(contractFile));
  const read = () => readFileSync(file, "utf8");
  return {
    file,
    read,
    add: (...[operation]: [Parameters<typeof addOperation>[1]]) => writeFileSync(file, addOperation(read(), operation)),
    command: (...args: string[]) =>
      run(process.execPath, ["--import", "tsx", join(root, "scripts/add-operation.ts"), "--contract", file, ...args]),
  };
}

/** The lines that `after` has and `before` lacks, if it has all of those in their order. */
function addedLines(before: string, after: string): string[] {
  const old = before.split("\n");
  let kept = 0;
  const added = after.split("\n").filter((line) => {
    if (line === old[kept]) kept++;
    else return true;
    return false;
  });
  expect(old.slice(kept)).toEqual([]);
  return added;
}

test("an operation of each area and one of each method are added without a change to another line, and pass the lint", async () => {
  const { file, read, add } = copy("all.yaml");
  const all = knownOperations(contract).filter(({ known, method }) => known === "name" && method !== "unspecified");
  const firstOf = (key: "area" | "method") =>
    all.filter((one, at) => all.findIndex((each) => each[key] === one[key]) === at);
  const rest = [...new Set([...firstOf("area"), ...firstOf("method")])];
  for (const [number, { area, method, name }] of rest.entries()) {
    add({ id: `added${number}`, method, path: `/api/v2/added${number % 10}/{itemId}/x${number}`, area, name });
  }
  const added = addedLines(readFileSync(contractFile, "utf8"), read());
  expect(added.filter((line) => /^ {4}operationId: added\d+$/.test(line))).toHaveLength(rest.length);
  expect(pathOperations(readContract(file))).toHaveLength(pathOperations(contract).length + rest.length);
  expect(await lintContract([file])).toMatchObject({ ok: true });
});

test("what isn't known of a new operation is marked", () => {
  const { file, add } = copy("marked.yaml");
  add({ id: "createAdded", method: "POST", path: "/api/v2/added/{addedId}", area: "Logs", name: "Create an Added" });
  const before = new Set(unknowns(contract).map(({ id }) => id));
  const marked = unknowns(readContract(file)).filter(({ id }) => !before.has(id));
  expect(marked.map(({ id }) => id.replace("create-added-", ""))).toEqual([
    "details",
    "token",
    "inputs",
    "payload",
    "added-id-type",
    "success-status",
    "answer",
  ]);
  const { operation, known } = pathOperations(readContract(file)).at(-1) ?? {};
  expect({ summary: operation?.summary, repeatable: operation?.["x-repeatable"] }).toEqual({
    summary: "Create an added",
    repeatable: false,
  });
  expect(known).toBeDefined();
});

test("the command adds a second method to a path, and a name that the index lacks with its number", async () => {
  const { file, command } = copy("command.yaml");
  const { path, operation } = pathOperations(contract)[0] ?? {};
  const options = ["--id", "patchAdded", "--method", "PATCH", "--path", `${path}`, "--area", `${operation?.tags[0]}`];
  // The command writes only what passes the lint.
  expect(await command(...options, "--name", "Change an added: one")).toMatchObject({ ok: true });
  const { paths, info, "x-operation-index": index } = readContract(file);
  expect(Object.keys(paths)).toEqual(Object.keys(contract.paths));
  expect(index).toContainEqual({
    area: operation?.tags[0],
    method: "PATCH",
    name: "Change an added: one",
    operationId: "patchAdded",
  });
  expect(info.description).toContain(`${contract["x-operation-index"].length + 1} operations`);
});

const known = pathOperations(contract).find(({ path }) => path.includes("{"));
if (!known) throw new Error("No operation of the contract has a path value.");
const fits = { id: "added", method: "GET", path: "/api/v2/added", area: "Logs", name: "Added" };
const nameOnly = knownOperations(contract).find(({ known, method }) => known === "name" && method === "POST");
if (!nameOnly) throw new Error("No name-only POST is left.");
const unspecified = contract["x-operation-index"].find(({ method }) => method === "unspecified");

test.each([
  ["an id that exists", { id: known.operation.operationId }, `has an operation ${known.operation.operationId}`],
  ["a method and path that exist", { method: known.method, path: known.path }, `has ${known.method} ${known.path}`],
  ["a path with other names", { path: known.path.replace(/{\w+}/, "{added}") }, `has this path as ${known.path}`],
  ["a documented name", { name: "List tokens", area: "Authorization" }, '"List tokens" is documented: listTokens'],
  ["an unknown area", { area: "Nonexistent" }, "Unknown area: Nonexistent. The contract has Authorization"],
  ["a name with another method", { name: nameOnly.name, area: nameOnly.area }, `has "${nameOnly.name}" as POST`],
  ["an id that is not in camelCase", { id: "Added_One" }, "--id must be in camelCase"],
  ["a method that has no operation", { method: "HEAD" }, "--method is GET, POST, PUT, PATCH or DELETE."],
  ["a path without the prefix", { path: "/added" }, "--path must start with /api/v2/"],
  ["a name without a known method", { name: unspecified?.name, area: unspecified?.area }, "is an unknown"],
])("%s is an error", (_, change, message) => {
  const operation = { ...fits, ...change } as typeof fits;
  expect(() => addOperation(readFileSync(contractFile, "utf8"), operation)).toThrow(message);
});

test.each([
  [["--id", "added"], "Missing: --method, --path, --area, --name."],
  [toOptions({ ...fits, path: "/added" }), "--path must start with /api/v2/"],
  // Only the lint knows the reserved words.
  [toOptions({ ...fits, id: "delete" }), "reserved word"],
])("%j is rejected with a sentence, and the contract stays as it is", async (args, sentence) => {
  const { read, command } = copy(`${args.join("").replaceAll(/\W/g, "")}.yaml`);
  const { ok, output } = await command(...args);
  expect(ok).toBe(false);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/^ +at /m);
  expect(read()).toBe(readFileSync(contractFile, "utf8"));
});

function toOptions(operation: Record<string, string>): string[] {
  return Object.entries(operation).flatMap(([name, value]) => [`--${name}`, value]);
}
