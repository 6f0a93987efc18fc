import { expect, test } from "vitest";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { contract, type Edit, edit, expectSameFiles, objectAt, set } from "./rebuild.ts";

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

test("a rebuild makes only the pages of operations that changed", () => {
  const titlesAfter = (change: Edit) => {
    const pages = new Set(createPages(contract));
    const newPages = createPages(edit(change)).filter((page) => page.kind === "operation" && !pages.has(page));
    return newPages.map(({ title }) => title);
  };
  expect(titlesAfter(() => {})).toEqual([]);
  expect(titlesAfter(set([...plants, "get"], { description: "Reads it." }))).toEqual(["Read a plant"]);
  expect(titlesAfter(set([...schemas, "Bed"], { description: "A bed." }))).toEqual(["Read a plant", "Change a plant"]);
  expect(titlesAfter(set([...schemas, "RemoveToolsInputs", "properties", "tools"], { description: "Tools." }))).toEqual(
    ["List tools"],
  );
});
