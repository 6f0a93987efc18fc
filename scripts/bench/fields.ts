import type { Json, Schema } from "../contract.ts";

interface Field {
  schema: Schema;
  value: Json;
}

const words = "label state owner origin target note amount detail group priority".split(" ");

/** Makes four to nine fields, each with a value. */
export const makeFields = (random: () => number): Record<string, Field> =>
  Object.fromEntries(words.slice(0, 4 + Math.floor(random() * 6)).map((name) => [name, makeField(name, random)]));

/** Makes a field of one of the kinds that the service has. */
function makeField(name: string, random: () => number): Field {
  const description = `The ${name} of the record.`;
  const kinds: Field[] = [
    { schema: { description, type: "string" }, value: "Example text" },
    { schema: { description, type: "integer" }, value: 7 },
    { schema: { description, type: "boolean" }, value: true },
    { schema: { description, type: "string", pattern: "^[0-9]+$" }, value: "1700000000" },
    { schema: { description, type: ["string", "null"] }, value: null },
    { schema: { description, anyOf: [{ const: "open", type: "string" }, { type: "string" }] }, value: "open" },
    { schema: { description, type: "array", items: { description: "An entry.", type: "string" } }, value: ["one"] },
    {
      schema: {
        description,
        type: "object",
        required: ["amount"],
        properties: { amount: { description: "An amount.", type: "number" } },
      },
      value: { amount: 1.5 },
    },
  ];
  return kinds[Math.floor(random() * kinds.length)] as Field;
}
