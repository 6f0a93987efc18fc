import { type Contract, type NotShown, resolve, type Schema } from "../contract.ts";

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

function field(contract: Contract, name: string, schema: Schema, required: boolean): Field {
  const { description = "", "x-not-shown": notShown = {} } = resolve(contract, schema);
  return {
    name,
    named: true,
    type: typeOf(contract, schema),
    required,
    description: description as string,
    notShown: notShown as NotShown,
  };
}

/** A type in words: `array of object`, `"admin" or string`. */
export function typeOf(contract: Contract, schema: Schema): string {
  const { type, items, anyOf, const: value, pattern, format } = resolve(contract, schema);
  if (anyOf) return (anyOf as Schema[]).map((member) => typeOf(contract, member)).join(" or ");
  if (value !== undefined) return JSON.stringify(value);
  if (type === "array") return `array of ${typeOf(contract, items as Schema)}`;
  const detail = pattern ? `, pattern ${pattern}` : format ? `, ${format}` : "";
  return `${type ?? "any JSON"}${detail}`;
}
