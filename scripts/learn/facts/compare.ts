import { includesType, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { parseReference, resolve } from "../../../src/openapi/reference.ts";
import { acceptsAnything } from "../../../src/openapi/schema.ts";
import type { Contract, Json, Schema } from "../../contract/document.ts";
import {
  countOf,
  entriesOf,
  fieldsOf,
  isMap,
  type Shape,
  schemaOf,
  typeOrder,
  typesOf,
} from "../shape/shape.ts";
import {
  type Context,
  contractRoot,
  createChange,
  describeType,
  type Fact,
  observedDescription,
  observedOf,
  placeOf,
} from "./fact.ts";

interface Part {
  path: Path;
  schema: Schema;
}

/**
 * Returns the facts that a shape shows and a schema doesn't contain. Contradictions are reported by
 * `verify`.
 */
export function compareSchema(
  schemaPath: Path,
  unresolved: unknown,
  shape: Shape,
  schemaContext: Context,
): Fact[] {
  const parts = partsOf(schemaContext.contract, schemaPath, unresolved);
  const [target] = parts;
  if (!target) return [];
  const { path, schema } = target;
  const context = {
    ...schemaContext,
    isObserved: schemaContext.isObserved || "x-observed" in schema,
  };
  if (acceptsAnything(context.contract, schema)) return openSchemaFactsOf(path, shape, context);
  const types = typeFactsOf(path, schema, shape, context);
  const itemSchema = schema["items"] ?? (types.length > 0 ? schemaOf(shape)["items"] : undefined);
  // No example of a response shows the fields of an object and those of a list.
  const hasItems = itemSchema && !(shape.types.object && context.count > 0);
  const items =
    shape.items && hasItems
      ? compareSchema([...path, "items"], itemSchema, shape.items, context)
      : [];
  return [...types, ...objectFactsOf(parts, shape, context), ...items];
}

/** Returns a schema and those that it has in `allOf`, each with its place in the contract. */
function partsOf(contract: Contract, path: Path, schema: unknown): Part[] {
  if (!isObject(schema)) return [];
  const { $ref, allOf = [] } = schema;
  if (typeof $ref === "string")
    return partsOf(contract, [contractRoot, ...parseReference($ref)], resolve(contract, schema));
  return [
    { path, schema: schema as Schema },
    ...[allOf].flat().flatMap((part, index) => partsOf(contract, [...path, "allOf", index], part)),
  ];
}

function openSchemaFactsOf(path: Path, shape: Shape, context: Context): Fact[] {
  const learnedSchema = schemaOf(shape);
  if (Object.keys(learnedSchema).length === 0) return [];
  const type = describeType(learnedSchema);
  const change = createChange(path, {
    add: { ...learnedSchema, "x-observed": evidenceOf(shape, context) },
  });
  return [
    { fact: `${placeOf(path)}: ${type}`, evidence: `${countOf(shape)} values`, changes: [change] },
    ...compareSchema(path, learnedSchema, shape, { ...context, isNew: true }),
  ];
}

/**
 * Returns a fact of the new types: null, and any other if the contract's type was observed itself.
 * They are one fact, since a change sets the whole list of types.
 */
function typeFactsOf(path: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const types = [schema["type"] ?? []].flat() as string[];
  const isNew = (type: string) =>
    !includesType(types, type) && (type === "null" || context.isObserved);
  const addedTypes = typesOf(shape).filter(isNew);
  if (addedTypes.length === 0 || types.length === 0 || "const" in schema || "enum" in schema)
    return [];
  const remainingTypes = types.filter(
    (type) => !(type === "integer" && addedTypes.includes("number")),
  );
  const values = addedTypes.map((type) => `type ${type} in ${shape.types[type]}`).join(", of ");
  const type = typeOrder.filter(
    (name) => remainingTypes.includes(name) || addedTypes.includes(name),
  );
  const add = {
    type,
    ...(addedTypes.includes("array") && { items: schemaOf(shape)["items"] ?? {} }),
  };
  const fact = `${placeOf(path)}: also ${addedTypes.join(" or ")}`;
  return [
    {
      fact,
      evidence: `of ${values} of ${countOf(shape)} values`,
      changes: [createChange(path, { add })],
    },
  ];
}

function objectFactsOf(parts: readonly Part[], shape: Shape, context: Context): Fact[] {
  const count = shape.types.object ?? 0;
  if (count === 0 || !parts[0] || "anyOf" in parts[0].schema || "oneOf" in parts[0].schema)
    return [];
  const map = parts.find((part) => isObject(part.schema["additionalProperties"]));
  if (map) {
    const values = map.schema["additionalProperties"];
    return compareSchema([...map.path, "additionalProperties"], values, entriesOf(shape), context);
  }
  // The names beyond those of a map's fields aren't kept, so that none is known to be absent.
  if (isMap(shape)) return [];
  const targetPart = parts.findLast((part) => isObject(part.schema["properties"])) ?? parts[0];
  const fieldFacts = fieldsOf(shape).flatMap(([name, field]): Fact[] => {
    const owner = parts.find(
      ({ schema }) => isObject(schema["properties"]) && Object.hasOwn(schema["properties"], name),
    );
    if (!owner)
      return targetPart ? newFieldFactsOf(targetPart.path, name, field, count, context) : [];
    const property = (owner.schema["properties"] as Record<string, Json>)[name];
    return compareSchema([...owner.path, "properties", name], property, field, context);
  });
  return [...fieldFacts, ...absentFactsOf(parts, shape, count, context)];
}

/** Of an object's merged values, an exchange can have several. */
const evidenceOf = ({ evidence }: Shape, context: Context) =>
  observedOf({ ...evidence, count: Math.min(evidence.count, context.evidence.count) });

/**
 * If this many responses agree, at most 1 % of all differ, with 95 % confidence (the rule of
 * three).
 */
const sufficientCount = 300;

function newFieldFactsOf(
  path: Path,
  name: string,
  field: Shape,
  objects: number,
  context: Context,
): Fact[] {
  const property = schemaOf(field);
  const isRequired =
    context.isNew &&
    Math.min(objects, context.count) >= sufficientCount &&
    countOf(field) === objects;
  const add = {
    ...(isRequired && { required: [name] }),
    properties: {
      [name]: {
        description: observedDescription,
        ...property,
        ...(!context.isNew && { "x-observed": evidenceOf(field, context) }),
      },
    },
  };
  const place = [...path, "properties", name];
  const fact = `${placeOf(place)}: ${describeType(property)}${isRequired ? ", required" : ""}`;
  return [
    {
      fact,
      evidence: `in ${countOf(field)} of ${objects} objects`,
      changes: [createChange(path, { add })],
    },
    ...compareSchema(place, property, field, { ...context, isNew: true }),
  ];
}

/** Returns a fact for each required field that is absent from an object of a response. */
function absentFactsOf(
  parts: readonly Part[],
  shape: Shape,
  count: number,
  context: Context,
): Fact[] {
  if (context.count === 0) return [];
  return parts.flatMap(({ path, schema }) =>
    ((schema["required"] ?? []) as string[]).flatMap((name): Fact[] => {
      const absentCount = count - countOf(shape.fields.get(name) ?? { types: {} });
      if (absentCount <= 0) return [];
      const fact = `${placeOf([...path, "properties", name])}: not required`;
      const change = createChange([...path, "required"], { remove: [name] });
      return [
        { fact, evidence: `absent from ${absentCount} of ${count} objects`, changes: [change] },
      ];
    }),
  );
}
