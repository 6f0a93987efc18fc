import { expect, test } from "vitest";
import { isObject } from "../../src/openapi/json.ts";
import { addToIndex } from "../scripts/contract-copy.ts";
import { build, contract, createState, type Edit, expectSameFiles, objectAt, set } from "./rebuild.ts";

test.each<[name: string, change: Edit]>([
  ["a schema's field", set(["components", "schemas", "Bed", "properties"], { size: { type: "integer" } })],
  ["an example", set(["components", "responses", "Garden", "content", "application/json"], { examples: {} })],
  [
    "the operations, one of which is added",
    (copy) => {
      const post = { ...objectAt(copy, "paths", "/tools", "get"), operationId: "addTool", summary: "Add a tool" };
      set(["paths", "/tools"], { post })(copy);
      addToIndex(copy, "Tools", { method: "POST", name: "Add a tool", operationId: "addTool" });
    },
  ],
  ["the order of operations", (copy) => void copy["x-operation-index"]["Plants"]?.reverse()],
  ["a name that two operations then share", set(["x-operation-index", "Plants", 3], { name: "Water plants" })],
  [
    "an unknown of the whole API, which then concerns its server",
    (copy) => {
      delete copy["x-not-shown"]?.["field-presence"];
      set(["servers", 0], { "x-not-shown": { "field-presence": "Whether a field can be absent" } })(copy);
    },
  ],
  [
    "an unknown that moves to another page",
    (copy) => {
      delete objectAt(copy, "components", "schemas", "Bed", "properties", "soil")["x-not-shown"];
      set(["paths", "/tools", "get"], { "x-not-shown": { soils: "Kinds of soil" } })(copy);
    },
  ],
  [
    "an operation's inputs, whose type takes a schema's name",
    set(["paths", "/tools", "delete"], {
      parameters: [{ name: "rust", in: "query", schema: { type: "boolean" } }],
    }),
  ],
  ["a call's token", set(["paths", "/tools", "get"], { security: [] })],
])("a rebuild after a change of %s gives the same files as a whole build", (_, change) => expectSameFiles(change));

/** Changes a text, a number or a boolean. */
const changeValue = (value: unknown) =>
  typeof value === "string" ? `${value}Changed` : typeof value === "number" ? value + 1 : !value;

/** Yields copies of the contract, each with another value changed, and the path of the value. */
function* changedContracts() {
  const copy = structuredClone(contract);
  function* changesWithin(node: Record<string, unknown>, path: string): Generator<string> {
    for (const [key, value] of Object.entries(node)) {
      // The lint rejects a reference without a target.
      if (key === "$ref") continue;
      if (isObject(value) || Array.isArray(value)) {
        yield* changesWithin(value as Record<string, unknown>, `${path}/${key}`);
        continue;
      }
      node[key] = changeValue(value);
      yield `${path}/${key}`;
      node[key] = value;
    }
  }
  for (const path of changesWithin(copy as never, "")) yield { path, changedContract: structuredClone(copy) };
}

test("a rebuild after any change of a value gives the same files as a whole build, or the same error", async () => {
  const read = (files: Promise<Record<string, string>>) => files.catch((error: Error) => error.message);
  const state = createState();
  await build(contract, state);
  let count = 0;
  for (const { path, changedContract } of changedContracts()) {
    const wholeFiles = await read(build(changedContract));
    // A build replaces the pages of its state.
    expect(await read(build(changedContract, { ...state })), path).toEqual(wholeFiles);
    count += typeof wholeFiles === "string" ? 0 : 1;
  }
  expect(count).toBeGreaterThan(80);
}, 600_000);
