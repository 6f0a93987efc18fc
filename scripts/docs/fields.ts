import {
  type Contract,
  isObject,
  type Json,
  type Mark,
  marksOf,
  resolve,
  type Schema,
  schemaFields,
} from "../contract.ts";

export interface Field {
  /** The way to it from the top, such as `rooms[].roomId`; its title, where its name is unknown. */
  name: string;
  /** Whether its name is known. */
  named: boolean;
  type: string;
  required: boolean;
  /** Whether it belongs to one of several alternatives. */
  alternative: boolean;
  description: string;
  unknowns: Mark[];
}

/** Every field of a schema, each followed by those within it. */
export function fieldsOf(contract: Contract, schema: Schema): Field[] {
  const field = (name: string, inner: Schema, required: boolean, named: boolean, alternative = false): Field => ({
    name,
    named,
    type: typeOf(contract, inner),
    required,
    alternative,
    ...meaningOf(contract, inner),
  });
  const { additionalProperties: others } = resolve(contract, schema);
  const inputs = isObject(others) ? ((resolve(contract, others)["anyOf"] ?? []) as Schema[]) : [];
  return [
    ...schemaFields(contract, schema).map(({ path, schema, required, alternative }) =>
      field(path, schema, required, true, alternative),
    ),
    ...inputs.flatMap((input) => (input["title"] ? field(String(input["title"]), input, false, false) : [])),
  ];
}

/** The elements of a list and the values of a map have no name: they are described with it. */
function meaningOf(contract: Contract, schema: Schema, above: unknown[] = []): Pick<Field, "description" | "unknowns"> {
  const target = resolve(contract, schema);
  if (above.includes(target)) return { description: "", unknowns: [] };
  const { description = "", deprecated, items, additionalProperties: values, ...rest } = { ...target, ...schema };
  const inner = [items, values].filter(isObject).map((each) => meaningOf(contract, each as Schema, [...above, target]));
  return {
    description: [
      deprecated === true && "Deprecated.",
      description,
      ...inner.map((each) => each.description && `Each: ${each.description}`),
    ]
      .filter(Boolean)
      .join(" "),
    unknowns: [...marksOf(rest), ...inner.flatMap((each) => each.unknowns)],
  };
}

const bounds = ["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "default"];

/** A type in words: `array of object`, `"admin" or string`. A schema within itself is reduced to its bare type. */
export function typeOf(contract: Contract, schema: Schema, above: unknown[] = []): string {
  const target = resolve(contract, schema);
  const { type, format, items, additionalProperties: values, anyOf, oneOf, enum: listed, const: only } = target;
  const either = (words: string[]) => [...new Set(words)].join(" or ");
  const bare = either([type ?? "any JSON"].flat().map(String));
  if (above.includes(target)) return bare;
  const within = (part: Schema) => typeOf(contract, part, [...above, target]);
  const choice = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choice) return either(choice.map(within));
  if (only !== undefined) return JSON.stringify(only);
  if (listed) return either((listed as Json[]).map((value) => JSON.stringify(value)));
  const held = [items, values].find(isObject) as Schema | undefined;
  const details = bounds
    .filter((bound) => bound in target)
    .map((bound) => `, ${bound} ${typeof target[bound] === "string" ? target[bound] : JSON.stringify(target[bound])}`);
  const access = [target["readOnly"] === true && ", read-only", target["writeOnly"] === true && ", write-only"];
  return [bare, held ? ` of ${within(held)}` : "", format ? `, ${format}` : "", ...details, ...access]
    .filter(Boolean)
    .join("");
}
