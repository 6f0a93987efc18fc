import { includesType, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { parseReference, resolve } from "../../../src/openapi/reference.ts";
import { isOpen } from "../../../src/openapi/schema.ts";
import type { Contract, Json, Schema } from "../../contract/document.ts";
import { schemaOf, typeOrder, typesOf } from "../shape/schema.ts";
import { countOf, entriesOf, isMap, type Shape, sortedFieldsOf } from "../shape/shape.ts";
import {
  type Context,
  contractRoot,
  createChange,
  createFact,
  describeType,
  type Fact,
  observedDescription,
  placeOf,
} from "./fact.ts";

/** Returns the facts that a shape shows and a schema doesn't contain. Contradictions are reported by `verify`. */
export function compareSchema(path: Path, schema: unknown, shape: Shape, context: Context): Fact[] {
  const target = followReference(context.contract, path, schema);
  if (!isObject(target.schema)) return [];
  const targetSchema = target.schema as Schema;
  const targetContext = { ...context, isObserved: context.isObserved || "x-observed" in targetSchema };
  if (isOpen(context.contract, targetSchema)) return openSchemaFactsOf(target.path, shape, targetContext);
  const types = typeFactsOf(target.path, targetSchema, shape, targetContext);
  const itemSchema = targetSchema["items"] ?? (types.length > 0 ? schemaOf(shape)["items"] : undefined);
  // No example of a response shows the fields of an object and those of a list.
  const hasItems = itemSchema && !(shape.types.object && context.count > 0);
  const items =
    shape.items && hasItems ? compareSchema([...target.path, "items"], itemSchema, shape.items, targetContext) : [];
  return [...types, ...objectFactsOf(target.path, targetSchema, shape, targetContext), ...items];
}

function followReference(contract: Contract, path: Path, schema: unknown): { path: Path; schema: unknown } {
  const $ref = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof $ref !== "string") return { path, schema };
  return followReference(contract, [contractRoot, ...parseReference($ref)], resolve(contract, schema));
}

function openSchemaFactsOf(path: Path, shape: Shape, context: Context): Fact[] {
  const learnedSchema = schemaOf(shape);
  if (Object.keys(learnedSchema).length === 0) return [];
  const type = describeType(learnedSchema);
  const change = createChange(path, { add: { ...learnedSchema, "x-observed": context.observation } });
  return [
    createFact(`${placeOf(path)}: ${type}`, `${countOf(shape)} values`, change),
    ...compareSchema(path, learnedSchema, shape, { ...context, isNew: true }),
  ];
}

/**
 * Returns a fact of the new types: null, and any other if the contract's type was observed itself. They are one fact, since
 * a change sets the whole list of types.
 */
function typeFactsOf(path: Path, schema: Schema, shape: Shape, context: Context): Fact[] {
  const types = [schema["type"] ?? []].flat() as string[];
  const isNew = (type: string) => !includesType(types, type) && (type === "null" || context.isObserved);
  const addedTypes = typesOf(shape).filter(isNew);
  if (addedTypes.length === 0 || types.length === 0 || "const" in schema || "enum" in schema) return [];
  const remainingTypes = types.filter((type) => !(type === "integer" && addedTypes.includes("number")));
  const values = addedTypes.map((type) => `type ${type} in ${shape.types[type]}`).join(", of ");
  const type = typeOrder.filter((name) => remainingTypes.includes(name) || addedTypes.includes(name));
  const add = { type, ...(addedTypes.includes("array") && { items: schemaOf(shape)["items"] ?? {} }) };
  const fact = `${placeOf(path)}: also ${addedTypes.join(" or ")}`;
  return [createFact(fact, `of ${values} of ${countOf(shape)} values`, createChange(path, { add }))];
}

interface Part {
  path: Path;
  schema: Schema;
}

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
  // The names beyond those of a map's fields aren't kept, so that none is known to be absent.
  if (isMap(shape)) return [];
  const targetPart = parts.findLast((part) => isObject(part.schema["properties"])) ?? parts[0];
  const fieldFacts = sortedFieldsOf(shape).flatMap(([name, field]): Fact[] => {
    const owner = parts.find(
      ({ schema }) => isObject(schema["properties"]) && Object.hasOwn(schema["properties"], name),
    );
    if (!owner) return targetPart ? newFieldFactsOf(targetPart.path, name, field, count, context) : [];
    const property = (owner.schema["properties"] as Record<string, Json>)[name];
    return compareSchema([...owner.path, "properties", name], property, field, context);
  });
  return [...fieldFacts, ...absentFactsOf(parts, shape, count, context)];
}

/** If this many responses agree, at most 1 % of all differ, with 95 % confidence (the rule of three). */
const sufficientCount = 300;

function newFieldFactsOf(path: Path, name: string, field: Shape, objects: number, context: Context): Fact[] {
  const property = schemaOf(field);
  const isRequired = context.isNew && Math.min(objects, context.count) >= sufficientCount && countOf(field) === objects;
  const add = {
    ...(isRequired && { required: [name] }),
    properties: {
      [name]: {
        description: observedDescription,
        ...property,
        ...(!context.isNew && { "x-observed": context.observation }),
      },
    },
  };
  const place = [...path, "properties", name];
  const fact = `${placeOf(place)}: ${describeType(property)}${isRequired ? ", required" : ""}`;
  return [
    createFact(fact, `in ${countOf(field)} of ${objects} objects`, createChange(path, { add })),
    ...compareSchema(place, property, field, { ...context, isNew: true }),
  ];
}

/** Returns a fact for each required field that is absent from an object of a response. */
function absentFactsOf(parts: readonly Part[], shape: Shape, count: number, context: Context): Fact[] {
  if (context.count === 0) return [];
  return parts.flatMap(({ path, schema }) =>
    ((schema["required"] ?? []) as string[]).flatMap((name): Fact[] => {
      const absentCount = count - countOf(shape.fields.get(name) ?? { types: {} });
      if (absentCount <= 0) return [];
      const fact = `${placeOf([...path, "properties", name])}: not required`;
      const change = createChange([...path, "required"], { remove: [name] });
      return [createFact(fact, `absent from ${absentCount} of ${count} objects`, change)];
    }),
  );
}
