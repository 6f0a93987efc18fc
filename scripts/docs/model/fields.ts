import type { JsonObject } from "../../../src/openapi/json.ts";
import { entrySchemaOf, isFreeForm, namelessInputsOf } from "../../../src/openapi/parameter.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { credentialOf, securityOf } from "../../../src/openapi/security.ts";
import { type UnknownEntry, unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract, Json, Parameter, Schema } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { capitalize } from "../../contract/words.ts";
import type { Field } from "./blocks.ts";
import { credentialNameOf } from "./credentials.ts";
import { createPageUnknowns, createUnknowns } from "./unknowns.ts";

export type OmitKeyword = "readOnly" | "writeOnly";

export type FieldReader = ReturnType<typeof createFieldReader>;

/** Creates the functions that read fields and unknowns from the contract, for the page of a file. */
export function createFieldReader(contract: Contract, file: string) {
  const createField = (
    name: string,
    schema: Schema,
    parts: Partial<Field>,
    { description, unknowns } = meaningOf(contract, schema),
  ): Field => ({
    name,
    type: describeType(contract, schema),
    description,
    ...parts,
    unknowns: createPageUnknowns(contract, file, unknowns),
  });

  function readFields(schema: Schema, omitKeyword: OmitKeyword, isPresenceKnown = true, parentPath = ""): Field[] {
    return listFields(contract, schema, omitKeyword, parentPath).map(({ path, schema, required, alternative }) => {
      const presence = [isPresenceKnown && (required ? "required" : "optional"), alternative && "in one alternative"];
      return createField(path, schema, { presence: presence.filter(Boolean).join(" ") });
    });
  }

  const readNamelessInputs = (parameter: Parameter): Field[] =>
    (isFreeForm(contract, parameter) ? (namelessInputsOf(contract, parameter) as Schema[]) : [])
      .filter(({ title }) => title)
      .map((input) => createField(`${input["title"]}`, input, { isNameUnknown: true, presence: "optional" }));

  function readInput(name: string, location: string, input: Pick<Parameter, "schema"> & Partial<Parameter>): Field {
    const { schema, required, examples = {} } = input;
    const parts = {
      type: `${describeType(contract, schema)}, in the ${location}`,
      presence: required ? "required" : "optional",
      examples: Object.values(examples).map(({ value, summary }) => {
        return { value: typeof value === "string" ? value : JSON.stringify(value), summary };
      }),
    };
    const unknowns = [...unknownsAt(input), ...meaningOf(contract, schema).unknowns];
    return createField(name, schema, parts, { description: descriptionOf(input), unknowns });
  }

  return {
    contract,
    unknownsOf: (node: unknown) => createUnknowns(contract, file, node),
    readFields,
    readParameter: (parameter: Parameter): Field[] => [
      readInput(parameter.name, parameter.in, parameter),
      ...readFields(parameter.schema, "readOnly", true, parentPathOf(parameter)),
      ...readNamelessInputs(parameter),
    ],
    readInput,
    /**
     * Reads the credentials of an operation, each once.
     * @param isKnown Whether it's known that the operation takes them.
     */
    readCredentials(security: unknown, isKnown: boolean): Field[] {
      const alternatives = securityOf(contract, security);
      const schemes = new Map(alternatives.flatMap((alternative) => Object.entries(alternative)));
      return [...schemes].map(([name, scheme]) => ({
        ...readInput(credentialNameOf(scheme), placeOf(scheme), {
          schema: { type: "string" },
          description: `${scheme["description"] ?? ""}`,
        }),
        presence: isKnown
          ? describePresence(
              alternatives.filter((alternative) => name in alternative),
              alternatives,
            )
          : "",
      }));
    },
  };
}

/** Returns the path of the fields in a parameter: none if each of them is a parameter. */
const parentPathOf = ({ name, style = "form", content }: Parameter): string =>
  style === "form" && !content ? "" : name;

const placeOf = (scheme: JsonObject): string => {
  const { in: place, name } = credentialOf(scheme);
  if (place === "authorization") return `header, with ${capitalize(name)}`;
  return place;
};

function describePresence(containing: readonly object[], alternatives: readonly object[]): string {
  if (containing.length === alternatives.length) return "required";
  return alternatives.some((alternative) => Object.keys(alternative).length === 0) ? "optional" : "in one alternative";
}

const descriptionOf = ({ deprecated, description = "" }: { deprecated?: boolean; description?: string }): string =>
  [deprecated && "Deprecated.", description].filter(Boolean).join(" ");

/** Reads a schema's description and unknowns, with those of the elements of a list and the values of a map. */
function meaningOf(
  contract: Contract,
  schema: Schema,
  ancestors: unknown[] = [],
): { description: string; unknowns: UnknownEntry[] } {
  const target = resolve(contract, schema);
  if (ancestors.includes(target)) return { description: "", unknowns: [] };
  const { description = "", deprecated, allOf } = target;
  const meaning = (part: unknown) => meaningOf(contract, part as Schema, [...ancestors, target]);
  const inner = [entrySchemaOf(contract, schema) ?? []].flat().map(meaning);
  // An `allOf` often adds a description to a reference.
  const parts = description || !Array.isArray(allOf) ? [] : allOf.map(meaning);
  return {
    description: [
      descriptionOf({ deprecated: deprecated === true, description: String(description) }),
      ...parts.map((part) => part.description),
      ...inner.map((part) => part.description && `Each: ${part.description}`),
    ]
      .filter(Boolean)
      .join(" "),
    unknowns: [...unknownsAt(target), ...[...parts, ...inner].flatMap((part) => part.unknowns)],
  };
}

const typeKeywords = `pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength minItems
  maxItems minProperties maxProperties default`.split(/\s+/);

/**
 * Describes a type: `array of objects`, `object with string values`, `"admin" or string`. A schema within itself has its
 * bare type.
 */
export function describeType(contract: Contract, schema: Schema, ancestors: unknown[] = []): string {
  const target = resolve(contract, schema);
  const { type, format, anyOf, oneOf, allOf, enum: values, const: constant } = target;
  const joinTypes = (words: string[]) => [...new Set(words)].join(" or ");
  const nestedTypeOf = (part: Schema) => describeType(contract, part, [...ancestors, target]);
  const isInCycle = ancestors.includes(target);
  const merged = isInCycle || type || !Array.isArray(allOf) ? [] : (allOf as Schema[]).map(nestedTypeOf);
  const [fromParts = target["properties"] ? "object" : anyJson] = merged.filter((words) => words !== anyJson);
  const bare = joinTypes([type ?? fromParts].flat().map(String));
  if (isInCycle) return bare;
  const choice = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choice) return joinTypes(choice.map(nestedTypeOf));
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return joinTypes((values as Json[]).map((value) => JSON.stringify(value)));
  const inner = entrySchemaOf(contract, target) as Schema | undefined;
  const entryType = inner && describeEntries(bare, nestedTypeOf(inner));
  const details = typeKeywords
    .filter((bound) => bound in target)
    .map((bound) => `, ${bound} ${typeof target[bound] === "string" ? target[bound] : JSON.stringify(target[bound])}`);
  const flags = [
    target["uniqueItems"] === true && ", uniqueItems",
    target["readOnly"] === true && ", read-only",
    target["writeOnly"] === true && ", write-only",
  ];
  return [bare, entryType, format && `, ${format}`, ...details, ...flags].filter(Boolean).join("");
}

function describeEntries(bare: string, entry: string): string {
  const entries = entry.replaceAll(/(?<=^| or )(?:string|integer|number|boolean|object|array)\b/g, "$&s");
  if (bare !== "object") return ` of ${entries}`;
  return /^\w+$/.test(entry) ? ` with ${entry} values` : ` whose values are ${entries}`;
}

export const anyJson = "any JSON";
