import type { Contract } from "../../scripts/contract/document.ts";
import { successesOf } from "../../scripts/contract/successes.ts";
import { asList } from "../../src/openapi/json.ts";
import type { Operation } from "../../src/openapi/operation.ts";
import { createRandom, pick } from "../random.ts";
import { sampleRequest } from "../sample-request.ts";

/** A request, and the one fault that it has. */
export interface SeededRequest {
  readonly operation: string;
  readonly fault: string;
  readonly target: string;
  readonly init: RequestInit & {
    readonly method: string;
    readonly headers: Record<string, string>;
  };
  /** The name of the example that it prefers. */
  readonly example?: string;
}

interface Sample {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: BodyInit | undefined;
}
type Random = () => number;
/** Gives a sample a fault. Returns false if it can't have it. */
type Change = (sample: Sample, operation: Operation, random: Random) => unknown;

const texts = [
  "",
  ..."x 1 -1 1.5 true null a,b 1,2 2025-01-01 9999999999999 0x10 +5 .5".split(" "),
];

/** Writes another value of one of the inputs in a location. */
function changeInput(
  location: string,
  { parameters }: Operation,
  random: Random,
  write: (name: string, value: string) => void,
) {
  const inputs = parameters.filter((parameter) => parameter.in === location);
  const name = pick(random, inputs)?.name;
  return name !== undefined && write(name, pick(random, texts) ?? "");
}

/** Changes the JSON object of a body. */
function changeBody(sample: Sample, change: (value: Record<string, unknown>) => unknown) {
  if (typeof sample.body !== "string" || !sample.body.startsWith("{")) return false;
  const value = JSON.parse(sample.body);
  change(value);
  sample.body = JSON.stringify(value);
  return true;
}

/** One fault at a time. */
const changes: Record<string, Change> = {
  none: () => {},
  "no token": ({ query }) => query.has("token") && query.delete("token"),
  "an empty token": ({ query }) => query.has("token") && query.set("token", ""),
  "another method": (sample) =>
    Object.assign(sample, { method: sample.method === "PATCH" ? "PUT" : "PATCH", body: undefined }),
  "a type that the response lacks": ({ headers }) => (headers["accept"] = "application/x-none"),
  "an undeclared query parameter": ({ query }) => query.set("undeclared", "1"),
  "an undeclared header": ({ headers }) => (headers["x-undeclared"] = "1"),
  "an input left out": ({ query }, _, random) => {
    const name = pick(
      random,
      [...query.keys()].filter((input) => input !== "token"),
    );
    return name !== undefined && query.delete(name);
  },
  "another value of an input": ({ query }, operation, random) =>
    changeInput("query", operation, random, (name, value) => query.set(name, value)),
  "another value of a header": ({ headers }, operation, random) =>
    changeInput("header", operation, random, (name, value) => (headers[name] = value || "x")),
  "an input twice": ({ query }, operation, random) =>
    changeInput("query", operation, random, (name, value) => query.append(name, value)),
  "another path value": (sample, { path }, random) => {
    const value = pick(random, ["x", "1", "-1", "true", "1.5"]);
    sample.path = path.replace(/\{[^}]+\}/g, value);
    return sample.path !== path;
  },
  "a header left out": ({ headers }, _, random) => {
    const name = pick(
      random,
      Object.keys(headers).filter((header) => header !== "content-type"),
    );
    return name !== undefined && delete headers[name];
  },
  "no body": (sample) => {
    delete sample.headers["content-type"];
    return sample.body !== undefined && Object.assign(sample, { body: undefined });
  },
  "a body of another type": (sample) => {
    sample.headers["content-type"] = "application/x-none";
    return sample.body !== undefined && Object.assign(sample, { body: "a" });
  },
  "malformed JSON": (sample) =>
    /json/.test(sample.headers["content-type"] ?? "") &&
    sample.body !== undefined &&
    Object.assign(sample, { body: '{"a":' }),
  "a list in place of an object": (sample) =>
    changeBody(sample, () => {}) && Object.assign(sample, { body: "[]" }),
  "a field left out": (sample, _, random) =>
    changeBody(sample, (value) => delete value[pick(random, Object.keys(value)) ?? ""]),
  "a field of another type": (sample, _, random) =>
    changeBody(sample, (value) => {
      value[pick(random, Object.keys(value))] = pick(random, [1, "x", true, [], {}, 1.5]);
    }),
  "a field more": (sample) => changeBody(sample, (value) => (value["undeclared"] = 1)),
  "another code": ({ headers }) => (headers["prefer"] = "code=418"),
};

/**
 * Requests for the operations of a contract: valid ones with each named example, and each fault
 * some times.
 */
export function seededRequests(
  contract: Contract,
  operations: readonly Operation[],
  seed: number,
  rounds: number,
): SeededRequest[] {
  const random = createRandom(seed);
  return operations.flatMap((operation) => {
    const { id, method, node } = operation;
    const build = (): Sample => {
      const { path, query, headers, body } = sampleRequest(contract, operation);
      const isOpen = asList(node["security"] ?? [0]).length === 0;
      const withToken = isOpen ? [...query] : [["token", "t"], ...query];
      return {
        method,
        path,
        query: new URLSearchParams(withToken as string[][]),
        headers: { ...headers },
        body,
      };
    };
    const examples = successesOf(operation).flatMap(({ content }) => [
      ...(content?.examples.keys() ?? []),
    ]);
    const preferring = [...new Set(examples)].map((example) => {
      const sample = build();
      sample.headers["prefer"] = `example=${example}`;
      return { ...toRequest(id, `the example ${example}`, sample), example };
    });
    const faulty = Object.entries(changes).flatMap(([fault, change]) =>
      Array.from({ length: isRandom(change) ? rounds : 1 }, build)
        .filter((sample) => change(sample, operation, random) !== false)
        .map((sample) => toRequest(id, fault, sample)),
    );
    return [...preferring, ...faulty];
  });
}

const isRandom = (change: Change) => change.length > 2;

const toRequest = (
  operation: string,
  fault: string,
  { method, path, query, headers, body }: Sample,
): SeededRequest => ({
  operation,
  fault,
  target: `${path}?${query}`,
  init: { method, headers, redirect: "manual", ...(body !== undefined && { body }) },
});
