import { isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { parseReference, resolve } from "../../../src/openapi/reference.ts";
import { isOpen } from "../../../src/openapi/schema.ts";
import type { Contract, Json, Operation, Schema } from "../../contract/document.ts";
import { schemaOf, sufficientCount, typeOrder, typesOf } from "../shape/schema.ts";
import { countOf, entriesOf, type Shape } from "../shape/shape.ts";
import { type Change, type Fact, placeIdOf } from "./fact.ts";

/** The data that all comparisons of an operation need. */
export interface Context {
  contract: Contract;
  method: string;
  /** A new operation has no responses yet. */
  operation: Pick<Operation, "operationId"> & Partial<Operation>;
  /** The path of the operation in the contract. */
  path: Path;
  /** The origin of the facts: the value of `x-observed`. */
  observation: { [key: string]: Json };
  /** For example "in 30 exchanges". */
  counts: string;
  /** The number of responses. 0 for requests, which show neither forms of texts nor required fields. */
  count: number;
  /** Whether this part of the contract was observed itself: then another type is a new fact, not a contradiction. */
  isObserved: boolean;
  /** Whether the schema is new itself: its operation has the evidence, and its fields may be required. */
  isNew: boolean;
}

/** Returns a fact. Its evidence leaves out the counts inside a new operation or schema, which has them. */
export const createFact = (id: string, evidence: string, { isNew, counts }: Context, ...changes: Change[]): Fact => ({
  id,
  evidence: isNew ? `${evidence}.` : `${evidence} ${counts}.`,
  changes,
});

/** Returns the facts that a shape shows and a schema doesn't contain. Contradictions are reported by `verify`. */
export function compareSchema(path: Path, schema: unknown, shape: Shape, context: Context): Fact[] {
  const target = followReference(context.contract, path, schema);
  if (!isObject(target.schema)) return [];
  const targetSchema = target.schema as Schema;
  const targetContext = { ...context, isObserved: context.isObserved || "x-observed" in targetSchema };
  if (isOpen(context.contract, targetSchema)) return openSchemaFactsOf(target.path, shape, targetContext);
  const types = typeFactsOf(target.path, targetSchema, shape, targetContext);
  const itemSchema = targetSchema["items"] ?? (types.length > 0 ? schemaOf(shape, 0)["items"] : undefined);
  const items =
    shape.items && itemSchema ? compareSchema([...target.path, "items"], itemSchema, shape.items, targetContext) : [];
  return [...types, ...objectFactsOf(target.path, targetSchema, shape, targetContext), ...items];
}

function followReference(contract: Contract, path: Path, schema: unknown): { path: Path; schema: unknown } {
  const $ref = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof $ref !== "string") return { path, schema };
  return followReference(contract, parseReference($ref), resolve(contract, schema));
}

function openSchemaFactsOf(path: Path, shape: Shape, context: Context): Fact[] {
  const learnedSchema = schemaOf(shape, context.count);
  if (Object.keys(learnedSchema).length === 0) return [];
  return [
    createFact(`${placeIdOf(path)}-shape`, `Values of type ${typesOf(shape).join(" or ")}`, context, {
      path,
      update: { ...learnedSchema, "x-observed": context.observation },
    }),
    ...compareSchema(path, learnedSchema, shape, { ...context, isNew: true }),
  ];
}

/**
 * Returns a fact of the new types: null, and any other if the contract's type was observed itself. They are one fact, since
 * an update sets the whole list of types.
 */
function typeFactsOf(path: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const types = [schema["type"] ?? []].flat() as string[];
  const isDeclared = (type: string) => types.includes(type) || (type === "integer" && types.includes("number"));
  const addedTypes = typesOf(shape).filter((type) => !isDeclared(type) && (type === "null" || context.isObserved));
  if (addedTypes.length === 0 || types.length === 0 || "const" in schema || "enum" in schema) return [];
  const remainingTypes = types.filter((type) => !(type === "integer" && addedTypes.includes("number")));
  const values = addedTypes.map((type) => `type ${type} in ${shape.types[type]}`).join(", of ");
  const update = {
    type: typeOrder.filter((type) => remainingTypes.includes(type) || addedTypes.includes(type)),
    ...(addedTypes.includes("array") && { items: schemaOf(shape, 0)["items"] ?? {} }),
  };
  const id = `${placeIdOf(path)}-${addedTypes.join("-")}`;
  return [createFact(id, `Of ${values} of ${countOf(shape)} values`, context, { path, update })];
}

interface Part {
  path: Path;
  schema: Schema;
}

/** Returns a schema and the parts of its `allOf`, with references followed. */
function partsOf(contract: Contract, path: Path, schema: unknown): Part[] {
  const target = followReference(contract, path, schema);
  if (!isObject(target.schema)) return [];
  const parts = [target.schema["allOf"] ?? []].flat();
  return [
    { path: target.path, schema: target.schema as Schema },
    ...parts.flatMap((part, index) => partsOf(contract, [...target.path, "allOf", index], part)),
  ];
}

function objectFactsOf(path: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const count = shape.types.object ?? 0;
  if (count === 0 || "anyOf" in schema || "oneOf" in schema) return [];
  const parts = partsOf(context.contract, path, schema);
  const map = parts.find((part) => isObject(part.schema["additionalProperties"]));
  if (map) {
    const values = map.schema["additionalProperties"];
    return compareSchema([...map.path, "additionalProperties"], values, entriesOf(shape), context);
  }
  const sortedFields = [...shape.fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const targetPart = parts.findLast((part) => isObject(part.schema["properties"])) ?? parts[0];
  const fieldFacts = sortedFields.flatMap(([name, field]): Fact[] => {
    const owner = parts.find(
      ({ schema }) => isObject(schema["properties"]) && Object.hasOwn(schema["properties"], name),
    );
    if (!owner) return targetPart ? newFieldFactsOf(targetPart.path, name, field, count, context) : [];
    const property = (owner.schema["properties"] as Record<string, Json>)[name];
    return compareSchema([...owner.path, "properties", name], property, field, context);
  });
  return [...fieldFacts, ...absentFactsOf(parts, shape, count, context)];
}

/** Returns the facts for a new field and for its contents. */
function newFieldFactsOf(path: Path, name: string, field: Shape, objects: number, context: Context): Fact[] {
  const property = schemaOf(field, context.count);
  const isRequired = context.isNew && Math.min(objects, context.count) >= sufficientCount && countOf(field) === objects;
  const update = {
    ...(isRequired && { required: [name] }),
    properties: { [name]: { ...property, ...(!context.isNew && { "x-observed": context.observation }) } },
  };
  return [
    createFact(`${placeIdOf(path, name)}-field`, `In ${countOf(field)} of ${objects} objects`, context, {
      path,
      update,
    }),
    ...compareSchema([...path, "properties", name], property, field, { ...context, isNew: true }),
  ];
}

/** Returns a fact for each required field that is absent from an object of a response. */
function absentFactsOf(parts: readonly Part[], shape: Shape, count: number, context: Context): Fact[] {
  if (context.count === 0) return [];
  return parts.flatMap(({ path, schema }) =>
    ((schema["required"] ?? []) as string[]).flatMap((name): Fact[] => {
      const absentCount = count - countOf(shape.fields.get(name) ?? { types: {} });
      if (absentCount <= 0) return [];
      const evidence = `Absent from ${absentCount} of ${count} objects`;
      const change = { path: [...path, "required"], remove: { text: name } };
      return [createFact(`${placeIdOf(path, name)}-absent`, evidence, context, change)];
    }),
  );
}
