import type { Body, Exchange } from "../../../src/verify/traffic/exchange.ts";
import { addDistinct, keyedHash } from "./distinct.ts";
import { addValue, emptyShape, mergeShape, type Shape } from "./shape.ts";

/** What was seen of the exchanges with one method and path. */
export interface Endpoint {
  count: number;
  /** Keyed hashes of some of the sessions. */
  sessions: Set<number>;
  /** Days, such as `2026-11-22`. */
  days?: { first: string; last: string };
  sources: Set<string>;
  query: Map<string, Input>;
  /** The inputs whose names were withheld. */
  unnamed: Input[];
  requests: Bodies;
  responses: Map<number, { count: number; bodies: Bodies }>;
}

/** Bodies by media type. */
export type Bodies = Map<string, { count: number; shape?: Shape }>;

export interface Input {
  count: number;
  shape: Shape;
  /** How often it was the same number as a field of the response, or one more; and with which different values. */
  echoes: Map<string, { same: number; oneMore: number; other: number; values: Set<number> }>;
}

export const emptyEndpoint = (): Endpoint => ({
  count: 0,
  sessions: new Set(),
  sources: new Set(),
  query: new Map(),
  unnamed: [],
  requests: new Map(),
  responses: new Map(),
});

/** Adds an exchange to what was seen. */
export function addExchange(endpoint: Endpoint, exchange: Exchange): void {
  endpoint.count++;
  addDistinct(endpoint.sessions, keyedHash(exchange.session));
  endpoint.sources.add(sources[exchange.source]);
  const day = exchange.at?.slice(0, 10);
  if (day && /^\d{4}-\d\d-\d\d$/.test(day)) addDays(endpoint, { first: day, last: day });
  addBody(endpoint.requests, exchange.requestBody);
  const response = get(endpoint.responses, exchange.status, () => ({ count: 0, bodies: new Map() }));
  response.count++;
  addBody(response.bodies, exchange.responseBody);
  const isSuccess = exchange.status >= 200 && exchange.status < 300;
  const request = { body: keyedHash(`${exchange.segments.join("/")}?${exchange.query}`), masked: false };
  for (const [name, text] of new Map(exchange.query)) {
    const input = get(endpoint.query, name, emptyInput);
    const value = typedValue(text);
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

export function mergeEndpoint(into: Endpoint, other: Endpoint): void {
  into.count += other.count;
  for (const session of other.sessions) addDistinct(into.sessions, session);
  for (const source of other.sources) into.sources.add(source);
  if (other.days) addDays(into, other.days);
  mergeBodies(into.requests, other.requests);
  for (const [status, { count, bodies }] of other.responses) {
    const response = get(into.responses, status, () => ({ count: 0, bodies: new Map() }));
    response.count += count;
    mergeBodies(response.bodies, bodies);
  }
  for (const [name, { count, shape, echoes }] of other.query) {
    const input = get(into.query, name, emptyInput);
    input.count += count;
    mergeShape(input.shape, shape);
    for (const [field, { same, oneMore, other: rest, values }] of echoes) {
      const echo = get(input.echoes, field, emptyEcho);
      echo.same += same;
      echo.oneMore += oneMore;
      echo.other += rest;
      for (const hash of values) addDistinct(echo.values, hash);
    }
  }
}

const emptyInput = (): Input => ({ count: 0, shape: emptyShape(), echoes: new Map() });
const emptyEcho = () => ({ same: 0, oneMore: 0, other: 0, values: new Set<number>() });

function addDays(endpoint: Endpoint, { first, last }: { first: string; last: string }): void {
  const days = endpoint.days ?? { first, last };
  endpoint.days = { first: first < days.first ? first : days.first, last: last > days.last ? last : days.last };
}

function addBody(bodies: Bodies, { mediaType, content }: Body): void {
  if ("missing" in content && content.missing === "no content") return;
  const body = get<string, { count: number; shape?: Shape }>(bodies, mediaType ?? "", () => ({ count: 0 }));
  body.count++;
  if ("value" in content) {
    body.shape ??= emptyShape();
    addValue(body.shape, content.value, { body: keyedHash(JSON.stringify(content.value)), masked: content.masked });
  }
}

function mergeBodies(into: Bodies, other: Bodies): void {
  for (const [mediaType, { count, shape }] of other) {
    const body = get<string, { count: number; shape?: Shape }>(into, mediaType, () => ({ count: 0 }));
    body.count += count;
    if (shape) {
      body.shape ??= emptyShape();
      mergeShape(body.shape, shape);
    }
  }
}

/** Reads the text of a query as a number or a boolean if it is one. */
function typedValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

function addEchoes(input: Input, value: number, body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  for (const [field, number] of Object.entries(body)) {
    if (typeof number !== "number") continue;
    const echo = get(input.echoes, field, emptyEcho);
    if (number === value) echo.same++;
    else if (number === value - 1) echo.oneMore++;
    else echo.other++;
    addDistinct(echo.values, keyedHash(value));
  }
}

function get<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
