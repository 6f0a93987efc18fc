import { convert, parseBody } from "../core/body.ts";
import type { MatchedRequest } from "../core/exchange.ts";
import { essence, isInRange, isJson } from "../core/media.ts";
import type { Parameter, RequestBody } from "../core/operation.ts";
import { type Rejection, reject } from "../core/rejection.ts";

/** What JSON Schema says about the inputs of an operation. */
export interface Validators {
  /** Validates `{ path, query, header }`, each an object of values by name; the names of headers in lower case. */
  readonly inputs?: Validator | undefined;
  /** Validates bodies, by declared media type. */
  readonly bodies?: Readonly<Record<string, Validator>> | undefined;
}

/** As Ajv makes them. */
interface Validator {
  (value: unknown): boolean;
  errors?: readonly { instancePath: string; message?: string; params: object }[] | null;
}

/** Rejects a request whose parameters or body the contract rules out. */
export async function checkInputs(
  request: MatchedRequest<string>,
  validators: Validators,
): Promise<Rejection | undefined> {
  const { parameters, body } = request.operation;
  const values: Record<Parameter["in"], Record<string, unknown>> = { path: {}, query: {}, header: {} };
  if (validators.inputs) {
    for (const parameter of parameters) {
      const value = parameterValue(parameter, request);
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
      if (value !== undefined) values[parameter.in][name] = value;
    }
    if (!validators.inputs(values)) return invalid(validators.inputs);
  }
  return checkBody(request, body, validators.bodies ?? {});
}

/** The value of a parameter, converted to its types; `undefined` without one. */
function parameterValue(
  { name, in: place, style, explode, shape }: Parameter,
  request: MatchedRequest<string>,
): unknown {
  const { query, headers, pathValues } = request;
  const own = place === "path" ? pathValues[name] : headers[name.toLowerCase()];
  const texts = place === "query" ? query.getAll(name) : own === undefined ? [] : [own];
  const exploded = explode ?? (place === "query" && (style ?? "form") === "form");
  if (shape?.types.includes("object") && place === "query" && (exploded || style === "deepObject")) {
    const nameOf = (property: string) => (style === "deepObject" ? `${name}[${property}]` : property);
    const given = Object.entries(shape.properties ?? {}).filter(([property]) => query.has(nameOf(property)));
    const pairs = given.map(([property, own]) => [property, convert(query.getAll(nameOf(property)), own)]);
    return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
  }
  const [text] = texts.slice(-1);
  if (text === undefined || !shape) return text;
  const parts = () => (text === "" ? [] : text.split(separators[style ?? ""] ?? ","));
  if (shape.types.includes("array")) return convert(exploded && place === "query" ? texts : parts(), shape);
  if (!shape.types.includes("object")) return convert(texts, shape);
  const flat = parts().flatMap((part) => (exploded ? part.split("=", 2) : part));
  const pairs = flat.flatMap((key, at) => (at % 2 ? [] : [[key, flat[at + 1] ?? ""] as const]));
  return Object.fromEntries(pairs.map(([key, value]) => [key, convert([value], shape.properties?.[key])]));
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

async function checkBody(
  { headers, body: text }: MatchedRequest<string>,
  body: RequestBody | undefined,
  validators: Readonly<Record<string, Validator>>,
): Promise<Rejection | undefined> {
  if (text === "") return body?.required ? reject(422, "The body is missing.") : undefined;
  const header = headers["content-type"];
  const type = essence(header ?? "");
  if (header !== undefined && !/^[^\s/]+\/[^\s/]+$/.test(type))
    return reject(400, "The header Content-Type is malformed.");
  if (!body) return reject(415, "This operation takes no body.");
  const fitting = body.contents.filter(({ mediaType }) => header === undefined || isInRange(type, essence(mediaType)));
  const [content] = fitting.sort((a, b) => Number(a.mediaType.includes("*")) - Number(b.mediaType.includes("*")));
  const known = body.contents.map(({ mediaType }) => mediaType).join(" or ");
  if (!content) return reject(415, `This operation takes a body of type ${known}.`);
  const valid = validators[content.mediaType];
  // A body of any type can be anything.
  if (!valid && content.mediaType.includes("*")) return undefined;
  const value = await parseBody(text, header ?? content.mediaType, content.shape);
  if (value === undefined)
    return reject(400, `The body is not ${isJson(header ?? content.mediaType) ? "JSON" : "a form"}.`);
  return !valid || valid({ body: value }) ? undefined : invalid(valid);
}

/** The first finding of a validator as a rejection. It tells the place and the rule, never the value. */
function invalid({ errors }: Validator): Rejection {
  const { instancePath = "", message = "is invalid", params = {} } = errors?.[0] ?? {};
  const [, place = "", name = "", ...rest] = instancePath
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { missingProperty, allowedValues } = params as { missingProperty?: string; allowedValues?: unknown[] };
  const rule = allowedValues ? `${message}: ${allowedValues.join(", ")}` : message;
  if (place === "body") return reject(422, `The body${name ? `, ${[name, ...rest].join(".")},` : ""} ${rule}.`);
  const what = place === "path" ? "path value" : place === "header" ? "header" : "query parameter";
  if (name === "" && missingProperty !== undefined) return reject(422, `The ${what} ${missingProperty} is missing.`);
  return reject(422, `The ${what} ${[name, ...rest].join(".")} ${rule}.`);
}
