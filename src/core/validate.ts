import { asList } from "../openapi/json.ts";
import { keysOf } from "../openapi/pointer.ts";
import { parseBody } from "./body.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { Parameter } from "./operation.ts";
import { readParameter } from "./parameters.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { malformed } from "./values.ts";

/** Validators of the requests for an operation, compiled from the schemas of the contract. */
export interface Validators {
  /** Validates `{ path, query, header, cookie }`, each values by name; the names of headers in lower case. */
  readonly inputs?: Validator | undefined;
  /** Returns the validator of `{ body }` for a declared media type. */
  readonly body?: (mediaType: string) => Validator | undefined;
  /** Why requests or responses of the operation aren't what the contract declares. */
  readonly problems?: readonly string[];
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly { keyword?: string; instancePath: string; message?: string; params?: object }[] | null;
}
type ValidationError = NonNullable<Validator["errors"]>[number];

export async function validate(request: MatchedRequest): Promise<Rejection | undefined> {
  const { operation, validators, headers, body: text } = request;
  const inputs = checkInputs(request, validators.inputs);
  if (inputs) return inputs;
  const body = await parseBody(text, headers["content-type"], operation.body);
  if (!body || isRejection(body)) return body;
  const validator = validators.body?.(body.content.mediaType);
  return !validator || validator({ body: body.value }) ? undefined : toRejection(validator);
}

type Inputs = Record<Parameter["in"], Record<string, unknown>>;

function checkInputs(request: MatchedRequest, validator: Validator | undefined): Rejection | undefined {
  const inputs = readInputs(request);
  if (isRejection(inputs)) return inputs;
  if (!validator || validator(inputs)) return undefined;
  const rejection = toRejection(validator);
  const texts = readInputs(request, toText);
  return !isRejection(texts) && validator(texts) ? undefined : rejection;
}

/** Returns a parameter that is read as a text if it can be one: a number that isn't valid may be a valid text. */
const toText = (parameter: Parameter): Parameter =>
  parameter.valueTypes?.types.includes("string") ? { ...parameter, valueTypes: { types: ["string"] } } : parameter;

/** Reads the values of parameters, by location and name; of headers in lower case, as their names ignore case. */
function readInputs(request: MatchedRequest, change = (parameter: Parameter) => parameter): Inputs | Rejection {
  const inputs: Inputs = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of request.operation.parameters) {
    const { name, in: location, json } = parameter;
    const value = readParameter(change(parameter), request);
    if (value === malformed) {
      return reject(422, `The ${locationNames[location]} ${name} ${json ? "must be JSON, once" : "takes one value"}.`);
    }
    if (value !== undefined) inputs[location][location === "header" ? name.toLowerCase() : name] = value;
  }
  return inputs;
}

const locationNames: Readonly<Record<string, string>> = {
  path: "path value",
  query: "query parameter",
  header: "header",
  cookie: "cookie",
};

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
