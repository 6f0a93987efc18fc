import { type CompiledSchema, findDifferences } from "../openapi/differences.ts";
import { type FormPart, parseHeaderParameters, splitParts } from "../openapi/header.ts";
import { includesType, parseJson, typeOf } from "../openapi/json.ts";
import {
  closenessOf,
  essenceOf,
  findContent,
  isJson,
  isUrlEncoded,
} from "../openapi/media-type.ts";
import type { Parameter, RequestContent, ServedOperation } from "../openapi/operation.ts";
import { parsePointer, pointerOf } from "../openapi/pointer.ts";
import { type Credential, includesCredential } from "../openapi/security.ts";
import type { MatchedRequest } from "./exchange.ts";
import {
  convert,
  type Inputs,
  isSentAsProperties,
  malformed,
  maxBracketCount,
  parseParameter,
  propertyTypesOf,
  readInput,
} from "./inputs.ts";
import { type PageInputs, readPageInputs } from "./pages.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { notJson } from "./text.ts";

/**
 * Rejects a request with all that is wrong in it; without its credentials, with that alone.
 * @param strict Whether to reject query parameters that the contract doesn't declare.
 */
export function checkRequest(request: MatchedRequest, strict: boolean): PageInputs | Rejection {
  const missing = checkCredentials(request);
  if (missing) return missing;
  const pageInputs = readPageInputs(request.query, request.operation.pagination);
  const inputProblems = checkInputs(request);
  const bodyRejection = checkBody(request);
  const problems = [
    ...checkQuery(request, strict),
    ...inputProblems,
    ...(isRejection(pageInputs) && inputProblems.length === 0 ? [pageInputs.detail] : []),
    ...(bodyRejection ? [bodyRejection.detail] : []),
  ];
  if (problems.length === 0) return pageInputs;
  const ownStatus = problems.length === 1 ? bodyRejection?.status : undefined;
  return reject(ownStatus ?? 422, problems.join(" "));
}

/**
 * Rejects a request without the credentials that its operation takes. Their values aren't checked.
 */
function checkCredentials({ credentials, operation }: MatchedRequest): Rejection | undefined {
  const { security } = operation;
  // Client certificates aren't visible here, so they aren't checked.
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
  const queryParameters = parameters.filter(({ in: location }) => location === "query");
  const isNamed = (key: string) =>
    queryParameters.some((parameter) => {
      const { name, style, valueTypes } = parameter;
      if (isSentAsProperties(parameter)) return Object.hasOwn(valueTypes?.properties ?? {}, key);
      return key === name || (style === "deepObject" && key.startsWith(`${name}[`));
    });
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
  return listUndeclared(query, operation).flatMap((name) => {
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

/** Of a parameter that can be read in two ways, the one with fewer problems counts. */
function checkInputs(request: MatchedRequest): string[] {
  const { operation, validators, inputs, pathValues } = request;
  const problems = checkValues(inputs, validators.inputs);
  if (problems.length === 0) return problems;
  // A number that isn't valid may be a valid text.
  const texts = operation.parameters.flatMap((parameter) => {
    const isText = parameter.valueTypes?.types.includes("string");
    const asText = { ...parameter, valueTypes: { types: ["string"] } };
    const value = isText ? readInput(asText, request, pathValues) : inputs.get(parameter);
    return value === undefined ? [] : [[parameter, value] as const];
  });
  const textProblems = checkValues(new Map(texts), validators.inputs);
  return textProblems.length < problems.length ? textProblems : problems;
}

/** Checks the values of parameters, by location and name: of headers in lower case. */
function checkValues(inputs: Inputs, validator: CompiledSchema | undefined): string[] {
  const values: Record<Parameter["in"], Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  const malformedInputs = new Map<string, string>();
  for (const [parameter, value] of inputs) {
    const { name, in: location } = parameter;
    const key = location === "header" ? name.toLowerCase() : name;
    if (value === malformed) {
      malformedInputs.set(
        pointerOf([location, key]),
        `The ${locationNames[location]} ${name} ${describeSyntax(parameter)}.`,
      );
    } else values[location][key] = value;
  }
  // The schema takes a malformed value for a missing one.
  return [
    ...malformedInputs.values(),
    ...validate(validator, values, (pointer) => !malformedInputs.has(pointer)),
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
function validate(
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
  if (location === "") return "request";
  if (location !== "body") return `${locationNames[location]} ${name}`;
  return name === "" ? "body" : `body, ${name},`;
}

/**
 * Rejects a body that isn't as the contract declares it. A body of a type that isn't read is
 * accepted.
 */
function checkBody({ operation, validators, headers, body: text }: MatchedRequest) {
  const { body } = operation;
  if (text === "") return body?.required ? reject(422, "The body is missing.") : undefined;
  const header = headers["content-type"];
  if (header !== undefined && !/^[^\s/*]+\/[^\s/*]+$/.test(essenceOf(header))) {
    return reject(400, "The header Content-Type is malformed.");
  }
  if (!body) return reject(415, "This operation takes no body.");
  const content = findContent(body.contents, header ?? "*/*");
  if (!content) {
    const mediaTypes = body.contents.map(({ mediaType }) => mediaType).join(" or ");
    return reject(415, `This operation takes a body of type ${mediaTypes}.`);
  }
  const parsed = parseBody(text, header ?? content.mediaType, content);
  if (!parsed || isRejection(parsed)) return parsed;
  const problems = validate(validators.body?.(content.mediaType), { body: parsed.value });
  return problems.length > 0 ? reject(422, problems.join(" ")) : undefined;
}

/** Parses a body; `undefined` if its type isn't read. */
function parseBody(
  text: string,
  mediaType: string,
  content: RequestContent,
): { value: unknown } | Rejection | undefined {
  // The body of a text is that text, even if it is JSON.
  if (String(content.valueTypes?.types) === "string") return { value: text };
  if (isJson(mediaType)) {
    const value = parseJson(text);
    return value === undefined ? reject(400, notJson) : { value };
  }
  if (isForm(mediaType)) return parseForm(text, mediaType, content);
  return canParse({ ...content, mediaType }) ? { value: text } : undefined;
}

export const canParse = ({
  mediaType,
  valueTypes: { types } = { types: [] },
}: RequestContent): boolean =>
  isJson(mediaType) || isForm(mediaType) || types.length === 0 || types.includes("string");

const isForm = (mediaType: string) =>
  isUrlEncoded(mediaType) || essenceOf(mediaType) === "multipart/form-data";

/**
 * Parses a form to an object of its fields. A field of an object type is JSON, unless it is
 * URL-encoded in a style.
 */
function parseForm(
  text: string,
  mediaType: string,
  { valueTypes = { types: [] }, encoding = {} }: RequestContent,
): { value: Record<string, unknown> } | Rejection {
  const parts = isUrlEncoded(mediaType)
    ? [...new URLSearchParams(text)].map(([name, text]): FormPart => ({ name, text }))
    : splitParts(text, parseHeaderParameters(mediaType)["boundary"] ?? "");
  if (!parts) return reject(400, "The body isn't a form.");
  for (const { name, type } of parts) {
    const { contentType } = (Object.hasOwn(encoding, name) && encoding[name]) || {};
    const ranges = contentType === undefined ? [] : String(contentType).split(",");
    const isInOne = (range: string) => Number.isFinite(closenessOf(range, type ?? range));
    if (ranges.length > 0 && !ranges.some(isInOne))
      return reject(422, `The field ${name} of the form must be of type ${contentType}.`);
  }
  const fields = new URLSearchParams(parts.map(({ name, text }) => [name, text]));
  const styled = Object.entries(encoding).filter(
    ([, { style, explode }]) => style !== undefined || explode !== undefined,
  );
  const styles = new Map(isUrlEncoded(mediaType) ? styled : []);
  // The properties of an object: `name[property]`.
  const fieldOf = (key: string) => (styles.has(key.split("[", 1)[0] ?? "") ? [] : [key]);
  const names = new Set([...styles.keys(), ...[...fields.keys()].flatMap(fieldOf)]);
  const entries = [...names].map((name) => {
    const types = propertyTypesOf(valueTypes, name);
    const style = styles.get(name);
    const value =
      style && parseParameter({ name, in: "query", ...style, valueTypes: types }, fields);
    // The schema rejects a malformed value.
    return [name, value ?? (fields.has(name) ? convert(fields.getAll(name), types) : undefined)];
  });
  return { value: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}
