import { isJson } from "../core/media.ts";
import type { DeclaredResponse, Operation } from "../core/operation.ts";
import type { Validator } from "../core/validate.ts";
import { cachePerDocument } from "../openapi/cache.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { type PathOperation, pathOperations } from "../openapi/operations.ts";
import { createPathMatcher, fillPath, segmentsOf } from "../openapi/path.ts";
import { collectTargets } from "../openapi/reference.ts";
import type { Compile } from "./validators.ts";

/** Returns the problems that keep the mock from using a document as its contract. */
export function checkDocument(document: JsonObject): string[] {
  if (!/^3\.[01]\./.test(String(document["openapi"]))) return ["It must be an OpenAPI 3.1 or 3.0 document."];
  const dialect = document["jsonSchemaDialect"];
  return [
    ...(dialect === undefined || dialects.includes(String(dialect))
      ? []
      : [`jsonSchemaDialect must be ${dialects[0]}.`]),
    ...(pathOperations(document).length > 0 ? [] : ["It has no operations."]),
  ];
}

// With another dialect, keywords can mean something else. The second is the default of OpenAPI 3.1.
const dialects = ["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"];

/** Returns the problems of an operation that can be served, but not as the contract declares it. */
export function checkOperation(document: JsonObject, operation: PathOperation): string[] {
  const { method, path, unresolved } = operation;
  const brokenReferences = [...collectTargets(document, unresolved)].filter(([, target]) => target === undefined);
  const matching = routes(document).match(method, segmentsOf(fillPath(path, (name) => `{${name}}`)))?.id;
  return [
    ...brokenReferences.map(([$ref]) => `Unresolved reference: ${$ref}.`),
    ...undeclaredSchemes(document, operation),
    ...(matching === `${method} ${path}` ? [] : [`Its requests are matched by ${matching ?? "no path"}.`]),
  ];
}

const routes = cachePerDocument((document: object) =>
  createPathMatcher(
    Object.fromEntries(pathOperations(document).map(({ method, path }) => [`${method} ${path}`, { method, path }])),
  ),
);

const undeclaredSchemes = (document: JsonObject, { security }: PathOperation): string[] => {
  const schemes = asObject(asObject(document["components"])["securitySchemes"]);
  const names = security.flatMap((alternative) => Object.keys(alternative));
  return names
    .filter((name) => !Object.hasOwn(schemes, name))
    .map((name) => `The security scheme ${name} isn't declared, so it isn't checked.`);
};

/** Returns the examples of an operation's responses that don't match their schemas, and the schemas that are invalid. */
export function checkExamples(
  operation: Operation,
  pathOperation: PathOperation | undefined,
  compile: Compile,
  isChecked: (example: { source: string }) => boolean = () => true,
): string[] {
  const declaredResponses = new Map(pathOperation?.responses);
  return operation.responses.flatMap((response) => {
    const content = asObject(declaredResponses.get(response.code)?.["content"]);
    return checkResponse(response, (type) => compile(asObject(content[type])["schema"] ?? {}), isChecked);
  });
}

function checkResponse(
  { code, contents }: DeclaredResponse,
  compile: (mediaType: string) => Validator,
  isChecked: (example: { source: string }) => boolean,
): string[] {
  return contents.flatMap(({ mediaType, examples }) => {
    const checked = [...examples].filter(([, example]) => isChecked(example));
    if (checked.length === 0) return [];
    try {
      const validate = compile(mediaType);
      return checked.flatMap(([name, { value }]) => {
        // If the type isn't JSON, an example is the text of a body.
        if (validate(value) || (!isJson(mediaType) && typeof value === "string")) return [];
        const problems = [...new Set(validate.errors?.map(describeError))];
        const furtherProblems = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
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
const describeError = ({ instancePath = "", message = "isn't valid" }) => `${instancePath} ${message}`.trim();

/** Checks the name of an example, which a header carries percent-encoded. */
export const checkName = (context: string, name: string): string[] =>
  /^$|\p{Cs}/u.test(name) ? [`${context}: the name of an example is empty, or not valid Unicode.`] : [];
