import { asObject, isObject } from "../../../src/openapi/json.ts";
import { referencesIn } from "../../../src/openapi/nodes.ts";
import { segmentsOf } from "../../../src/openapi/path.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type { Content, Contract, OperationObject, Schema } from "../../contract/document.ts";
import { camelCase } from "../../contract/names.ts";
import { capitalize, singularWordsOf } from "../../contract/words.ts";
import { observedOf } from "../facts/fact.ts";

/** Where an observed operation returns what its path names: one webhook, or a list of them. */
interface Place extends SchemaPlace {
  operation: OperationObject;
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

/** Places whose schemas are equal. */
interface Group {
  name: string;
  /** Whether their component has this schema. */
  isUnchanged: boolean;
  places: Place[];
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
    const users = places.filter((place) => textOf(schemaAt(place)) === textOf({ $ref }));
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
 * are equal. What differs is inline, so that no operation gets a fact of another.
 * @param names The name that each schema had.
 */
export function shareResources(contract: Contract, names: ReadonlyMap<Schema, string>): void {
  const { schemas } = contract.components;
  const groups = new Map<string, Group>();
  for (const place of placesIn(contract)) {
    const schema = schemaAt(place);
    const name = names.get(schema) ?? place.name;
    const text = textOf(schema);
    if (!isObject(schema["properties"])) continue;
    const isUnchanged = text === textOf(schemas[name] ?? {});
    const group = groups.get(`${name} ${text}`) ?? { name, isUnchanged, places: [] };
    groups.set(`${name} ${text}`, group);
    group.places.push(place);
  }
  const openNames = new Set(names.values());
  const rankOf = ({ places, isUnchanged }: Group) => places.length + (isUnchanged ? 0.5 : 0);
  for (const { name, places } of [...groups.values()].sort((a, b) => rankOf(b) - rankOf(a))) {
    const operations = [...new Set(places.map(({ operation }) => operation))];
    const isShared =
      operations.length > 1 && new Set(places.map((place) => place.isListed)).size > 1;
    const named = places.find((place) => names.has(schemaAt(place)));
    const first = named ?? (places[0] as Place);
    if (named ? !openNames.delete(name) : name in schemas || !isShared) continue;
    const evidence = operations.flatMap((operation) => operation["x-observed"] ?? []);
    const { description, "x-observed": observed } = asObject(schemas[name]) as Schema;
    const { description: _, ...schema } = schemaAt(first);
    schemas[name] = {
      description: description ?? `What operations on \`${first.resource}\` return, as observed.`,
      "x-observed": observed ?? {
        ...observedOf({
          sources: new Set(evidence.flatMap(({ source }) => source.split(", "))),
          count: evidence.reduce((sum, { exchanges }) => sum + exchanges, 0),
          days: new Set(evidence.flatMap(({ first = [], last = [] }) => [first, last].flat())),
        }),
      },
      ...schema,
    };
    for (const place of places)
      place.holder[place.key] = { ...descriptionAt(place), $ref: referenceTo(name) };
  }
}

function placesIn({ paths }: Contract): Place[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const resource = segmentsOf(path).findLast((segment) => /^[a-z]/i.test(segment)) ?? "";
    const name = nameOf(resource);
    return Object.values(item).flatMap((operation) => {
      if (!("x-observed" in operation)) return [];
      return Object.entries(operation.responses)
        .flatMap(([code, { content = {} }]) =>
          isSuccessStatus(code) ? Object.values(content) : [],
        )
        .flatMap((media) => placesInBody(media, name))
        .map((place) => ({ operation, resource, name, ...place }));
    });
  });
}

/** Returns the field of a resource's name, or else the body, and its field if it's the only object. */
function placesInBody(media: Content[string], name: string): SchemaPlace[] {
  const properties = asObject(asObject(media.schema)["properties"]) as SchemaPlace["holder"];
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

/** Writes a schema without descriptions, evidence and the order of its keys. */
const textOf = (schema: Schema): string =>
  JSON.stringify(schema, (key, value) => {
    // A property of the name is an object.
    if (key === "x-observed" || (key === "description" && typeof value === "string")) return;
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  });
