import { asList, asObject, isObject, type JsonObject } from "../../../src/openapi/json.ts";
import { referencesIn } from "../../../src/openapi/nodes.ts";
import { segmentsOf } from "../../../src/openapi/path.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type {
  ContentObject,
  Contract,
  Observed,
  OperationObject,
  Schema,
} from "../../contract/document.ts";
import { camelCase } from "../../contract/names.ts";
import { capitalize, singularWordsOf } from "../../contract/words.ts";
import { observedOf } from "../facts/fact.ts";

/** Where an observed operation returns what its path names: one webhook, or a list of them. */
interface Place extends SchemaPlace {
  operation: OperationObject;
  /** The evidence of the response, or else of its operation. */
  observed: Observed;
  /** The last word of the path, such as `webhooks`. */
  resource: string;
  /** The name of the component, such as `Webhook`. */
  name: string;
}

interface SchemaPlace {
  holder: Record<string, unknown>;
  key: string;
  isListed: boolean;
}

/**
 * Writes the components of `shareResources` inline, since a fact is about one operation. Those that
 * anything else refers to stay. Returns the name that each schema had.
 */
export function inlineResources(contract: Contract): Map<Schema, string> {
  const names = new Map<Schema, string>();
  const references = referencesIn(contract).map(({ $ref }) => $ref);
  const places = placesIn(contract);
  for (const [name, component] of Object.entries(contract.components.schemas)) {
    const $ref = referenceTo(name);
    const users = places.filter((place) => schemaAt(place).$ref === $ref);
    const userCount = references.filter((reference) => reference === $ref).length;
    if (!("x-observed" in component) || users.length < userCount) continue;
    for (const place of users) {
      const { description: _, "x-observed": __, ...schema } = structuredClone(component);
      const copy = { ...descriptionAt(place), ...schema };
      place.holder[place.key] = copy;
      names.set(copy, name);
    }
  }
  return names;
}

/**
 * Makes a component of what a list of a resource has and another operation returns, if their schemas
 * are equal. What differs is inline, so that no operation gets a fact of another. A component that
 * was written inline stays as it was while an operation has its schema, and else becomes the schema
 * of the first.
 * @param names The name that each schema had.
 */
export function shareResources(contract: Contract, names: ReadonlyMap<Schema, string>): void {
  const { schemas } = contract.components;
  const places = placesIn(contract).filter((place) => isObject(schemaAt(place)["properties"]));
  const nameAt = (place: Place) => names.get(schemaAt(place)) ?? place.name;
  for (const name of new Set(places.map(nameAt))) {
    const before = schemas[name];
    const candidates = places.filter((place) => nameAt(place) === name);
    const earlier = candidates.filter((place) => names.has(schemaAt(place)));
    const chosen = before
      ? (earlier.find((place) => isEqual(schemaAt(place), before)) ?? earlier[0])
      : candidates.find((place) => isShared(place, candidates));
    if (!chosen) continue;
    const users = candidates.filter((place) => isEqual(schemaAt(place), schemaAt(chosen)));
    const {
      description = `What operations on \`${chosen.resource}\` return, as observed.`,
      "x-observed": observed = unite([...new Set(users.map((place) => place.observed))]),
    } = before ?? {};
    const { description: _, ...schema } = uniteEvidence(users.map(schemaAt), before);
    schemas[name] = { description, "x-observed": observed, ...schema };
    for (const place of users)
      place.holder[place.key] = { ...descriptionAt(place), $ref: referenceTo(name) };
  }
}

/** Returns whether of two operations one has a schema in a list, and the other has an equal one. */
const isShared = (place: Place, others: readonly Place[]): boolean =>
  others.some(
    (other) =>
      other.operation !== place.operation &&
      other.isListed !== place.isListed &&
      isEqual(schemaAt(other), schemaAt(place)),
  );

/** Gives equal schemas the evidence of all in each part, unless it had evidence before. */
function uniteEvidence(schemas: readonly JsonObject[], before: unknown): Schema {
  const [first = {}] = schemas;
  const entries = Object.entries(first).flatMap(([key, value]) => {
    if (!isObject(value)) return [[key, value]];
    const parts = schemas.map((schema) => asObject(schema[key]));
    const earlier = asObject(before)[key];
    if (key !== "x-observed") return [[key, uniteEvidence(parts, earlier)]];
    // Without its own, a part has the evidence of the whole.
    const isOwn = parts.every((part) => "source" in part);
    return isOwn ? [[key, earlier ?? unite(parts as unknown as Observed[])]] : [];
  });
  return Object.fromEntries(entries);
}

const unite = (evidence: readonly Observed[]) =>
  observedOf({
    sources: new Set(evidence.flatMap(({ source }) => source.split(", "))),
    count: evidence.reduce((sum, { exchanges }) => sum + exchanges, 0),
    days: new Set(evidence.flatMap(({ first = [], last = [] }) => [first, last].flat())),
  });

function placesIn({ paths }: Contract): Place[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const resource = segmentsOf(path).findLast((segment) => /^[a-z]/i.test(segment)) ?? "";
    const name = nameOf(resource);
    return Object.values(item).flatMap((operation) => {
      const { "x-observed": whole } = operation;
      if (!whole) return [];
      return Object.entries(operation.responses).flatMap(
        ([code, { content = {}, "x-observed": observed = whole }]) =>
          (isSuccessStatus(code) ? Object.values(content) : [])
            .flatMap((media) => placesInBody(media, name))
            .map((place) => ({ operation, observed, resource, name, ...place })),
      );
    });
  });
}

/** Returns the field of a resource's name, or else the body, and its field if it's the only object. */
function placesInBody(media: ContentObject[string], name: string): SchemaPlace[] {
  const own = asList(media.schema.allOf).at(-1) ?? media.schema;
  const properties = asObject(asObject(own)["properties"]) as SchemaPlace["holder"];
  const fields = Object.keys(properties);
  const named = fields.find((field) => nameOf(field) === name);
  if (named) return [findItems(properties, named)];
  const objects = fields
    .map((field) => findItems(properties, field))
    .filter((place) => ["properties", "$ref"].some((key) => key in schemaAt(place)));
  return [findItems(media, "schema"), ...(objects.length === 1 ? objects : [])];
}

/** Returns the place of a list's items, or that of another schema. */
function findItems(holder: SchemaPlace["holder"], key: string, isListed = false): SchemaPlace {
  const schema = asObject(holder[key]);
  return isObject(schema["items"]) ? findItems(schema, "items", true) : { holder, key, isListed };
}

const nameOf = (text: string): string => capitalize(camelCase(singularWordsOf(text).join(" ")));

const schemaAt = ({ holder, key }: SchemaPlace): Schema => asObject(holder[key]) as Schema;

/** The description that stays beside a reference. */
const descriptionAt = (place: Place): Schema => {
  const { description } = schemaAt(place);
  return description === undefined ? {} : { description };
};

const referenceTo = (name: string): string => `#/components/schemas/${name}`;

const isEqual = (schema: Schema, other: Schema): boolean => textOf(schema) === textOf(other);

/** Writes a schema without descriptions, evidence and the order of keys and lists. */
const textOf = (schema: Schema): string =>
  JSON.stringify(schema, (key, value) => {
    // A property of the name is an object.
    if (key === "x-observed" || (key === "description" && typeof value === "string")) return;
    if (Array.isArray(value)) return value.toSorted();
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  });
