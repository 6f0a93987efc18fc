import { type CompiledSchema, findDifferences } from "../openapi/differences.ts";
import { typeOf } from "../openapi/json.ts";
import { parsePointer } from "../openapi/pointer.ts";
import { type Credential, includesCredential } from "../openapi/security.ts";
import { parseBody } from "./body.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { MockOperation, Parameter } from "./model.ts";
import { readParameter } from "./parameters.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { convert, malformed, maxBracketCount } from "./values.ts";

/** @param strict Whether to reject query parameters that the contract doesn't declare. */
export async function validate(request: MatchedRequest, strict: boolean): Promise<Rejection | undefined> {
  const { operation, validators, headers, body: text } = request;
  const inputs = checkCredentials(request) ?? checkQuery(request, strict) ?? checkInputs(request, validators.inputs);
  if (inputs) return inputs;
  const body = await parseBody(text, headers["content-type"], operation.body);
  if (!body || isRejection(body)) return body;
  return check(validators.body?.(body.content.mediaType), { body: body.value });
}

/** Rejects a request without the credentials that its operation takes. Their values aren't checked. */
function checkCredentials({ credentials, operation }: MatchedRequest): Rejection | undefined {
  const { security } = operation;
  // A certificate isn't in the request's text, so none is asked for.
  const needs = security.map((alternative) => alternative.filter((credential) => credential.in !== "connection"));
  const isSent = (credential: Credential) => includesCredential(credentials, credential);
  if (needs.length === 0 || needs.some((alternative) => alternative.every(isSent))) return undefined;
  const alternatives = needs.map((alternative) => alternative.map(describeCredential).join(" and "));
  return reject(401, `Credentials are missing: pass ${alternatives.join(", or ")}.`);
}

const describeCredential = ({ in: location, name }: Credential): string =>
  location === "authorization" ? `Authorization with the scheme ${name}` : `the ${locationNames[location]} ${name}`;

/** The names in a query that an operation doesn't declare, free-form ones included. */
export function listUndeclared(query: URLSearchParams, { parameters }: MockOperation): string[] {
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

/** None if the contract allows further ones. */
export const findUndeclaredParameters = (query: URLSearchParams, operation: MockOperation): readonly string[] =>
  operation.freeForm || query.size === 0 ? [] : listUndeclared(query, operation);

/** Rejects free-form parameters that the contract rules out; with `strict`, also parameters that it doesn't declare. */
function checkQuery({ query, operation, undeclared }: MatchedRequest, strict: boolean): Rejection | undefined {
  const [unknown] = undeclared;
  if (strict && unknown !== undefined) {
    return reject(422, `The contract declares no query parameter ${unknown}. Without strict, the mock ignores it.`);
  }
  if (!operation.freeForm) return undefined;
  const { name: placeholder, types = ["string"] } = operation.freeForm;
  for (const name of listUndeclared(query, operation)) {
    if (placeholder !== undefined && (name === placeholder || name.startsWith(`${placeholder}[`))) {
      return reject(422, `${placeholder} is never sent: send each input as a query parameter under its own name.`);
    }
    if (!query.getAll(name).every((text) => hasType(text, types))) {
      return reject(422, `The value of the query parameter ${name} must be of type ${types.join(" or ")}.`);
    }
  }
  return undefined;
}

function hasType(text: string, types: readonly string[]): boolean {
  const type = typeOf(convert([text], { types }));
  return types.includes(type) || types.includes("string") || (type === "integer" && types.includes("number"));
}

type Inputs = Record<Parameter["in"], Record<string, unknown>>;

function checkInputs(request: MatchedRequest, validator: CompiledSchema | undefined): Rejection | undefined {
  const inputs = readInputs(request);
  if (isRejection(inputs)) return inputs;
  const rejection = check(validator, inputs);
  const texts = rejection && readInputs(request, toText);
  return texts && !isRejection(texts) && !check(validator, texts) ? undefined : rejection;
}

/** Returns a parameter that is read as a text if it can be one: a number that isn't valid may be a valid text. */
const toText = (parameter: Parameter): Parameter =>
  parameter.valueTypes?.types.includes("string") ? { ...parameter, valueTypes: { types: ["string"] } } : parameter;

/** Reads the values of parameters, by location and name; of headers in lower case, as their names ignore case. */
function readInputs(request: MatchedRequest, change = (parameter: Parameter) => parameter): Inputs | Rejection {
  const inputs: Inputs = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of request.operation.parameters) {
    const { name, in: location } = parameter;
    const value = readParameter(change(parameter), request);
    if (value === malformed) {
      return reject(422, `The ${locationNames[location]} ${name} ${describeSyntax(parameter)}.`);
    }
    if (value !== undefined) inputs[location][location === "header" ? name.toLowerCase() : name] = value;
  }
  return inputs;
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
 * Rejects a value that its schema rules out, with what differs and the rule, never with a value; of a choice
 * between schemas, with those of each.
 */
function check(validator: CompiledSchema | undefined, value: unknown): Rejection | undefined {
  const differences = validator ? findDifferences(validator, value) : [];
  if (differences.length === 0) return undefined;
  const problems = differences.map(({ pointer, message }) => `${subjectOf(pointer)} ${message}`);
  return reject(422, `The ${problems.join(", or the ")}.`);
}

function subjectOf(pointer: string): string {
  const [location = "", ...names] = parsePointer(pointer);
  const name = names.join(".");
  if (location !== "body") return `${locationNames[location]} ${name}`;
  return name === "" ? "body" : `body, ${name},`;
}
