import { expect, test } from "vitest";
import { build, contract, createState, type Edit, edit, expectSameFiles, objectAt, set } from "./rebuild.ts";

const plants = ["paths", "/plants/{id}"];
const tools = ["paths", "/tools"];
const schemas = ["components", "schemas"];

test.each<[name: string, change: Edit]>([
  ["a schema that operations of two areas share", set([...schemas, "Tool"], { description: "A tool." })],
  [
    "the area of an unknown, whose page another operation determines",
    (copy) => void delete objectAt(copy, ...schemas, "Plant", "properties")["tool"],
  ],
  [
    "an area's name",
    (copy) => {
      set(["tags", 1], { name: "Things" })(copy);
      for (const method of ["get", "delete"]) set([...tools, method], { tags: ["Things"] })(copy);
      const { Tools: things = [], ...index } = copy["x-operation-index"];
      copy["x-operation-index"] = { ...index, Things: things };
    },
  ],
  [
    "the operations, one of which is removed",
    (copy) => {
      delete objectAt(copy, ...plants)["put"];
      copy["x-operation-index"]["Plants"]?.splice(1, 1);
    },
  ],
])("a rebuild after a change of %s gives the same files as a whole build", (_, change) => expectSameFiles(change));

test("a rebuild renders only the pages that changed, and keeps no others", async () => {
  const state = createState();
  await build(contract, state);
  const count = state.rendered.size;
  const titlesAfter = async (change: Edit) => {
    await build(contract, state);
    const forms = new Set(state.rendered.values());
    await build(edit(change), state);
    expect(state.rendered.size).toBe(count);
    const renderedPages = [...state.rendered].flatMap(([json, form]) => (forms.has(form) ? [] : JSON.parse(json)));
    return renderedPages.filter(({ kind }) => kind !== "home").map(({ title }) => title);
  };
  expect(await titlesAfter(() => {})).toEqual([]);
  expect(await titlesAfter(set([...plants, "get"], { description: "Reads it." }))).toEqual(["Read a plant"]);
  expect(await titlesAfter(set([...schemas, "Bed"], { description: "A bed." }))).toEqual([
    "Read a plant",
    "Change a plant",
    "A plant grew",
  ]);
});
