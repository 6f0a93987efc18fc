import type { Body, Exchange } from "../../../src/traffic/exchange.ts";
import type { Json, Observed } from "../../contract.ts";
import { countDistinct, keyedHash, mergeShapes, type Shape, shapeOf } from "./shape.ts";

/** The observations of the exchanges with a method and path. */
export interface Endpoint {
  count: number;
  /** Whether a request had a status below 400. If all fail, the path may not exist. */
  hasSucceeded: boolean;
  /** Keyed hashes of the first few sessions. */
  sessions: Set<string>;
  /** Days, such as `2026-11-22`. */
  days: Set<string>;
  sources: Set<string>;
  query: Map<string, Input>;
  /** The inputs whose names were withheld. */
  unnamedInputs: Input[];
  requests: Bodies;
  /** By status. Without those of the mock, which show nothing of the service. */
  responses: Map<number, { count: number; bodies: Bodies }>;
}

/** Bodies by media type. */
export type Bodies = Map<string, { count: number; shape?: Shape | undefined }>;

export interface Input {
  shape: Shape;
  /** For each number at the top of a success, how it differs from the input, and hashes of two of the input's values. */
  echoes: Map<string, { difference: Difference; values: Set<string> }>;
}

/** `other` also means several differences. */
type Difference = "equal" | "one less" | "other";

/** Returns the observations of a single exchange. */
export function endpointOf(exchange: Exchange): Endpoint {
  const { segments, query, status, source, session, at: time = "", requestBody, responseBody } = exchange;
  const { content } = responseBody;
  const body = status >= 200 && status < 300 && "value" in content ? content.value : undefined;
  const request = { body: keyedHash(`${segments.join("/")}?${query}`), masked: false };
  const inputs = [...new Map(query)].map(([name, text]): [string, Input] => {
    const value = parseValue(text);
    const echoes = typeof value === "number" ? echoesOf(value, body) : new Map();
    return [name, { shape: shapeOf(value, request), echoes }];
  });
  return {
    count: 1,
    hasSucceeded: status < 400,
    sessions: new Set([keyedHash(session)]),
    days: new Set(/^\d{4}-\d\d-\d\d/.exec(time) ?? []),
    sources: new Set([sources[source]]),
    query: new Map(inputs),
    unnamedInputs: [],
    requests: bodiesOf(requestBody),
    responses: new Map(source === "journal" ? [] : [[status, { count: 1, bodies: bodiesOf(responseBody) }]]),
  };
}

const sources: Record<Exchange["source"], string> = {
  har: "HAR",
  ndjson: "NDJSON",
  journal: "mock journal",
  postman: "Postman examples",
  live: "live requests",
};

function bodiesOf({ mediaType, content }: Body): Bodies {
  if ("missing" in content)
    return new Map(mediaType && content.missing !== "no content" ? [[mediaType, { count: 1 }]] : []);
  const { value, masked } = content;
  const shape = shapeOf(value, { body: keyedHash(JSON.stringify(value)), masked });
  return new Map([[mediaType ?? "", { count: 1, shape }]]);
}

/** Reads the text of a query as a number or a boolean if it is one. */
function parseValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

function echoesOf(value: number, body: unknown): Input["echoes"] {
  const numbers = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return new Map(
    numbers
      .filter(([, number]) => typeof number === "number")
      .map(([field, number]) => {
        const difference = number === value ? "equal" : number === value - 1 ? "one less" : "other";
        return [field, { difference, values: new Set([keyedHash(value)]) }];
      }),
  );
}

/** The number of different sessions that are counted. */
const maxSessions = 8;

export function mergeEndpoint(target: Endpoint, addition: Endpoint): void {
  target.count += addition.count;
  target.hasSucceeded ||= addition.hasSucceeded;
  countDistinct(target.sessions, addition.sessions, maxSessions);
  for (const day of addition.days) target.days.add(day);
  for (const source of addition.sources) target.sources.add(source);
  mergeBodies(target.requests, addition.requests);
  mergeMaps(target.responses, addition.responses, (response, { count, bodies }) => {
    response.count += count;
    mergeBodies(response.bodies, bodies);
  });
  mergeMaps(target.query, addition.query, (input, { shape, echoes }) => {
    mergeShapes(input.shape, shape);
    mergeMaps(input.echoes, echoes, (echo, { difference, values }) => {
      if (echo.difference !== difference) echo.difference = "other";
      countDistinct(echo.values, values, 2);
    });
  });
}

export const mergeBodies = (target: Bodies, addition: Bodies): void =>
  mergeMaps(target, addition, (body, { count, shape }) => {
    body.count += count;
    body.shape = mergeShapes(body.shape, shape);
  });

/** Adds the entries of a map to another one. The values of a key that both have are merged. */
function mergeMaps<Key, Value>(
  target: Map<Key, Value>,
  addition: ReadonlyMap<Key, Value>,
  merge: (value: Value, addition: Value) => void,
): void {
  for (const [key, value] of addition) {
    const current = target.get(key);
    if (current === undefined) target.set(key, value);
    else merge(current, value);
  }
}

/** Returns the value of `x-observed`, the origin of a fact. */
export function observedOf({ sources, count, days }: Endpoint): Observed & { [key: string]: Json } {
  const [first, ...laterDays] = [...days].sort();
  return {
    source: [...sources].sort().join(", "),
    exchanges: count,
    ...(first && { first, last: laterDays.at(-1) ?? first }),
  };
}

/** Returns, for example, "1 fact" or "30 facts". */
export const countNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns, for example, "30 exchanges in 2 sessions". */
export function describeCounts({ count, sessions }: Endpoint): string {
  const sessionCount =
    sessions.size < maxSessions ? countNoun(sessions.size, "session") : `${maxSessions} or more sessions`;
  return `${countNoun(count, "exchange")} in ${sessionCount}`;
}
