import { expect, test } from "vitest";
import { type Contract, isObject } from "../../scripts/contract.ts";
import { createPages } from "../../scripts/docs/site.ts";
import { build, buildWhole, contract } from "./rebuild.ts";

type Edit = (copy: Contract) => void;

function edit(change: Edit): Contract {
  const copy = structuredClone(contract);
  change(copy);
  return copy;
}

/** Returns the object at a path of a contract. */
function objectAt(document: Contract, ...path: (string | number)[]): Record<string, unknown> {
  let node: unknown = document;
  for (const key of path) node = (node as Record<string, unknown>)[key];
  if (!isObject(node)) throw new Error(`No object at ${path.join(" ")}`);
  return node;
}

const set =
  (path: (string | number)[], values: object): Edit =>
  (copy) =>
    void Object.assign(objectAt(copy, ...path), values);

const renameArea: Edit = (copy) => {
  set(["tags", 1], { name: "Things" })(copy);
  for (const method of ["get", "delete"]) set([...tools, method], { tags: ["Things"] })(copy);
  for (const entry of copy["x-operation-index"].slice(-2)) entry.area = "Things";
};

const removeOperation: Edit = (copy) => {
  delete objectAt(copy, ...plants)["put"];
  copy["x-operation-index"].splice(1, 1);
};

const addOperation: Edit = (copy) => {
  const post = { ...objectAt(copy, ...tools, "get"), operationId: "addTool", summary: "Add a tool" };
  set(tools, { post })(copy);
  copy["x-operation-index"].push({ area: "Tools", method: "POST", name: "Add a tool", operationId: "addTool" });
};

const moveUnknown: Edit = (copy) => {
  delete objectAt(copy, "components", "schemas", "Bed", "properties", "soil")["x-not-shown"];
  set([...tools, "get"], { "x-not-shown": { soils: "Kinds of soil" } })(copy);
};

const plants = ["paths", "/plants/{id}"];
const tools = ["paths", "/tools"];
const schemas = ["components", "schemas"];
const edits: [name: string, change: Edit][] = [
  ["an operation's description", set([...plants, "get"], { description: "Reads it. Again." })],
  ["a title in the navigation", set([...tools, "get"], { summary: "List all tools" })],
  ["a schema that operations of two areas share", set([...schemas, "Tool"], { description: "A tool." })],
  ["a schema's field", set([...schemas, "Bed", "properties"], { size: { type: "integer" } })],
  ["an example", set(["components", "responses", "Garden", "content", "application/json"], { examples: {} })],
  ["a shared parameter", set([...plants, "parameters", 0], { description: "Another." })],
  ["an area's name", renameArea],
  ["an area's description", set(["tags", 0], { description: "All plants." })],
  ["a removed operation", removeOperation],
  ["an added operation", addOperation],
  ["the order of operations", (copy) => void copy["x-operation-index"].reverse()],
  ["a name that two operations share", set(["x-operation-index", 3], { name: "Water plants" })],
  ["a fact of the whole API", (copy) => void delete copy["x-not-shown"]?.["field-presence"]],
  ["an unknown's page", moveUnknown],
  ["an unknown's id", set([...schemas, "Tool", "properties", "use"], { "x-not-shown": { aims: "Aims" } })],
  [
    "a type's name, which another operation's inputs take",
    set([...tools, "delete"], { parameters: [{ name: "rust", in: "query", schema: { type: "boolean" } }] }),
  ],
  ["the token's description", set(["components", "securitySchemes", "token"], { description: "Another token." })],
  ["a call without the token", set([...tools, "get"], { security: [] })],
  ["the API's title", set(["info"], { title: "Gardens" })],
];

test("a rebuild gives the same files as a whole build", async () => {
  const wholeBuilds = [];
  for (const [, change] of edits) wholeBuilds.push(await buildWhole(edit(change)));
  const files = await buildWhole(contract);
  for (const [index, [name, change]] of edits.entries()) {
    expect(wholeBuilds[index], name).not.toEqual(files);
    expect(await build(edit(change)), name).toEqual(wholeBuilds[index]);
  }
});

test("a rebuild makes only the pages of operations that changed", () => {
  const titlesAfter = (change: Edit) => {
    const pages = new Set(createPages(contract));
    const newPages = createPages(edit(change)).filter((page) => page.kind === "operation" && !pages.has(page));
    return newPages.map(({ title }) => title);
  };
  expect(titlesAfter(() => {})).toEqual([]);
  expect(titlesAfter(set([...plants, "get"], { description: "Reads it." }))).toEqual(["Read a plant"]);
  expect(titlesAfter(set([...schemas, "Bed"], { description: "A bed." }))).toEqual(["Read a plant", "Change a plant"]);
  expect(titlesAfter(set([...schemas, "RemoveToolsInputs"], { description: "Tools." }))).toEqual(["List tools"]);
});
