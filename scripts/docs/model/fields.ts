import { entrySchema, isFreeForm, namelessInputs } from "../../../src/openapi/parameter.ts";
import {
  type Contract,
  type Example,
  type Json,
  type Mark,
  marksOf,
  type Parameter,
  type ResponseObject,
  resolve,
  type Schema,
  schemaFields,
} from "../../contract.ts";
import type { Field } from "./blocks.ts";
import { unknownNotes } from "./unknowns.ts";

/** The keyword of properties that a reader doesn't need: `readOnly` ones in what is sent, `writeOnly` ones in what is received. */
export type OmitKeyword = "readOnly" | "writeOnly";
type Header = NonNullable<ResponseObject["headers"]>[string];

/** The fields of schemas, parameters and headers, as the page of a file shows them. */
export function fieldReader(contract: Contract, file: string) {
  const field = (
    name: string,
    schema: Schema,
    { unknowns, ...parts }: Pick<Field, "description"> & { unknowns: Mark[] } & Partial<Omit<Field, "unknowns">>,
  ): Field => ({
    ...{ name, named: true, presence: "", type: typeOf(contract, schema), examples: [] },
    ...parts,
    unknowns: unknownNotes(contract, file, unknowns),
  });

  /** The fields of a schema, each followed by those within it. */
  function ofSchema(schema: Schema, omitKeyword: OmitKeyword, isPresenceKnown = true): Field[] {
    return schemaFields(contract, schema, omitKeyword).map(({ path, schema, required, alternative }) => {
      const presence = [isPresenceKnown && (required ? "required" : "optional"), alternative && "in one alternative"];
      return field(path, schema, { ...meaningOf(contract, schema), presence: presence.filter(Boolean).join(" ") });
    });
  }

  function ofNamelessInputs(parameter: Parameter): Field[] {
    if (!isFreeForm(contract, parameter)) return [];
    return (namelessInputs(contract, parameter) as Schema[]).flatMap((input) => {
      const parts = { ...meaningOf(contract, input), named: false, presence: "optional" };
      return input["title"] ? [field(String(input["title"]), input, parts)] : [];
    });
  }

  return {
    ofSchema,
    /** A parameter, and the inputs that it contains. */
    ofParameter: (parameter: Parameter): Field[] => [
      field(parameter.name, parameter.schema, {
        type: `${typeOf(contract, parameter.schema)}, in the ${parameter.in}`,
        presence: parameter.required ? "required" : "optional",
        description: described(parameter),
        examples: examplesOf(parameter.examples),
        unknowns: marksOf(parameter),
      }),
      ...ofSchema(parameter.schema, "readOnly"),
      ...ofNamelessInputs(parameter),
    ],
    ofHeader: (name: string, header: Header): Field =>
      field(name, header.schema, {
        type: `${typeOf(contract, header.schema)}, in the header`,
        presence: header.required ? "required" : "optional",
        description: described(header),
        unknowns: marksOf(header),
      }),
    /** The token, which is a parameter to whoever sends a request. */
    ofToken: (required: boolean): Field[] =>
      Object.values(contract.components.securitySchemes ?? {}).flatMap(({ in: location, name, description = "" }) =>
        location === "query" && name
          ? field(
              name,
              { type: "string" },
              {
                type: "string, in the query",
                presence: required ? "required" : "",
                description,
                unknowns: [],
              },
            )
          : [],
      ),
  };
}

const examplesOf = (examples: Record<string, Example> = {}): string[] =>
  Object.values(examples).map(({ value }) => (typeof value === "string" ? value : JSON.stringify(value)));

const described = ({ deprecated, description = "" }: { deprecated?: boolean; description?: string }): string =>
  [deprecated && "Deprecated.", description].filter(Boolean).join(" ");

/** Reads what a schema means. The elements of a list and the values of a map have no name: they are described with it. */
function meaningOf(
  contract: Contract,
  schema: Schema,
  above: unknown[] = [],
): { description: string; unknowns: Mark[] } {
  const target = resolve(contract, schema);
  if (above.includes(target)) return { description: "", unknowns: [] };
  const { description = "", deprecated, allOf } = target;
  const meaning = (part: unknown) => meaningOf(contract, part as Schema, [...above, target]);
  const inner = [entrySchema(contract, schema) ?? []].flat().map(meaning);
  // An `allOf` is the usual way to add words to a reference.
  const parts = description || !Array.isArray(allOf) ? [] : allOf.map(meaning);
  return {
    description: [
      described({ deprecated: deprecated === true, description: String(description) }),
      ...parts.map((part) => part.description),
      ...inner.map((part) => part.description && `Each: ${part.description}`),
    ]
      .filter(Boolean)
      .join(" "),
    unknowns: [...marksOf(target), ...[...parts, ...inner].flatMap((part) => part.unknowns)],
  };
}

const bounds = ["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "default"];

/** Writes a type in words: `array of object`, `"admin" or string`. A schema within itself is reduced to its bare type. */
export function typeOf(contract: Contract, schema: Schema, above: unknown[] = []): string {
  const target = resolve(contract, schema);
  const { type, format, anyOf, oneOf, allOf, enum: listed, const: only } = target;
  const either = (words: string[]) => [...new Set(words)].join(" or ");
  const within = (part: Schema) => typeOf(contract, part, [...above, target]);
  const isInCycle = above.includes(target);
  const merged = isInCycle || type || !Array.isArray(allOf) ? [] : (allOf as Schema[]).map(within);
  const [fromParts = target["properties"] ? "object" : anyJson] = merged.filter((words) => words !== anyJson);
  const bare = either([type ?? fromParts].flat().map(String));
  if (isInCycle) return bare;
  const choice = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choice) return either(choice.map(within));
  if (only !== undefined) return JSON.stringify(only);
  if (listed) return either((listed as Json[]).map((value) => JSON.stringify(value)));
  const inner = entrySchema(contract, target) as Schema | undefined;
  const details = bounds
    .filter((bound) => bound in target)
    .map((bound) => `, ${bound} ${typeof target[bound] === "string" ? target[bound] : JSON.stringify(target[bound])}`);
  const access = [target["readOnly"] === true && ", read-only", target["writeOnly"] === true && ", write-only"];
  return [bare, inner ? ` of ${within(inner)}` : "", format ? `, ${format}` : "", ...details, ...access]
    .filter(Boolean)
    .join("");
}

export const anyJson = "any JSON";
