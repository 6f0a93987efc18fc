import type { Body, Exchange } from "../../../src/verify/traffic/exchange.ts";
import { addDistinct, keyedHash } from "./distinct.ts";
import { addValue, createShape, mergeShape, type Shape } from "./shape.ts";

/** The observations of the exchanges with a method and path. */
export interface Endpoint {
  count: number;
  /** Keyed hashes of some of the sessions. */
  sessions: Set<number>;
  /** Days, such as `2026-11-22`. */
  days?: { first: string; last: string };
  sources: Set<string>;
  query: Map<string, Input>;
  /** The inputs whose names were withheld. */
  unnamedInputs: Input[];
  requests: Bodies;
  responses: Map<number, { count: number; bodies: Bodies }>;
}

/** Bodies by media type. */
export type Bodies = Map<string, { count: number; shape?: Shape }>;

export interface Input {
  count: number;
  shape: Shape;
  /** For each numeric field of the response, how often the input was equal or one more, and hashes of its values. */
  echoes: Map<string, { equal: number; oneMore: number; different: number; values: Set<number> }>;
}

export const createEndpoint = (): Endpoint => ({
  count: 0,
  sessions: new Set(),
  sources: new Set(),
  query: new Map(),
  unnamedInputs: [],
  requests: new Map(),
  responses: new Map(),
});

/** Adds an exchange to the observations. */
export function addExchange(endpoint: Endpoint, exchange: Exchange): void {
  endpoint.count++;
  addDistinct(endpoint.sessions, keyedHash(exchange.session));
  endpoint.sources.add(sources[exchange.source]);
  const day = exchange.at?.slice(0, 10);
  if (day && /^\d{4}-\d\d-\d\d$/.test(day)) addDays(endpoint, { first: day, last: day });
  addBody(endpoint.requests, exchange.requestBody);
  const response = getOrCreate(endpoint.responses, exchange.status, () => ({ count: 0, bodies: new Map() }));
  response.count++;
  addBody(response.bodies, exchange.responseBody);
  const isSuccess = exchange.status >= 200 && exchange.status < 300;
  const request = { body: keyedHash(`${exchange.segments.join("/")}?${exchange.query}`), masked: false };
  for (const [name, text] of new Map(exchange.query)) {
    const input = getOrCreate(endpoint.query, name, createInput);
    const value = parseValue(text);
    input.count++;
    addValue(input.shape, value, request);
    const { content } = exchange.responseBody;
    if (isSuccess && typeof value === "number" && "value" in content) addEchoes(input, value, content.value);
  }
}

const sources: Record<Exchange["source"], string> = {
  har: "HAR",
  ndjson: "NDJSON",
  journal: "mock journal",
  postman: "Postman examples",
  live: "live requests",
};

export function mergeEndpoint(target: Endpoint, addition: Endpoint): void {
  target.count += addition.count;
  for (const session of addition.sessions) addDistinct(target.sessions, session);
  for (const source of addition.sources) target.sources.add(source);
  if (addition.days) addDays(target, addition.days);
  mergeBodies(target.requests, addition.requests);
  for (const [status, { count, bodies }] of addition.responses) {
    const response = getOrCreate(target.responses, status, () => ({ count: 0, bodies: new Map() }));
    response.count += count;
    mergeBodies(response.bodies, bodies);
  }
  for (const [name, { count, shape, echoes }] of addition.query) {
    const input = getOrCreate(target.query, name, createInput);
    input.count += count;
    mergeShape(input.shape, shape);
    for (const [field, { equal, oneMore, different, values }] of echoes) {
      const echo = getOrCreate(input.echoes, field, createEcho);
      echo.equal += equal;
      echo.oneMore += oneMore;
      echo.different += different;
      for (const hash of values) addDistinct(echo.values, hash);
    }
  }
}

const createInput = (): Input => ({ count: 0, shape: createShape(), echoes: new Map() });
const createEcho = () => ({ equal: 0, oneMore: 0, different: 0, values: new Set<number>() });

function addDays(endpoint: Endpoint, { first, last }: { first: string; last: string }): void {
  const days = endpoint.days ?? { first, last };
  endpoint.days = { first: first < days.first ? first : days.first, last: last > days.last ? last : days.last };
}

function addBody(bodies: Bodies, { mediaType, content }: Body): void {
  if ("missing" in content && content.missing === "no content") return;
  const body = getOrCreate<string, { count: number; shape?: Shape }>(bodies, mediaType ?? "", () => ({ count: 0 }));
  body.count++;
  if ("value" in content) {
    body.shape ??= createShape();
    addValue(body.shape, content.value, { body: keyedHash(JSON.stringify(content.value)), masked: content.masked });
  }
}

function mergeBodies(target: Bodies, addition: Bodies): void {
  for (const [mediaType, { count, shape }] of addition) {
    const body = getOrCreate<string, { count: number; shape?: Shape }>(target, mediaType, () => ({ count: 0 }));
    body.count += count;
    if (shape) {
      body.shape ??= createShape();
      mergeShape(body.shape, shape);
    }
  }
}

/** Reads the text of a query as a number or a boolean if it is one. */
function parseValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

function addEchoes(input: Input, value: number, body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  for (const [field, number] of Object.entries(body)) {
    if (typeof number !== "number") continue;
    const echo = getOrCreate(input.echoes, field, createEcho);
    if (number === value) echo.equal++;
    else if (number === value - 1) echo.oneMore++;
    else echo.different++;
    addDistinct(echo.values, keyedHash(value));
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
