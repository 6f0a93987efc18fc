import type { Bodies, Endpoint } from "./accumulate/endpoint.ts";
import { countOf, emptyShape, mergeShape, mostBodies, type Shape } from "./accumulate/shape.ts";
import { isData, isWords } from "./accumulate/words.ts";
import type { Vocabulary } from "./names/vocabulary.ts";
import { words } from "./names/words.ts";
import type { Template } from "./templates.ts";

/** Names that are written nowhere, because they may be about people. */
export interface Withheld {
  /** Where, such as `GET /api/v2/agents/{agentId} 200 byUser`: only of words that may be written. */
  place: string;
  kind: "field" | "input" | "path segment" | "media type";
  /** For the maintainer's terminal alone. */
  names: string[];
}

/**
 * Takes all names out of what was seen that may be words of people, and returns them. A name stays if its words are
 * known from elsewhere, or if it behaves as a field does: it recurs in ten different bodies and a fifth of all objects
 * at the same place, in an object with known names and values of several types. Keys of maps don't, and what people
 * define themselves (`customFields`, `byUser`) needs a known name however often it recurs. The words of a name that
 * recurs as a field are known at other places, too.
 */
export function withholdNames(templates: readonly Template[], vocabulary: Vocabulary): Withheld[] {
  const recurring = templates.flatMap(({ endpoint: { requests, responses } }) =>
    [requests, ...[...responses.values()].map(({ bodies }) => bodies)].flatMap((bodies) =>
      [...bodies.values()].flatMap(({ shape }) => (shape ? recurringIn(shape, vocabulary.isKnown) : [])),
    ),
  );
  const { isKnown } = vocabulary.including(recurring);
  return templates.flatMap(({ method, path, endpoint }) => clean(endpoint, `${method} ${path}`, isKnown));
}

type IsKnown = Vocabulary["isKnown"];

function recurringIn(shape: Shape, isKnown: IsKnown): string[] {
  const objects = shape.types.object ?? 0;
  const recurring = isRecord(shape, isKnown)
    ? [...shape.fields].flatMap(([name, field]) => (recurs(name, field, objects) ? name : []))
    : [];
  const inner = [
    ...[...shape.fields].flatMap(([name, field]) => (isChosen(name) ? [] : field)),
    shape.items ?? [],
  ].flat();
  return [...recurring, ...inner.flatMap((field) => recurringIn(field, isKnown))];
}

function clean(endpoint: Endpoint, place: string, isKnown: IsKnown): Withheld[] {
  const withheld: Withheld[] = [];

  function withhold(kind: Withheld["kind"], place: string, names: string[]): void {
    if (names.length > 0) withheld.push({ place, kind, names: names.sort() });
  }

  function cleanShape(shape: Shape, path: string, isFree: boolean): void {
    const mayRecur = !isFree && isRecord(shape, isKnown);
    const personal = [...shape.fields].filter(
      ([name, field]) => !isKnown(name) && !(mayRecur && recurs(name, field, shape.types.object ?? 0)),
    );
    for (const [name, field] of personal) {
      shape.entries ??= emptyShape();
      mergeShape(shape.entries, field);
      shape.fields.delete(name);
    }
    withhold(
      "field",
      path,
      personal.map(([name]) => name),
    );
    for (const [name, field] of shape.fields) cleanShape(field, `${path}.${name}`, isFree || isChosen(name));
    if (shape.items) cleanShape(shape.items, `${path}[]`, isFree);
    if (shape.entries) cleanShape(shape.entries, `${path}.*`, isFree);
  }

  function cleanBodies(bodies: Bodies, path: string): void {
    const personal = [...bodies.keys()].filter((type) => type !== "" && !standardType.test(type) && !isKnown(type));
    for (const type of personal) {
      const { count, shape } = bodies.get(type) ?? { count: 0 };
      const others = bodies.get(anyType) ?? { count: 0 };
      others.count += count;
      if (shape) {
        others.shape ??= emptyShape();
        mergeShape(others.shape, shape);
      }
      bodies.set(anyType, others);
      bodies.delete(type);
    }
    withhold("media type", path, personal);
    for (const { shape } of bodies.values()) if (shape) cleanShape(shape, path, false);
  }

  const inputs = [...endpoint.query].filter(
    ([name, { shape }]) => !isKnown(name) && !(shape.distinct.size > 1 && recurs(name, shape, endpoint.count)),
  );
  for (const [name, input] of inputs) {
    endpoint.query.delete(name);
    endpoint.unnamed.push(input);
  }
  withhold(
    "input",
    `${place} query`,
    inputs.map(([name]) => name),
  );
  cleanBodies(endpoint.requests, `${place} request`);
  for (const [status, { bodies }] of endpoint.responses) cleanBodies(bodies, `${place} ${status}`);
  return withheld;
}

/** The media type of bodies whose media type may be about people. */
const anyType = "*/*";

const standardType =
  /^(application\/(json|ld\+json|hal\+json|geo\+json|vnd\.api\+json|problem\+json|problem\+xml|merge-patch\+json|json-patch\+json|x-ndjson|xml|pdf|zip|gzip|octet-stream|x-www-form-urlencoded|javascript|rtf|wasm|msword|vnd\.ms-excel|vnd\.tcpdump\.pcap|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation))|multipart\/(form-data|mixed|related)|text\/(plain|html|csv|xml|css|javascript|markdown|calendar|vcard|event-stream)|(audio|video)\/(mpeg|mp4|ogg|webm|wav|x-wav|wave|flac|aac|basic|l16|opus|quicktime)|image\/(png|jpeg|gif|webp|svg\+xml|tiff|bmp|avif|x-icon))$/;

/** The share of objects at one place that have a field. */
const leastShare = 1 / 5;

const recurs = (name: string, { bodies, types }: Shape, objects: number): boolean =>
  isWords(name) && !isData(name) && bodies.size >= mostBodies && countOf({ types } as Shape) >= leastShare * objects;

/** Whether objects are records, and not maps: some of their names are known, and their values are of several types. */
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

/** Whether the fields below this one are named by the people who use the service. */
const isChosen = (name: string): boolean => {
  const parts = words(name);
  return parts[0] === "by" || parts.some((word) => freeWords.has(word));
};
