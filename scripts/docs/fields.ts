import { type Contract, isObject, type Json, type NotShown, resolve, type Schema } from "../contract.ts";

export interface Field {
  /** The way to it from the top, such as `rooms[].roomId`; its title, where its name is not shown. */
  name: string;
  /** Whether its name is shown. */
  named: boolean;
  type: string;
  required: boolean;
  description: string;
  notShown: NotShown;
}

/** Every field of a schema, the nested ones after the one that holds them. */
export function fieldsOf(contract: Contract, schema: Schema, prefix = ""): Field[] {
  const target = resolve(contract, schema);
  const list = (keyword: string) => (target[keyword] ?? []) as Schema[];
  const required = (target["required"] ?? []) as string[];
  const properties = Object.entries((target["properties"] ?? {}) as Record<string, Schema>);
  const { items, additionalProperties: others } = target as { items?: Schema; additionalProperties?: Schema };
  const titled = others ? ((resolve(contract, others)["anyOf"] ?? []) as Schema[]).filter(({ title }) => title) : [];
  return [
    ...list("allOf").flatMap((part) => fieldsOf(contract, part, prefix)),
    ...properties.flatMap(([name, property]) => {
      const path = prefix ? `${prefix}.${name}` : name;
      return [field(contract, path, property, required.includes(name)), ...fieldsOf(contract, property, path)];
    }),
    ...(items ? fieldsOf(contract, items, `${prefix}[]`) : []),
    ...titled.map((input) => ({ ...field(contract, String(input["title"]), input, false), named: false })),
  ];
}

const field = (contract: Contract, name: string, schema: Schema, required: boolean): Field => ({
  name,
  named: true,
  type: typeOf(contract, schema),
  required,
  ...meaningOf(contract, schema),
});

/** The elements of a list and the values of a map have no name: what is said of them is said with it. */
function meaningOf(contract: Contract, schema: Schema): Pick<Field, "description" | "notShown"> {
  const {
    description = "",
    items,
    additionalProperties: values,
    "x-not-shown": notShown,
  } = { ...resolve(contract, schema), ...schema };
  const inner = [items, values].filter(isObject).map((each) => meaningOf(contract, each as Schema));
  return {
    description: [description, ...inner.map((each) => each.description && `Each: ${each.description}`)]
      .filter(Boolean)
      .join(" "),
    notShown: Object.assign({}, notShown, ...inner.map((each) => each.notShown)),
  };
}

const bounds = ["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "default"];

/** A type in words: `array of object`, `"admin" or string`. */
export function typeOf(contract: Contract, schema: Schema): string {
  const target = resolve(contract, schema);
  const { type, format, items, additionalProperties: values, anyOf, oneOf, enum: listed, const: only } = target;
  const either = (words: string[]) => [...new Set(words)].join(" or ");
  const choice = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choice) return either(choice.map((member) => typeOf(contract, member)));
  if (only !== undefined) return JSON.stringify(only);
  if (listed) return either((listed as Json[]).map((value) => JSON.stringify(value)));
  const held = [items, values].find(isObject) as Schema | undefined;
  const details = bounds
    .filter((bound) => bound in target)
    .map((bound) => `, ${bound} ${typeof target[bound] === "string" ? target[bound] : JSON.stringify(target[bound])}`);
  return [
    either([type ?? "any JSON"].flat().map(String)),
    held ? ` of ${typeOf(contract, held)}` : "",
    format ? `, ${format}` : "",
    ...details,
  ].join("");
}
