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
import { type Fact, kebab } from "./fact.ts";
import { isBlank } from "./operation.ts";
import { entriesOf, isMap, propertyOf, schemaOf, typesOf } from "./schema.ts";

/** What a comparison needs to know wherever it stands. */
export interface Context {
  contract: Contract;
  /** What facts are told to come from. */
  observed: Observed;
  /** "in 30 exchanges in 2 sessions" */
  seen: string;
  /** The number of responses. */
  count: number;
  /** Whether what the contract has was itself observed: then another type is a new fact, and no contradiction. */
  isObserved: boolean;
}

/** What a shape shows that a schema of the contract does not have. What contradicts it, is for `verify` to tell. */
export function compare(at: Path, schema: unknown, shape: Shape, context: Context): Fact[] {
  const located = follow(context.contract, at, schema);
  if (!isObject(located.schema)) return [];
  const target = located.schema as Schema;
  const inside = { ...context, isObserved: context.isObserved || "x-observed" in target };
  if (isBlank(target)) return blank(located.at, shape, inside);
  const items =
    shape.items && "items" in target ? compare([...located.at, "items"], target["items"], shape.items, inside) : [];
  return [...newTypes(located.at, target, shape, inside), ...fields(located.at, target, shape, inside), ...items];
}

function follow(contract: Contract, at: Path, schema: unknown): { at: Path; schema: unknown } {
  const $ref = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof $ref !== "string") return { at, schema };
  return follow(contract, targetKeys($ref), resolve(contract, schema));
}

function blank(at: Path, shape: Shape, { count, observed, seen }: Context): Fact[] {
  const found = schemaOf(shape, count);
  if (Object.keys(found).length === 0) return [];
  return [
    {
      id: `${idOf(at)}-shape`,
      claim: "existence",
      evidence: `Values of type ${typesOf(shape).join(" or ")} ${seen}.`,
      changes: [{ at, update: { ...found, "x-observed": { ...observed } } as Json }],
    },
  ];
}

/** A null; and another type, where the one of the contract was itself only observed. */
function newTypes(at: Path, schema: Schema, shape: Shape, { seen, isObserved }: Context): Fact[] {
  const types = [schema["type"] ?? []].flat() as string[];
  const fits = (type: string) => types.includes(type) || (type === "integer" && types.includes("number"));
  const added = typesOf(shape).filter((type) => !fits(type) && (type === "null" || isObserved));
  if (added.length === 0 || types.length === 0 || "const" in schema || "enum" in schema) return [];
  const kept = types.filter((type) => !(type === "integer" && added.includes("number")));
  const whole = schemaOf(shape, 0);
  return added.map((type) => ({
    id: `${idOf(at)}-${type}`,
    claim: "existence",
    evidence: `Of type ${type} in ${shape.types[type]} of ${countOf(shape)} values ${seen}.`,
    changes: [
      {
        at,
        update: {
          type: ordered([...kept, ...added]),
          ...(type === "array" && { items: whole["items"] ?? {} }),
          ...(type === "object" && whole["properties"] && { properties: whole["properties"] }),
        } as Json,
      },
    ],
  }));
}

const ordered = (types: string[]) =>
  ["object", "array", "string", "integer", "number", "boolean", "null"].filter((type) => types.includes(type));

/** The objects of which a schema is composed, references followed. */
function objects(contract: Contract, at: Path, schema: unknown): { at: Path; schema: Schema }[] {
  const located = follow(contract, at, schema);
  if (!isObject(located.schema)) return [];
  const parts = [located.schema["allOf"] ?? []].flat();
  return [
    { at: located.at, schema: located.schema as Schema },
    ...parts.flatMap((part, index) => objects(contract, [...located.at, "allOf", index], part)),
  ];
}

function fields(at: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const count = shape.types.object ?? 0;
  if (count === 0 || "anyOf" in schema || "oneOf" in schema) return [];
  const parts = objects(context.contract, at, schema);
  const map = parts.find((part) => isObject(part.schema["additionalProperties"]));
  if (map) {
    const inner = map.schema["additionalProperties"];
    return compare([...map.at, "additionalProperties"], inner, entriesOf(shape), context);
  }
  if (isMap(shape)) return [];
  const names = [...shape.fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const holder = parts.findLast((part) => isObject(part.schema["properties"])) ?? parts[0];
  const added = names.flatMap(([name, field]): Fact[] => {
    const owner = parts.find(
      ({ schema }) => isObject(schema["properties"]) && Object.hasOwn(schema["properties"], name),
    );
    if (owner) {
      const property = (owner.schema["properties"] as Record<string, Json>)[name];
      return compare([...owner.at, "properties", name], property, field, context);
    }
    if (!holder) return [];
    return [
      {
        id: `${idOf([...holder.at, name])}-field`,
        claim: "existence",
        evidence: `In ${countOf(field)} of ${count} objects ${context.seen}.`,
        changes: [
          {
            at: holder.at,
            update: {
              properties: { [name]: { ...propertyOf(field, context.count), "x-observed": { ...context.observed } } },
            } as Json,
          },
        ],
      },
    ];
  });
  return [...added, ...absent(parts, shape, count, context)];
}

/** A required field that an object lacks. */
function absent(parts: { at: Path; schema: Schema }[], shape: Shape, count: number, { seen }: Context): Fact[] {
  return parts.flatMap(({ at, schema }) =>
    ((schema["required"] ?? []) as string[]).flatMap((name, index): Fact[] => {
      const field = shape.fields.get(name);
      const present = field ? countOf(field) : 0;
      if (present >= count) return [];
      return [
        {
          id: `${idOf([...at, name])}-absent`,
          claim: "existence",
          evidence: `Absent from ${count - present} of ${count} objects ${seen}.`,
          changes: [{ at: [...at, "required", index], remove: true, expects: name }],
        },
      ];
    }),
  );
}

const dull = new Set([
  "paths",
  "components",
  "schemas",
  "responses",
  "content",
  "application/json",
  "schema",
  "properties",
]);
const idOf = (at: Path): string => kebab(at.filter((key) => !dull.has(`${key}`)).join("-"));
