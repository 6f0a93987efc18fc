import { canParse } from "../core/check.ts";
import { examplesOf } from "../openapi/contents.ts";
import { describeFindings, findDifferences } from "../openapi/differences.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { isJson } from "../openapi/media-type.ts";
import { collectTargets } from "../openapi/nodes.ts";
import type { Example, Operation, ServedOperation } from "../openapi/operation.ts";
import { hasUnsupportedStyle, isWholeQuery } from "../openapi/parameter.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { isReference, resolve } from "../openapi/reference.ts";
import { securitySchemesOf } from "../openapi/security.ts";
import type { Compile } from "../schemas/validators.ts";

export function checkOperation(
  document: JsonObject,
  operation: Operation,
  compile: Compile,
): string[] {
  const references = [...collectTargets(document, operation.unresolved).keys()];
  const pathNames = pathValueNamesOf(operation.path);
  const brokenReferences = references.filter(
    ($ref) => resolve<unknown>(document, { $ref }) === undefined,
  );
  const declaredParameters = asList(operation.node["parameters"]).map(asObject);
  return [
    ...brokenReferences.map(($ref) => `Unresolved reference: ${$ref}.`),
    ...findUndeclaredSchemes(document, operation),
    ...operation.parameters
      .filter(hasUnsupportedStyle)
      .map(({ name, style }) => `The ${style} style of ${name} isn't checked.`),
    ...declaredParameters
      .filter(({ in: location, name }) => location === "path" && !pathNames.includes(String(name)))
      .map(({ name }) => `The path has no {${name}}, so it isn't checked.`),
    ...declaredParameters
      .filter(isWholeQuery)
      .map(({ name }) => `The query ${name} isn't a form, so it isn't checked.`),
    ...(operation.body?.contents ?? [])
      .filter((content) => !canParse(content))
      .map(({ mediaType }) => `A body of type ${mediaType} isn't checked.`),
    ...findUnreadExamples(operation),
    ...checkExamples(operation, compile, "contract"),
  ];
}

/**
 * Finds examples that aren't what their author meant: a value elsewhere, and a reference where none
 * is followed.
 */
const findUnreadExamples = ({ responses }: Operation): string[] =>
  responses.flatMap(({ code, contents }) =>
    contents.flatMap(({ node = {} }) =>
      examplesOf(node).flatMap(([name, { value, externalValue }]) => {
        const subject = `response ${code}, example ${name}`;
        if (externalValue !== undefined && value === undefined)
          return `${subject}: externalValue isn't read. Write the value into the contract.`;
        if (!isReference(value)) return [];
        return `${subject}: $ref isn't followed within a value. Write it in place of an example below examples.`;
      }),
    ),
  );

const findUndeclaredSchemes = (document: JsonObject, { schemes }: Operation): string[] =>
  schemes
    .flatMap((alternative) => Object.keys(alternative))
    .filter((name) => !Object.hasOwn(securitySchemesOf(document), name))
    .map((name) => `The security scheme ${name} isn't declared, so it isn't checked.`);

/**
 * Returns which examples of a source don't match the schemas of an operation's responses, and the
 * invalid schemas.
 */
export function checkExamples(
  operation: ServedOperation,
  compile: Compile,
  source: Example["source"],
): string[] {
  const contents = operation.responses.flatMap(({ code, contents }) =>
    contents.map((content) => ({ code, ...content })),
  );
  return contents.flatMap(({ code, mediaType, examples, schema = {} }) => {
    const checkedExamples = [...examples].filter(([, example]) => example.source === source);
    if (checkedExamples.length === 0) return [];
    try {
      const validate = compile(schema);
      return checkedExamples.flatMap(([name, { value }]) => {
        // If the type isn't JSON, an example is the text of a body.
        if (!isJson(mediaType) && typeof value === "string") return [];
        const problems = describeFindings(findDifferences(validate, value));
        const furtherProblems =
          problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
        return [...problems.slice(0, maxProblems), ...furtherProblems].map(
          (text) => `response ${code}, example ${name}: ${text}.`,
        );
      });
    } catch (error) {
      return [`response ${code}: ${(error as Error).message}.`];
    }
  });
}

const maxProblems = 5;
