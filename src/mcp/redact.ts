import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { resolve } from "../openapi/reference.ts";
import { isSecretName } from "../secret-names.ts";
import { containsToken } from "./own-token.ts";

const mask = "<MASKED>";

/** A copy of a response that an agent may read. */
export interface Readable {
  readonly value: unknown;
  /** How many fields the contract doesn't declare. */
  readonly omitted: number;
}

/** Of a response that is nested more deeply, no copy is made. */
const maxDepth = 100;

/**
 * Creates the function that copies a response of this schema for an agent. What the contract knows as a secret or as a bag
 * of foreign values is masked by its place: fields with the name of a credential that the contract declares, passwords,
 * the values of maps, and user info, query and fragment of URLs. Fields that the contract doesn't declare are left out.
 * If it doesn't know a shape, names decide. In all that remains, texts with the own token are masked.
 * @throws RangeError for a response that is nested too deeply.
 */
export function redactor(contract: JsonObject, schema: unknown, token: string): (response: unknown) => Readable {
  const isTokenIn = containsToken(token);
  const credentials = credentialNames(contract);

  return (response) => {
    let omitted = 0;

    function copy(value: unknown, schemas: readonly JsonObject[], depth: number): unknown {
      if (depth > maxDepth) throw new RangeError("nested too deeply");
      if (schemas.some(({ format }) => format === "password")) return mask;
      if (typeof value === "string") return copyText(value, schemas);
      if (Array.isArray(value)) {
        const items = schemas.map((schema) => schema["items"]);
        const prefixed = (index: number) => schemas.map((schema) => asList(schema["prefixItems"])[index]);
        const known = applying(items);
        return value.map((item, index) =>
          copy(
            item,
            schemas.some((schema) => "prefixItems" in schema) ? applying([...prefixed(index), ...items]) : known,
            depth + 1,
          ),
        );
      }
      if (isObject(value)) return copyFields(value, schemas, depth);
      return isTokenIn(String(value)) ? mask : value;
    }

    function copyFields(value: JsonObject, schemas: readonly JsonObject[], depth: number): JsonObject {
      const isUnknown = !schemas.some(describesFields);
      const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
        const shown = isTokenIn(name) ? mask : name;
        const declared = isUnknown ? [] : propertiesOf(schemas, name);
        if (declared.length > 0) {
          return [[shown, credentials.has(name) ? mask : copy(inner, applying(declared), depth + 1)]];
        }
        if (isUnknown) return [[shown, isSecretName(name) ? mask : copy(inner, [], depth + 1)]];
        // The values of a map are whatever somebody stored in it.
        if (schemas.some(isMap)) return [[shown, mask]];
        omitted++;
        return [];
      });
      return Object.fromEntries(entries);
    }

    function copyText(text: string, schemas: readonly JsonObject[]): string {
      if (isTokenIn(text)) return mask;
      const isAddress = schemas.some(({ format }) => /^(uri|iri|url)(-reference)?$/.test(`${format}`));
      return isAddress ? withoutUrlSecrets(text) : text.replace(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi, withoutUrlSecrets);
    }

    /** Schemas, their references followed, with all that they are composed of. Any alternative may apply. */
    function applying(schemas: readonly unknown[], known = new Set<JsonObject>()): JsonObject[] {
      for (const unresolved of schemas) {
        const target = resolve(contract, unresolved);
        if (!isObject(target) || known.has(target)) continue;
        known.add(target);
        const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => asList(target[keyword]));
        applying([...parts, target["if"], target["then"], target["else"]], known);
      }
      return [...known];
    }

    return { value: copy(response, applying([schema]), 0), omitted };
  };
}

/** The names under which the contract's security schemes send a credential. Whoever returns one calls it the same. */
function credentialNames(contract: JsonObject): ReadonlySet<string> {
  const schemes = Object.values(asObject(asObject(contract["components"])["securitySchemes"]));
  return new Set(schemes.flatMap((scheme) => asObject(resolve(contract, scheme))["name"] ?? []).map(String));
}

const isMap = ({ additionalProperties: others }: JsonObject) => others === true || isObject(others);
const describesFields = (schema: JsonObject) =>
  "properties" in schema || "patternProperties" in schema || isMap(schema);

const propertiesOf = (schemas: readonly JsonObject[], name: string): unknown[] =>
  schemas.flatMap((schema) => [
    ...(Object.hasOwn(asObject(schema["properties"]), name) ? [asObject(schema["properties"])[name]] : []),
    ...Object.entries(asObject(schema["patternProperties"])).flatMap(([pattern, inner]) =>
      new RegExp(pattern, "u").test(name) ? [inner] : [],
    ),
  ]);

/** A URL without user info, query and fragment. Other text in its place is masked. */
function withoutUrlSecrets(text: string): string {
  if (!URL.canParse(text)) return mask;
  const { protocol, host, pathname, username, password, search, hash } = new URL(text);
  if (!/^(https?|wss?):$/.test(protocol)) return mask;
  if (!username && !password && !search && !hash) return text;
  const user = username || password ? "MASKED@" : "";
  return `${protocol}//${user}${host}${pathname}${search && "?MASKED"}${hash && "#MASKED"}`;
}
