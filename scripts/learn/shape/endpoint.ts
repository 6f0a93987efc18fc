import type { Body, Exchange } from "../../../src/traffic/exchange.ts";
import type { Json, Observed } from "../../contract/document.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import { addValue, hideName, mergeNames, mergeShapes, type Reading, type Shape } from "./shape.ts";

/** The observations of the exchanges with a method and path. */
export interface Endpoint {
  count: number;
  /** Whether a request had a status below 400. If all fail, the path may not exist. */
  hasSucceeded: boolean;
  /** The first and the last day, such as `2026-11-22`. */
  first?: string | undefined;
  last?: string | undefined;
  sources: Set<string>;
  query: Map<string, Input>;
  /** The words of the path that aren't known. */
  hiddenSegments: Hidden;
  hiddenInputs: Hidden;
  /** The numbers at the top of a success that a withheld input had, too. */
  hiddenEchoes: Set<string>;
  hiddenTypes: Hidden;
  requests: Bodies;
  /** By status. Without those of the mock, which show nothing of the service. */
  responses: Map<number, { count: number; bodies: Bodies }>;
}

/** Names that aren't written anywhere, because they may be about people, and how often they occurred. */
export interface Hidden {
  withheldCount: number;
  hiddenNames?: Set<string> | undefined;
}

/** Bodies by media type. */
export type Bodies = Map<string, { count: number; shape?: Shape | undefined }>;

export interface Input {
  shape: Shape;
  /** The number of requests that have the input. */
  requests: number;
  /** For each number at the top of a success, how it differs from the input. */
  echoes: Map<string, Echo>;
}

/** `other` also means several differences. `marks` has a bit for each of 16 kinds of values. */
interface Echo {
  difference: "equal" | "one less" | "other";
  marks: number;
}

export const createEndpoint = (): Endpoint => ({
  count: 0,
  hasSucceeded: false,
  sources: new Set(),
  query: new Map(),
  hiddenSegments: { withheldCount: 0 },
  hiddenInputs: { withheldCount: 0 },
  hiddenEchoes: new Set(),
  hiddenTypes: { withheldCount: 0 },
  requests: new Map(),
  responses: new Map(),
});

/** Adds an exchange to the observations of its method and path. */
export function addExchange(endpoint: Endpoint, exchange: Exchange, vocabulary: Vocabulary): void {
  const { status, source } = exchange;
  const day = exchange.at?.slice(0, 10);
  endpoint.count++;
  endpoint.hasSucceeded ||= status < 400;
  addDays(endpoint, day, day);
  endpoint.sources.add(sources[source]);
  addInputs(endpoint, exchange, vocabulary);
  addBody(endpoint, endpoint.requests, exchange.requestBody, vocabulary);
  if (source === "journal") return;
  const response = endpoint.responses.get(status) ?? { count: 0, bodies: new Map() };
  endpoint.responses.set(status, response);
  response.count++;
  addBody(endpoint, response.bodies, exchange.responseBody, vocabulary);
}

const sources: Record<Exchange["source"], string> = {
  har: "HAR",
  ndjson: "NDJSON",
  journal: "mock journal",
  postman: "Postman examples",
  live: "live requests",
};

function addDays(endpoint: Endpoint, first: string | undefined, last = first): void {
  if (first === undefined || last === undefined) return;
  if (endpoint.first === undefined || first < endpoint.first) endpoint.first = first;
  if (endpoint.last === undefined || last > endpoint.last) endpoint.last = last;
}

function addInputs(endpoint: Endpoint, { query, status, responseBody }: Exchange, { kindOf }: Vocabulary): void {
  if (query.size === 0) return;
  const { content } = responseBody;
  const body = status >= 200 && status < 300 && "value" in content ? content.value : undefined;
  for (const name of new Set(query.keys())) {
    // Of `limit=1&limit`, only the first is a value.
    const texts = query.getAll(name).filter(Boolean);
    const sentValue = texts.length > 1 || name.endsWith("[]") ? texts.map(parseValue) : parseValue(texts[0] ?? "");
    const echoes = typeof sentValue === "number" ? echoesOf(sentValue, body) : [];
    // The name of an input is no data.
    if (kindOf(name.replace(/\d+$/, "")) !== "known") {
      hideName(endpoint.hiddenInputs, name);
      for (const [field, { difference }] of echoes) if (difference !== "other") endpoint.hiddenEchoes.add(field);
      continue;
    }
    const input = endpoint.query.get(name) ?? {
      shape: addValue(undefined, sentValue, plain),
      requests: 0,
      echoes: new Map(),
    };
    if (endpoint.query.has(name)) addValue(input.shape, sentValue, plain);
    endpoint.query.set(name, input);
    input.requests++;
    for (const [field, echo] of echoes) addEcho(input, field, echo);
  }
}

const plain: Reading = { kindOf: () => "withheld", isMasked: false };

/** Reads the text of a query as a number or a boolean if it is one. */
function parseValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

function echoesOf(value: number, body: unknown): [field: string, Echo][] {
  const numbers = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return numbers
    .filter(([, number]) => typeof number === "number")
    .map(([field, number]) => {
      const difference = number === value ? "equal" : number === value - 1 ? "one less" : "other";
      return [field, { difference, marks: 1 << (Math.abs(Math.trunc(value)) % 16) }];
    });
}

function addEcho({ echoes }: Input, field: string, { difference, marks }: Echo): void {
  const echo = echoes.get(field);
  if (echo === undefined) echoes.set(field, { difference, marks: difference === "other" ? 0 : marks });
  else if (echo.difference !== difference) Object.assign(echo, { difference: "other", marks: 0 });
  else if (difference !== "other") echo.marks |= marks;
}

function addBody(
  endpoint: Endpoint,
  bodies: Bodies,
  { mediaType = "", content }: Body,
  { kindOf, isKnown }: Vocabulary,
) {
  const isMissing = "missing" in content;
  if (isMissing && (mediaType === "" || content.missing === "no content")) return;
  const isWritable = mediaType === "" || standardType.test(mediaType) || isKnown(mediaType);
  if (!isWritable) hideName(endpoint.hiddenTypes, mediaType);
  const type = isWritable ? mediaType : anyType;
  const body = bodies.get(type) ?? { count: 0 };
  bodies.set(type, body);
  body.count++;
  if (!isMissing) body.shape = addValue(body.shape, content.value, { kindOf, isMasked: content.masked });
}

/** The media type of bodies whose own media type is withheld. */
export const anyType = "*/*";

const standardType =
  /^(application\/(json|ld\+json|hal\+json|geo\+json|vnd\.api\+json|problem\+json|problem\+xml|merge-patch\+json|json-patch\+json|x-ndjson|xml|pdf|zip|gzip|octet-stream|x-www-form-urlencoded|javascript|rtf|wasm|msword|vnd\.ms-excel|vnd\.tcpdump\.pcap|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation))|multipart\/(form-data|mixed|related)|text\/(plain|html|csv|xml|css|javascript|markdown|calendar|vcard|event-stream)|(audio|video)\/(mpeg|mp4|ogg|webm|wav|x-wav|wave|flac|aac|basic|l16|opus|quicktime)|image\/(png|jpeg|gif|webp|svg\+xml|tiff|bmp|avif|x-icon))$/;

export function mergeEndpoint(target: Endpoint, addition: Endpoint): void {
  target.count += addition.count;
  target.hasSucceeded ||= addition.hasSucceeded;
  addDays(target, addition.first, addition.last);
  for (const source of addition.sources) target.sources.add(source);
  mergeHidden(target.hiddenSegments, addition.hiddenSegments);
  mergeHidden(target.hiddenInputs, addition.hiddenInputs);
  mergeHidden(target.hiddenTypes, addition.hiddenTypes);
  for (const field of addition.hiddenEchoes) target.hiddenEchoes.add(field);
  mergeBodies(target.requests, addition.requests);
  mergeMaps(target.responses, addition.responses, (response, { count, bodies }) => {
    response.count += count;
    mergeBodies(response.bodies, bodies);
  });
  mergeMaps(target.query, addition.query, (input, { shape, requests, echoes }) => {
    mergeShapes(input.shape, shape);
    input.requests += requests;
    for (const [field, echo] of echoes) addEcho(input, field, echo);
  });
}

function mergeHidden(target: Hidden, { withheldCount, hiddenNames }: Hidden): void {
  target.withheldCount += withheldCount;
  target.hiddenNames = mergeNames(target.hiddenNames, hiddenNames);
}

const mergeBodies = (target: Bodies, addition: Bodies): void =>
  mergeMaps(target, addition, (body, { count, shape }) => {
    body.count += count;
    body.shape = mergeShapes(body.shape, shape);
  });

/** Adds the entries of a map to another one. The values of a key that both have are merged. */
export function mergeMaps<Key, Value>(
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
export const observedOf = ({ sources, count, first, last }: Endpoint): Observed & { [key: string]: Json } => ({
  source: [...sources].sort().join(", "),
  exchanges: count,
  ...(first !== undefined && last !== undefined && { first, last }),
});

/** Returns, for example, "1 fact" or "30 facts". */
export const countNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
