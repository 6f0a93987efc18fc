import { splitWords } from "../contract.ts";
import { type Bodies, type Endpoint, mergeBodies } from "./accumulate/endpoint.ts";
import { countOf, maxBodies, mergeShapes, type Shape } from "./accumulate/shape.ts";
import { isData, isWords } from "./accumulate/words.ts";
import type { Vocabulary } from "./names/vocabulary.ts";
import type { Template } from "./templates.ts";

/** Names that aren't written anywhere, because they may be about people. */
export interface WithheldNames {
  /** For example `GET /api/v2/agents/{agentId} 200.byUser`, which contains only words that may be written. */
  place: string;
  kind: "field" | "input" | "path segment" | "media type";
  /** Shown only in the maintainer's terminal. */
  names: string[];
}

/**
 * Removes the names that may be about people from templates, and returns them. A name stays if all of its words are
 * known, or if it recurs as fields do: in ten different bodies and a fifth of all objects at the same place, in an
 * object with known names and values of several types. Keys of maps don't recur so, and names that people define
 * themselves (below `customFields` or `byUser`) are withheld unless they are known. The words of a name that recurs as
 * a field are known at other places, too. Names that every object in JavaScript has are withheld, too: some generators
 * fail with them, as openapi-typescript 7 does with `hasOwnProperty`.
 */
export function withholdNames(templates: readonly Template[], vocabulary: Vocabulary): WithheldNames[] {
  const recurringNames = templates.flatMap(({ endpoint: { requests, responses } }) =>
    [requests, ...[...responses.values()].map(({ bodies }) => bodies)].flatMap((bodies) =>
      [...bodies.values()].flatMap(({ shape }) => (shape ? recurringNamesOf(shape, vocabulary.isKnown) : [])),
    ),
  );
  const extendedVocabulary = vocabulary.extend(recurringNames);
  return templates.flatMap(({ method, path, endpoint }) =>
    withholdFrom(endpoint, `${method} ${path}`, extendedVocabulary),
  );
}

type IsKnown = Vocabulary["isKnown"];

function recurringNamesOf(shape: Shape, isKnown: IsKnown): string[] {
  const objects = shape.types.object ?? 0;
  const recurringNames = isRecord(shape, isKnown)
    ? [...shape.fields].flatMap(([name, field]) => (isRecurring(name, field, objects) ? name : []))
    : [];
  const innerShapes = [...shape.fields].flatMap(([name, field]) => (isUserNamed(name) ? [] : field));
  return [
    ...recurringNames,
    ...[...innerShapes, shape.items ?? []].flat().flatMap((field) => recurringNamesOf(field, isKnown)),
  ];
}

function withholdFrom(endpoint: Endpoint, place: string, { isKnown, isListed }: Vocabulary): WithheldNames[] {
  const withheldNames: WithheldNames[] = [];

  function withhold(kind: WithheldNames["kind"], place: string, entries: [name: string, unknown][]): void {
    if (entries.length > 0) withheldNames.push({ place, kind, names: entries.map(([name]) => name).sort() });
  }

  function cleanShape(shape: Shape, path: string, isFree: boolean): void {
    const objects = shape.types.object ?? 0;
    const mayRecur = !isFree && isRecord(shape, isKnown);
    const keys = keysOf(shape);
    const isKey = (name: string) => keys.has(name) && !isListed(name);
    const personalFields = [...shape.fields].filter(
      ([name, field]) => isKey(name) || !(isKnown(name) || (mayRecur && isRecurring(name, field, objects))),
    );
    for (const [name, field] of personalFields) {
      shape.entries = mergeShapes(shape.entries, field);
      shape.fields.delete(name);
    }
    withhold("field", path, personalFields);
    for (const [name, field] of shape.fields) cleanShape(field, `${path}.${name}`, isFree || isUserNamed(name));
    if (shape.items) cleanShape(shape.items, `${path}[]`, isFree);
    if (shape.entries) cleanShape(shape.entries, `${path}.*`, isFree);
  }

  function cleanBodies(bodies: Bodies, path: string): void {
    const personalTypes = [...bodies].filter(([type]) => type !== "" && !standardType.test(type) && !isKnown(type));
    for (const [type, body] of personalTypes) {
      mergeBodies(bodies, new Map([[anyType, body]]));
      bodies.delete(type);
    }
    withhold("media type", path, personalTypes);
    for (const { shape } of bodies.values()) if (shape) cleanShape(shape, path, false);
  }

  const personalInputs = [...endpoint.query].filter(
    ([name, { shape }]) => !isKnown(name) && !(shape.distinct.size > 1 && isRecurring(name, shape, endpoint.count)),
  );
  for (const [name, input] of personalInputs) {
    endpoint.query.delete(name);
    endpoint.unnamedInputs.push(input);
  }
  withhold("input", `${place} query`, personalInputs);
  cleanBodies(endpoint.requests, `${place} request`);
  for (const [status, { bodies }] of endpoint.responses) cleanBodies(bodies, `${place} ${status}`);
  return withheldNames;
}

/** The media type of bodies whose own media type is withheld. */
const anyType = "*/*";

const standardType =
  /^(application\/(json|ld\+json|hal\+json|geo\+json|vnd\.api\+json|problem\+json|problem\+xml|merge-patch\+json|json-patch\+json|x-ndjson|xml|pdf|zip|gzip|octet-stream|x-www-form-urlencoded|javascript|rtf|wasm|msword|vnd\.ms-excel|vnd\.tcpdump\.pcap|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation))|multipart\/(form-data|mixed|related)|text\/(plain|html|csv|xml|css|javascript|markdown|calendar|vcard|event-stream)|(audio|video)\/(mpeg|mp4|ogg|webm|wav|x-wav|wave|flac|aac|basic|l16|opus|quicktime)|image\/(png|jpeg|gif|webp|svg\+xml|tiff|bmp|avif|x-icon))$/;

/** The least share of the objects at a place that contain a recurring field. */
const minShare = 1 / 5;

const isRecurring = (name: string, { bodies, types }: Shape, objects: number): boolean =>
  isWords(name) &&
  !isData(name) &&
  !(name in Object.prototype) &&
  bodies.size >= maxBodies &&
  countOf({ types }) >= minShare * objects;

const maxFields = 60;
const maxNumbered = 3;

/**
 * Returns the names of an object that are data, although their words are known: rare ones, if there are many, and
 * those that differ only in a number, such as `task_17`, if they are rare or name objects.
 */
function keysOf({ fields, types }: Shape): Set<string> {
  const isRare = (field: Shape) => countOf(field) < minShare * (types.object ?? 0);
  const rareNames = [...fields].flatMap(([name, field]) => (isRare(field) ? name : []));
  if (fields.size > maxFields && rareNames.length > 0.8 * fields.size) return new Set(rareNames);
  const stemOf = (name: string) => name.replace(/\d+/g, "0");
  const numberedNames = [...fields].flatMap(([name, field]) =>
    /\d/.test(name) && (isRare(field) || field.types.object) ? name : [],
  );
  const counts = new Map<string, number>();
  for (const stem of numberedNames.map(stemOf)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set(numberedNames.filter((name) => (counts.get(stemOf(name)) ?? 0) > maxNumbered));
}

/** Returns whether objects are records, not maps: some names are known, and the values have several types. */
function isRecord({ fields, entries }: Shape, isKnown: IsKnown): boolean {
  const values = [...fields.values(), ...(entries ? [entries] : [])];
  const types = new Set(
    values.flatMap((value) => Object.keys(value.types).map((type) => (type === "integer" ? "number" : type))),
  );
  types.delete("null");
  return types.size > 1 && [...fields.keys()].some(isKnown);
}

const freeWords = new Set(
  "custom metadata label tag attribute property variable extra answer map dictionary context header".split(" "),
);

/** Returns whether users of the service name the fields below this one. */
const isUserNamed = (name: string): boolean => {
  const parts = splitWords(name);
  return parts[0] === "by" || parts.some((word) => freeWords.has(word));
};
