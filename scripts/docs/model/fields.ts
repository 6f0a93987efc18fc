import { examplesOf } from "../../../src/openapi/contents.ts";
import { asObject, type JsonObject } from "../../../src/openapi/json.ts";
import type { Parameter } from "../../../src/openapi/operation.ts";
import { entrySchemaOf, unnamedQueryInputs } from "../../../src/openapi/parameter.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { type UnknownEntry, unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract, Json, Schema } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { mediaOf } from "../../contract/stated-value.ts";
import type { Field } from "./page.ts";
import { toPageUnknowns } from "./site-map.ts";

export type OmitKeyword = "readOnly" | "writeOnly";

function createField(
  contract: Contract,
  name: string,
  schema: Schema,
  parts: Partial<Field>,
  { description, unknowns } = meaningOf(contract, schema),
): Field {
  return {
    name,
    type: describeType(contract, schema),
    description,
    ...parts,
    unknowns: toPageUnknowns(contract, unknowns),
  };
}

export function readFields(
  contract: Contract,
  schema: unknown,
  omitKeyword: OmitKeyword,
  isPresenceKnown = true,
  parentPath = "",
): Field[] {
  return listFields(contract, schema, omitKeyword, parentPath).map(
    ({ path, schema, required, alternative }) => {
      const presence = [
        isPresenceKnown && (required ? "required" : "optional"),
        alternative && "in one alternative",
      ];
      return createField(contract, path, schema, { presence: presence.filter(Boolean).join(" ") });
    },
  );
}

/** Reads a Parameter Object, or a Header Object. */
export function readInput(
  contract: Contract,
  name: string,
  location: string,
  node: JsonObject,
): Field {
  const media = mediaOf(node);
  const schema = asObject(media["schema"]) as Schema;
  const parts = {
    type: `${describeType(contract, schema)}, in the ${location}`,
    presence: node["required"] === true ? "required" : "optional",
    examples: examplesOf(media).map(([, { value, summary }]) => ({
      value: typeof value === "string" ? value : JSON.stringify(value),
      summary: summary === undefined ? undefined : `${summary}`,
    })),
  };
  const unknowns = [...unknownsAt(node), ...meaningOf(contract, schema).unknowns];
  return createField(contract, name, schema, parts, { description: wordsOf(node), unknowns });
}

/** Reads a parameter, the fields in it, and the inputs of unknown names that it stands for. */
export function readParameter(contract: Contract, parameter: Parameter): Field[] {
  const { name, in: location, schema, style = "form", json, isFreeForm, node = {} } = parameter;
  // Each field is a parameter by itself.
  const isSpread = style === "form" && json === undefined;
  const unnamedInputs = isFreeForm ? (unnamedQueryInputs(contract, node) as Schema[]) : [];
  return [
    readInput(contract, name, location, node),
    ...readFields(contract, schema, "readOnly", true, isSpread ? "" : name),
    ...unnamedInputs
      .filter(({ title }) => title)
      .map((input) =>
        createField(contract, `${input["title"]}`, input, {
          isNameUnknown: true,
          presence: "optional",
        }),
      ),
  ];
}

const wordsOf = ({ deprecated, description }: JsonObject): string =>
  [deprecated === true && "Deprecated.", description].filter(Boolean).join(" ");

/**
 * Reads a schema's description and unknowns, with those of the elements of a list and the values of
 * a map.
 */
function meaningOf(
  contract: Contract,
  schema: Schema,
  ancestors: unknown[] = [],
): { description: string; unknowns: UnknownEntry[] } {
  const target = resolve(contract, schema);
  if (ancestors.includes(target)) return { description: "", unknowns: [] };
  const { description, allOf } = target;
  const meaning = (part: unknown) => meaningOf(contract, part as Schema, [...ancestors, target]);
  const inner = [entrySchemaOf(contract, schema) ?? []].flat().map(meaning);
  // An `allOf` often adds a description to a reference.
  const parts = description || !Array.isArray(allOf) ? [] : allOf.map(meaning);
  return {
    description: [
      wordsOf(target),
      describeChoice(contract, target),
      ...parts.map((part) => part.description),
      ...inner.map((part) => part.description && `Each item: ${startLower(part.description)}`),
    ]
      .filter(Boolean)
      .join(" "),
    unknowns: [...unknownsAt(target), ...[...parts, ...inner].flatMap((part) => part.unknowns)],
  };
}

const startLower = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z]| )/, (letter) => letter.toLowerCase());

const typeKeywords =
  `pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength minItems
  maxItems minProperties maxProperties default`.split(/\s+/);

/**
 * Describes a type: `array of objects`, `object with string values`, `"admin" or string`. A schema
 * within itself has its bare type.
 */
export function describeType(
  contract: Contract,
  schema: Schema,
  ancestors: unknown[] = [],
): string {
  const target = resolve(contract, schema);
  const { type, format, anyOf, oneOf, allOf, enum: values, const: constant } = target;
  const joinTypes = (words: string[]) => [...new Set(words)].join(" or ");
  const nestedTypeOf = (part: Schema) => describeType(contract, part, [...ancestors, target]);
  const isInCycle = ancestors.includes(target);
  const merged =
    isInCycle || type || !Array.isArray(allOf) ? [] : (allOf as Schema[]).map(nestedTypeOf);
  const [fromParts = target["properties"] ? "object" : anyJson] = merged.filter(
    (words) => words !== anyJson,
  );
  const bare = joinTypes([type ?? fromParts].flat().map(String));
  if (isInCycle) return bare;
  const choice = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choice && !isRequiredChoice(choice)) {
    const words = choice.map(nestedTypeOf);
    const known = choice.flatMap(({ const: value }) =>
      typeof value === "string" ? JSON.stringify(value) : [],
    );
    return known.length > 0 && words.includes("string")
      ? `${joinTypes(words.filter((word) => !known.includes(word)))}; known ${known.length > 1 ? "values" : "value"}: ${joinTypes(known)}`
      : joinTypes(words);
  }
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return joinTypes((values as Json[]).map((value) => JSON.stringify(value)));
  const inner = entrySchemaOf(contract, target) as Schema | undefined;
  const entryType = inner && describeEntries(bare, nestedTypeOf(inner));
  const details = typeKeywords
    .filter((bound) => bound in target)
    .map(
      (bound) =>
        `, ${bound} ${typeof target[bound] === "string" ? target[bound] : JSON.stringify(target[bound])}`,
    );
  const flags = ["uniqueItems", "readOnly", "writeOnly"]
    .filter((flag) => target[flag] === true)
    .map((flag) => `, ${flag}`);
  return [bare, entryType, format && `, ${format}`, ...details, ...flags].filter(Boolean).join("");
}

/** Returns whether a choice says nothing but which fields are needed. */
const isRequiredChoice = (choice: unknown): choice is { required: string[] }[] =>
  Array.isArray(choice) &&
  choice.length > 0 &&
  choice.every((part) => Object.keys(asObject(part)).join() === "required");

/** Describes a choice between fields that are needed; `undefined` if there is none. */
export function describeChoice(contract: Contract, schema: unknown): string | undefined {
  const { anyOf, oneOf } = asObject(resolve(contract, schema));
  const choice = anyOf ?? oneOf;
  if (!isRequiredChoice(choice)) return undefined;
  const names = choice.map(({ required }) => required.map((name) => `\`${name}\``).join(" and "));
  return `${anyOf ? "At least" : "Exactly"} one of these is needed: ${names.join(", or ")}.`;
}

function describeEntries(bare: string, entry: string): string {
  const entries = entry.replaceAll(
    /(?<=^| or )(?:string|integer|number|boolean|object|array)\b/g,
    "$&s",
  );
  if (bare !== "object") return ` of ${entries}`;
  return /^\w+$/.test(entry) ? ` with ${entry} values` : ` whose values are ${entries}`;
}

export const anyJson = "any JSON";
