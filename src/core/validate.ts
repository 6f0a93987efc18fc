import { type CompiledSchema, findDifferences } from "../openapi/differences.ts";
import { includesType, typeOf } from "../openapi/json.ts";
import type { Parameter, ServedOperation } from "../openapi/operation.ts";
import { parsePointer, pointerOf } from "../openapi/pointer.ts";
import { type Credential, includesCredential } from "../openapi/security.ts";
import { parseBody } from "./body.ts";
import type { MatchedRequest } from "./exchange.ts";
import { type PageInputs, readPageInputs } from "./pages.ts";
import { readParameter } from "./parameters.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { convert, malformed, maxBracketCount } from "./values.ts";

/**
 * Rejects a request with all that is wrong in it; without its credentials, with that alone.
 * @param strict Whether to reject query parameters that the contract doesn't declare.
 */
export async function validate(
  request: MatchedRequest,
  strict: boolean,
): Promise<PageInputs | Rejection> {
  const { operation, validators, query, headers, body: text } = request;
  const missing = checkCredentials(request);
  if (missing) return missing;
  const pageInputs = readPageInputs(query, operation.pagination);
  const body = await parseBody(text, headers["content-type"], operation.body);
  const isBodyRejected = body !== undefined && isRejection(body);
  const inputProblems = checkInputs(request, validators.inputs);
  const problems = [
    ...checkQuery(request, strict),
    ...inputProblems,
    ...(isRejection(pageInputs) && inputProblems.length === 0 ? [pageInputs.detail] : []),
    ...(isBodyRejected ? [body.detail] : []),
    ...(body && !isRejection(body)
      ? check(validators.body?.(body.content.mediaType), { body: body.value })
      : []),
  ];
  if (problems.length === 0) return pageInputs;
  return reject(isBodyRejected && problems.length === 1 ? body.status : 422, problems.join(" "));
}

/**
 * Rejects a request without the credentials that its operation takes. Their values aren't checked.
 */
function checkCredentials({ credentials, operation }: MatchedRequest): Rejection | undefined {
  const { security } = operation;
  // A certificate isn't in the request's text, so none is asked for.
  const needs = security.map((alternative) =>
    alternative.filter((credential) => credential.in !== "connection"),
  );
  const isSent = (credential: Credential) => includesCredential(credentials, credential);
  if (needs.length === 0 || needs.some((alternative) => alternative.every(isSent)))
    return undefined;
  const alternatives = needs.map((alternative) =>
    alternative.map(describeCredential).join(" and "),
  );
  return reject(401, `Credentials are missing: pass ${[...new Set(alternatives)].join(", or ")}.`);
}

const describeCredential = ({ in: location, name }: Credential): string =>
  location === "authorization"
    ? `Authorization with the scheme ${name}`
    : `the ${locationNames[location]} ${name}`;

/** The names in a query that an operation doesn't declare, free-form ones included. */
export function listUndeclared(query: URLSearchParams, { parameters }: ServedOperation): string[] {
  const isNamed = (key: string) =>
    parameters.some(
      ({ in: location, name, style, valueTypes }) =>
        location === "query" &&
        (key === name ||
          Object.hasOwn(valueTypes?.properties ?? {}, key) ||
          (style === "deepObject" && key.startsWith(`${name}[`))),
    );
  return [...new Set(query.keys())].filter((key) => !isNamed(key));
}

/** None if the contract allows further ones, whose names nobody knows. */
export const findUndeclaredParameters = (
  query: URLSearchParams,
  operation: ServedOperation,
): readonly string[] =>
  operation.freeForm && !operation.freeForm.isNamed ? [] : listUndeclared(query, operation);

/**
 * Lists free-form parameters that the contract rules out; with `strict`, also parameters that it
 * doesn't declare.
 */
function checkQuery({ query, operation, undeclared }: MatchedRequest, strict: boolean): string[] {
  const { name: placeholder, types = ["string"] } = operation.freeForm ?? {};
  const names = operation.freeForm ? listUndeclared(query, operation) : undeclared;
  return names.flatMap((name) => {
    if (placeholder !== undefined && (name === placeholder || name.startsWith(`${placeholder}[`))) {
      return `${placeholder} is never sent: send each input as a query parameter under its own name.`;
    }
    if (undeclared.length > 0) {
      return strict
        ? `The contract declares no query parameter ${name}. Without strict, the mock ignores it.`
        : [];
    }
    const hasType = (text: string) => includesType(types, typeOf(convert([text], { types })));
    const isValid = types.includes("string") || query.getAll(name).every(hasType);
    return isValid
      ? []
      : `The value of the query parameter ${name} must be of type ${types.join(" or ")}.`;
  });
}

type Inputs = Record<Parameter["in"], Record<string, unknown>>;

/** Of a parameter that can be read in two ways, the one with fewer problems counts. */
function checkInputs(request: MatchedRequest, validator: CompiledSchema | undefined): string[] {
  const problems = checkRead(request, validator, (parameter) => parameter);
  if (problems.length === 0) return problems;
  const textProblems = checkRead(request, validator, toText);
  return textProblems.length < problems.length ? textProblems : problems;
}

/**
 * Returns a parameter that is read as a text if it can be one: a number that isn't valid may be a
 * valid text.
 */
const toText = (parameter: Parameter): Parameter =>
  parameter.valueTypes?.types.includes("string")
    ? { ...parameter, valueTypes: { types: ["string"] } }
    : parameter;

/**
 * Reads the values of parameters, by location and name (of headers in lower case, as their names
 * ignore case), and checks them.
 */
function checkRead(
  request: MatchedRequest,
  validator: CompiledSchema | undefined,
  change: (parameter: Parameter) => Parameter,
): string[] {
  const inputs: Inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const malformedInputs = new Map<string, string>();
  for (const parameter of request.operation.parameters) {
    const { name, in: location } = parameter;
    const key = location === "header" ? name.toLowerCase() : name;
    const value = readParameter(change(parameter), request);
    if (value === malformed) {
      malformedInputs.set(
        pointerOf([location, key]),
        `The ${locationNames[location]} ${name} ${describeSyntax(parameter)}.`,
      );
    } else if (value !== undefined) inputs[location][key] = value;
  }
  // The schema takes a malformed value for a missing one.
  return [
    ...malformedInputs.values(),
    ...check(validator, inputs, (pointer) => !malformedInputs.has(pointer)),
  ];
}

function describeSyntax({ name, json, style }: Parameter): string {
  if (json) return "must be JSON, once";
  if (style !== "deepObject") return "takes one value";
  return `takes up to ${maxBracketCount} names in brackets, such as ${name}[a][b]. Only the last can be empty, for a list`;
}

const locationNames: Readonly<Record<string, string>> = {
  path: "path value",
  query: "query parameter",
  header: "header",
  cookie: "cookie",
};

/**
 * Says what differs in a value and by which rule, never with a value; of a choice between schemas,
 * for each of them.
 */
function check(
  validator: CompiledSchema | undefined,
  value: unknown,
  isReported = (_pointer: string): boolean => true,
): string[] {
  const differences = validator ? findDifferences(validator, value) : [];
  const sentences = new Map<unknown, string[]>();
  for (const difference of differences.filter(({ pointer }) => isReported(pointer))) {
    const { pointer, message, choice = difference } = difference;
    sentences.set(choice, [...(sentences.get(choice) ?? []), `${subjectOf(pointer)} ${message}`]);
  }
  return [...sentences.values()].map((alternatives) => `The ${alternatives.join(", or the ")}.`);
}

function subjectOf(pointer: string): string {
  const [location = "", ...names] = parsePointer(pointer);
  const name = names.join(".");
  if (location !== "body") return `${locationNames[location]} ${name}`;
  return name === "" ? "body" : `body, ${name},`;
}
