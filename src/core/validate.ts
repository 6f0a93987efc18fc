import { asList } from "../openapi/json.ts";
import { keysOf } from "../openapi/pointer.ts";
import { parseBody } from "./body.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { Parameter } from "./operation.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { malformed, readValue } from "./styles.ts";

/** Validators of the requests for an operation, compiled from the schemas of the contract. */
export interface Validators {
  /** Validates `{ path, query, header, cookie }`, each values by name; the names of headers in lower case. */
  readonly inputs?: Validator | undefined;
  /** Returns the validator of `{ body }` for a declared media type. */
  readonly body?: (mediaType: string) => Validator | undefined;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly { keyword?: string; instancePath: string; message?: string; params?: object }[] | null;
}
type ValidationError = NonNullable<Validator["errors"]>[number];

export async function validate(request: MatchedRequest, validators: Validators = {}): Promise<Rejection | undefined> {
  const { operation, headers, body: text } = request;
  const inputs = checkInputs(request, validators.inputs);
  if (inputs) return inputs;
  const body = await parseBody(text, headers["content-type"], operation.body);
  if (!body || isRejection(body)) return body;
  const validator = validators.body?.(body.content.mediaType);
  return !validator || validator({ body: body.value }) ? undefined : toRejection(validator);
}

type Inputs = Record<Parameter["in"], Record<string, unknown>>;

function checkInputs(request: MatchedRequest, validator: Validator | undefined): Rejection | undefined {
  const { parameters } = request.operation;
  if (parameters.length === 0) return undefined;
  const inputs: Inputs = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of parameters) {
    const value = readInput(parameter, request);
    if (value === malformed) return reject(422, describeMalformed(parameter));
    if (value !== undefined) inputs[parameter.in][nameOf(parameter)] = value;
  }
  if (!validator || validator(inputs)) return undefined;
  const rejection = toRejection(validator);
  return isValidAsTexts(request, validator, inputs) ? undefined : rejection;
}

/** Returns the name of a parameter in the inputs; of a header in lower case, as its name ignores case. */
const nameOf = ({ name, in: location }: Parameter) => (location === "header" ? name.toLowerCase() : name);

function readInput(parameter: Parameter, { query, headers, cookies, pathValues }: MatchedRequest): unknown {
  const { name, in: location } = parameter;
  if (location === "query") return readValue(parameter, query);
  const texts = { path: pathValues[name], header: headers[nameOf(parameter)], cookie: cookies.get(name) };
  const text = texts[location];
  return text === undefined ? undefined : readValue(parameter, text);
}

const describeMalformed = ({ name, in: location, json }: Parameter) =>
  `The ${locationNames[location]} ${name} ${json ? "must be JSON, once" : "takes one value"}.`;

const locationNames: Readonly<Record<string, string>> = {
  path: "path value",
  query: "query parameter",
  header: "header",
  cookie: "cookie",
};

/** Returns whether inputs are valid if numbers and booleans that can also be texts are read as texts. */
function isValidAsTexts(request: MatchedRequest, validator: Validator, inputs: Inputs): boolean {
  const ambiguous = request.operation.parameters.filter(({ valueTypes }) => valueTypes?.types.includes("string"));
  for (const parameter of ambiguous) {
    const values = inputs[parameter.in];
    const name = nameOf(parameter);
    if (["number", "boolean"].includes(typeof values[name])) {
      values[name] = readInput({ ...parameter, valueTypes: { types: ["string"] } }, request);
    }
  }
  return validator(inputs);
}

/**
 * Converts the errors of a validator to a rejection, with locations and rules, never values. The last error is the one
 * that counts; of a choice between schemas, the errors of each schema.
 */
function toRejection({ errors }: Validator): Rejection {
  // `if` only follows the error of its `then` or `else`.
  const relevantErrors = errors?.filter(({ keyword }) => keyword !== "if") ?? [];
  const choiceErrors = relevantErrors.filter((error) => !isChoice(error));
  const lastErrors = relevantErrors.slice(-1);
  const reportedErrors = lastErrors.some(isChoice) && choiceErrors.length > 0 ? choiceErrors : lastErrors;
  const rulesBySubject = new Map<string, Set<string>>();
  for (const { subject, rule } of reportedErrors.map(describeError)) {
    rulesBySubject.set(subject, (rulesBySubject.get(subject) ?? new Set()).add(rule));
  }
  const problems = [...rulesBySubject].map(([subject, rules]) => `${subject} ${[...rules].join(" or ")}`);
  return reject(422, `The ${problems.join(", or the ")}.`);
}

const isChoice = ({ keyword = "" }: ValidationError) => ["anyOf", "oneOf"].includes(keyword);

/** Returns the part of a request that has an error, and the rule that it broke. */
function describeError({ instancePath, message = "is invalid", params = {} }: ValidationError) {
  const [location = "", name = "", ...rest] = keysOf(instancePath);
  // Of `required`, `enum` and `const`.
  const { missingProperty, allowedValues, allowedValue } = params as Readonly<Record<string, unknown>>;
  const choice = allowedValues ? `${message}: ${asList(allowedValues).map(String).join(", ")}` : message;
  const rule = allowedValue === undefined ? choice : `must be ${JSON.stringify(allowedValue)}`;
  if (location === "body") return { subject: `body${name && `, ${[name, ...rest].join(".")},`}`, rule };
  if (name === "" && missingProperty !== undefined) {
    return { subject: `${locationNames[location]} ${missingProperty}`, rule: "is missing" };
  }
  return { subject: `${locationNames[location]} ${[name, ...rest].join(".")}`, rule };
}
