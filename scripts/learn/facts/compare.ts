import {
  type Contract,
  isObject,
  type Json,
  type Observed,
  type Path,
  resolve,
  type Schema,
  targetKeys,
} from "../../contract.ts";
import { countOf, type Shape } from "../accumulate/shape.ts";
import { type Fact, placeId } from "./fact.ts";
import { enough, entriesOf, isMap, schemaOf, typesOf } from "./schema.ts";

/** What a comparison needs to know, whatever it compares. */
export interface Context {
  contract: Contract;
  /** Where facts come from. */
  observed: Observed;
  /** "in 30 exchanges in 2 sessions" */
  seen: string;
  /** The number of responses. */
  count: number;
  /** Whether what the contract has was itself observed: then another type is a new fact, and no contradiction. */
  isObserved: boolean;
  /** Whether the schema itself is being learned: it has the evidence already, and may say which fields are required. */
  isNew: boolean;
}

/** A sentence of evidence. Within what is being learned, the operation says how much was observed. */
export const evidenceOf = (text: string, { isNew, seen }: Pick<Context, "isNew" | "seen">): string =>
  isNew ? `${text}.` : `${text} ${seen}.`;

/** What a shape shows that a schema of the contract doesn't have. `verify` reports what contradicts it. */
export function compare(path: Path, schema: unknown, shape: Shape, context: Context): Fact[] {
  const target = follow(context.contract, path, schema);
  if (!isObject(target.schema)) return [];
  const known = target.schema as Schema;
  const inside = { ...context, isObserved: context.isObserved || "x-observed" in known };
  if (isBlank(known)) return blank(target.path, shape, inside);
  const types = newTypes(target.path, known, shape, inside);
  const itemSchema = known["items"] ?? (types.length > 0 ? schemaOf(shape, 0)["items"] : undefined);
  const items = shape.items && itemSchema ? compare([...target.path, "items"], itemSchema, shape.items, inside) : [];
  return [...types, ...fields(target.path, known, shape, inside), ...items];
}

/** Returns whether a schema has no keyword that says something about values. */
export const isBlank = (schema: unknown): boolean =>
  isObject(schema) &&
  Object.keys(schema).every((key) => key === "description" || key === "title" || key.startsWith("x-"));

function follow(contract: Contract, path: Path, schema: unknown): { path: Path; schema: unknown } {
  const $ref = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof $ref !== "string") return { path, schema };
  return follow(contract, targetKeys($ref), resolve(contract, schema));
}

function blank(path: Path, shape: Shape, context: Context): Fact[] {
  const learned = schemaOf(shape, context.count);
  if (Object.keys(learned).length === 0) return [];
  return [
    {
      id: `${placeId(path)}-shape`,
      evidence: evidenceOf(`Values of type ${typesOf(shape).join(" or ")}`, context),
      changes: [{ path, update: { ...learned, "x-observed": { ...context.observed } } as Json }],
    },
    ...compare(path, learned, shape, { ...context, isNew: true }),
  ];
}

/** A null; and another type, if the one of the contract was itself only observed. */
function newTypes(path: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const types = [schema["type"] ?? []].flat() as string[];
  const fits = (type: string) => types.includes(type) || (type === "integer" && types.includes("number"));
  const added = typesOf(shape).filter((type) => !fits(type) && (type === "null" || context.isObserved));
  if (added.length === 0 || types.length === 0 || "const" in schema || "enum" in schema) return [];
  const remaining = types.filter((type) => !(type === "integer" && added.includes("number")));
  return added.map((type) => ({
    id: `${placeId(path)}-${type}`,
    evidence: evidenceOf(`Of type ${type} in ${shape.types[type]} of ${countOf(shape)} values`, context),
    changes: [
      {
        path,
        update: {
          type: ordered([...remaining, ...added]),
          ...(type === "array" && { items: schemaOf(shape, 0)["items"] ?? {} }),
        } as Json,
      },
    ],
  }));
}

const ordered = (types: string[]) =>
  ["object", "array", "string", "integer", "number", "boolean", "null"].filter((type) => types.includes(type));

interface Part {
  path: Path;
  schema: Schema;
}

/** The objects of which a schema is composed, references followed. */
function partsOf(contract: Contract, path: Path, schema: unknown): Part[] {
  const target = follow(contract, path, schema);
  if (!isObject(target.schema)) return [];
  const parts = [target.schema["allOf"] ?? []].flat();
  return [
    { path: target.path, schema: target.schema as Schema },
    ...parts.flatMap((part, index) => partsOf(contract, [...target.path, "allOf", index], part)),
  ];
}

function fields(path: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const count = shape.types.object ?? 0;
  if (count === 0 || "anyOf" in schema || "oneOf" in schema) return [];
  const parts = partsOf(context.contract, path, schema);
  const map = parts.find((part) => isObject(part.schema["additionalProperties"]));
  if (map) {
    const values = map.schema["additionalProperties"];
    return compare([...map.path, "additionalProperties"], values, entriesOf(shape), context);
  }
  if (isMap(shape)) return [];
  const names = [...shape.fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const holder = parts.findLast((part) => isObject(part.schema["properties"])) ?? parts[0];
  const added = names.flatMap(([name, field]): Fact[] => {
    const owner = parts.find(
      ({ schema }) => isObject(schema["properties"]) && Object.hasOwn(schema["properties"], name),
    );
    if (!owner) return holder ? newField(holder.path, name, field, count, context) : [];
    const property = (owner.schema["properties"] as Record<string, Json>)[name];
    return compare([...owner.path, "properties", name], property, field, context);
  });
  return [...added, ...absent(parts, shape, count, context)];
}

/** A field that the contract doesn't have, and what is in it. */
function newField(path: Path, name: string, field: Shape, objects: number, context: Context): Fact[] {
  const property = schemaOf(field, context.count);
  const isRequired = context.isNew && Math.min(objects, context.count) >= enough && countOf(field) === objects;
  return [
    {
      id: `${placeId(path, name)}-field`,
      evidence: evidenceOf(`In ${countOf(field)} of ${objects} objects`, context),
      changes: [
        {
          path,
          update: {
            ...(isRequired && { required: [name] }),
            properties: { [name]: { ...property, ...(!context.isNew && { "x-observed": { ...context.observed } }) } },
          } as Json,
        },
      ],
    },
    ...compare([...path, "properties", name], property, field, { ...context, isNew: true }),
  ];
}

/** A required field that an object lacks. */
function absent(parts: readonly Part[], shape: Shape, count: number, context: Context): Fact[] {
  return parts.flatMap(({ path, schema }) =>
    ((schema["required"] ?? []) as string[]).flatMap((name, index): Fact[] => {
      const field = shape.fields.get(name);
      const present = field ? countOf(field) : 0;
      if (present >= count) return [];
      return [
        {
          id: `${placeId(path, name)}-absent`,
          evidence: evidenceOf(`Absent from ${count - present} of ${count} objects`, context),
          changes: [{ path: [...path, "required", index], remove: true, expects: name }],
        },
      ];
    }),
  );
}
