import { expect, test } from "vitest";
import { valueTypesOf } from "../../src/document/value-types.ts";

const self = { $ref: "#/components/schemas/Node" };
const names = ["a", "b", "c", "d", "e", "f"];
const node = { type: "object", properties: Object.fromEntries(names.map((name) => [name, self])) };
const document = { components: { schemas: { Node: node } } };

test.each([
  [undefined, 4],
  ["deepObject", 8],
])(
  "a schema that contains itself in many places, in the style %s, is read once for each of %i levels",
  (style, count) => {
    const levels = new Set<unknown>();
    const add = (types: ReturnType<typeof valueTypesOf>): void => {
      if (levels.has(types)) return;
      levels.add(types);
      for (const part of Object.values(types.properties ?? {})) add(part);
    };
    add(valueTypesOf(document, self, [style]));
    expect(levels.size).toBe(count);
  },
);
