import { type Body, type Exchange, parseQueryValue } from "../../../src/traffic/exchange.ts";
import type { NameRule } from "../../../src/traffic/names.ts";
import {
  addOccasion,
  addValue,
  createEvidence,
  type Evidence,
  type Occasion,
  type Shape,
  withholdAlike,
} from "./shape.ts";

/** What the exchanges with a method and a path have in common. */
export interface Endpoint extends Evidence {
  /** How many requests had a slash at the end of their path. */
  slashCount: number;
  /** Whether a request had a status below 400. If all fail, the path may not exist. */
  hasSucceeded: boolean;
  /** The query of requests that have one: an object with the inputs. */
  query?: Shape | undefined;
  /** The bodies: an object with the media type. A body that isn't read has no type. */
  requests?: Shape | undefined;
  /** By status. Without those of the mock, which show nothing of the service. */
  responses: Map<number, ObservedResponse>;
}

interface ObservedResponse extends Evidence {
  bodies?: Shape | undefined;
}

export const createEndpoint = (): Endpoint => ({
  ...createEvidence(),
  slashCount: 0,
  hasSucceeded: false,
  responses: new Map(),
});

export function addExchange(endpoint: Endpoint, exchange: Exchange, rule: NameRule): void {
  const { status, source, at } = exchange;
  // Date.parse takes other texts, too, which may be data: of "word 2026", the year.
  const time = isoDate.test(at) ? Date.parse(at) : NaN;
  const day = Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
  const occasion = { source: sources[source], day };
  addOccasion(endpoint, occasion);
  if (exchange.hasTrailingSlash) endpoint.slashCount++;
  endpoint.hasSucceeded ||= status < 400;
  if (exchange.query.size > 0)
    endpoint.query = addValue(endpoint.query, inputsOf(exchange.query), rule, occasion);
  endpoint.requests = addBody(endpoint.requests, exchange.requestBody, rule, occasion);
  if (source === "journal") return;
  const response: ObservedResponse = endpoint.responses.get(status) ?? createEvidence();
  endpoint.responses.set(status, response);
  addOccasion(response, occasion);
  response.bodies = addBody(response.bodies, exchange.responseBody, rule, occasion);
}

const isoDate = /^\d{4}-\d\d-\d\d(T[\d:.,]+(Z|[+-]\d\d:?\d\d)?)?$/;

/** Withholds the names of bodies that may be data. */
export function withholdInBodies(endpoint: Endpoint, rule: NameRule): Endpoint {
  const withhold = (bodies: Shape | undefined) => bodies && withholdAlike(bodies, rule);
  const responses = [...endpoint.responses].map(
    ([status, response]) => [status, { ...response, bodies: withhold(response.bodies) }] as const,
  );
  return { ...endpoint, requests: withhold(endpoint.requests), responses: new Map(responses) };
}

const sources: Record<Exchange["source"], string> = {
  har: "HAR",
  ndjson: "NDJSON",
  journal: "mock journal",
  postman: "Postman examples",
  live: "live requests",
};

const inputsOf = (query: URLSearchParams): object =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, readInput(query, name)]));

/**
 * Reads an input as a list if it occurs several times. Of `limit=1&limit`, only the first is a
 * value.
 */
function readInput(query: URLSearchParams, name: string): unknown {
  const texts = query.getAll(name).filter(Boolean);
  const values = texts.map(parseQueryValue);
  return values.length > 1 || name.endsWith("[]") ? values : (values[0] ?? "");
}

function addBody(
  bodies: Shape | undefined,
  { mediaType, content }: Body,
  rule: NameRule,
  occasion: Occasion,
): Shape | undefined {
  if (!("missing" in content))
    return addValue(bodies, { [mediaType ?? anyType]: content.value }, rule, occasion);
  if (mediaType === undefined || content.missing === "no content") return bodies;
  return addValue(bodies, { [mediaType]: undefined }, rule, occasion);
}

/** The media type of bodies whose own is unknown or withheld. */
export const anyType = "*/*";
