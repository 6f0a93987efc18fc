import type { Contract } from "../../scripts/contract/document.ts";
import { successesOf } from "../../scripts/contract/successes.ts";
import { asList } from "../../src/openapi/json.ts";
import type { Operation } from "../../src/openapi/operation.ts";
import { pathValueNamesOf } from "../../src/openapi/path.ts";
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

type Sample = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: BodyInit | undefined;
};
type Random = () => number;
type Change = (sample: Sample, operation: Operation, random: Random) => Partial<Sample> | undefined;

const withQuery = (query: URLSearchParams, change: (query: URLSearchParams) => void) => {
  const copy = new URLSearchParams(query);
  change(copy);
  return { query: copy };
};

/** Changes the JSON object of a body. */
function withBody(
  { body }: Sample,
  change: (value: Record<string, unknown>) => void,
): Partial<Sample> | undefined {
  if (typeof body !== "string" || !body.startsWith("{")) return undefined;
  const value = JSON.parse(body);
  change(value);
  return { body: JSON.stringify(value) };
}

const nameIn = (location: string, { parameters }: Operation, random: Random) =>
  pick(
    random,
    parameters.filter((parameter) => parameter.in === location),
  )?.name;

const inputs = ({ query }: Sample) => [...query.keys()].filter((name) => name !== "token");

const texts = [
  "",
  ..."x 1 -1 1.5 true null a,b 1,2 2025-01-01 9999999999999 0x10 +5 .5".split(" "),
];

/** One fault at a time. Those that the sample can't have are left out. */
const changes: Record<string, Change> = {
  none: () => ({}),
  "no token": ({ query }) =>
    query.has("token") ? withQuery(query, (params) => params.delete("token")) : undefined,
  "an empty token": ({ query }) =>
    query.has("token") ? withQuery(query, (params) => params.set("token", "")) : undefined,
  "another method": ({ method }) => ({
    method: method === "PATCH" ? "PUT" : "PATCH",
    body: undefined,
  }),
  "a type that the response lacks": ({ headers }) => ({
    headers: { ...headers, accept: "application/x-none" },
  }),
  "an undeclared query parameter": ({ query }) =>
    withQuery(query, (params) => params.set("undeclared", "1")),
  "an undeclared header": ({ headers }) => ({ headers: { ...headers, "x-undeclared": "1" } }),
  "an input left out": (sample, _, random) => {
    const name = pick(random, inputs(sample));
    return name === undefined
      ? undefined
      : withQuery(sample.query, (params) => params.delete(name));
  },
  "another value of an input": ({ query }, operation, random) => {
    const name = nameIn("query", operation, random);
    const value = pick(random, texts);
    return name === undefined ? undefined : withQuery(query, (params) => params.set(name, value));
  },
  "another value of a header": ({ headers }, operation, random) => {
    const name = nameIn("header", operation, random);
    return name === undefined
      ? undefined
      : { headers: { ...headers, [name]: pick(random, texts.filter(Boolean)) ?? "" } };
  },
  "an input twice": ({ query }, operation, random) => {
    const name = nameIn("query", operation, random);
    const value = pick(random, texts);
    return name === undefined
      ? undefined
      : withQuery(query, (params) => params.append(name, value));
  },
  "another path value": (_, { path }, random) => {
    if (pathValueNamesOf(path).length === 0) return undefined;
    const value = pick(random, ["x", "1", "-1", "true", "1.5"]);
    return { path: path.replace(/\{[^}]+\}/g, value) };
  },
  "a header left out": ({ headers }, _, random) => {
    const name = pick(
      random,
      Object.keys(headers).filter((headerName) => headerName !== "content-type"),
    );
    if (name === undefined) return undefined;
    const { [name]: __, ...remainingHeaders } = headers;
    return { headers: remainingHeaders };
  },
  "no body": ({ body, headers: { "content-type": _, ...headers } }) =>
    body === undefined ? undefined : { body: undefined, headers },
  "a body of another type": ({ body, headers }) =>
    body === undefined
      ? undefined
      : { body: "a", headers: { ...headers, "content-type": "application/x-none" } },
  "malformed JSON": ({ body, headers }) =>
    /json/.test(headers["content-type"] ?? "") && body !== undefined
      ? { body: '{"a":' }
      : undefined,
  "a list in place of an object": (sample) =>
    withBody(sample, () => {}) ? { body: "[]" } : undefined,
  "a field left out": (sample, _, random) =>
    withBody(sample, (value) => {
      delete value[pick(random, Object.keys(value)) ?? ""];
    }),
  "a field of another type": (sample, _, random) =>
    withBody(sample, (value) => {
      const name = pick(random, Object.keys(value));
      value[name] = pick(random, [1, "x", true, [], {}, 1.5]);
    }),
  "a field more": (sample) =>
    withBody(sample, (value) => {
      value["undeclared"] = 1;
    }),
  "another code": ({ headers }) => ({ headers: { ...headers, prefer: "code=418" } }),
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
      const { path, query, headers = {}, body } = sampleRequest(contract, operation);
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
    const exampleRequests = [...new Set(examples)].map((example) => {
      const sample = build();
      const headers = { ...sample.headers, prefer: `example=${example}` };
      return toRequest(id, `the example ${example}`, { ...sample, headers }, example);
    });
    const faulty = Object.entries(changes).flatMap(([fault, change]) =>
      Array.from({ length: isRandom(change) ? rounds : 1 }, () => {
        const sample = build();
        const changedPart = change(sample, operation, random);
        return changedPart && toRequest(id, fault, { ...sample, ...changedPart });
      }).filter((request) => request !== undefined),
    );
    return [...exampleRequests, ...faulty];
  });
}

const isRandom = (change: Change) => change.length > 2;

function toRequest(
  operation: string,
  fault: string,
  sample: Sample,
  example?: string,
): SeededRequest {
  const { method, path, query, headers, body } = sample;
  const init = {
    method,
    headers,
    redirect: "manual" as const,
    ...(body !== undefined && { body }),
  };
  return {
    operation,
    fault,
    target: `${path}?${query}`,
    init,
    ...(example !== undefined && { example }),
  };
}
