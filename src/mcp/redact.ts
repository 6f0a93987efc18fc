import { cachePerDocument } from "../openapi/cache.ts";
import { asList, asObject, includesType, isObject, type JsonObject, typeOf } from "../openapi/json.ts";
import { withDescendants } from "../openapi/nodes.ts";
import { schemasOf } from "../openapi/schema.ts";
import { isSecretName } from "../openapi/secret-names.ts";
import { credentialsOf } from "../openapi/security.ts";
import { createTokenTest } from "./token-test.ts";

export const mask = "<MASKED>";

/** The deepest nesting of a response that is copied. */
const maxDepth = 100;

/**
 * Creates the function that copies a response of this schema for an agent. By the schema, it masks fields with the name
 * of a credential that the contract declares, passwords, the values of maps, and what has another type than a schema
 * with any of these; and it leaves out undeclared fields. Texts and numbers are masked also if their field has a
 * secret's name, and so is every value of an object whose shape the contract doesn't know. Everywhere, it masks texts,
 * undeclared names and numbers that contain the token, user info, query and fragment of URLs, the paths of those of
 * hooks, and what is nested too deeply. It returns the copy and the number of fields that were left out.
 * @param isHook Whether the response is about hooks: the path of a hook's URL is often its secret.
 */
export function createRedactor(contract: JsonObject, responseSchema: unknown, token: string, isHook = false) {
  const containsToken = createTokenTest(token);
  // A response may contain a credential under the name that it has in a request.
  const credentials = new Set(
    credentialsOf(contract).map(({ in: location, name }) =>
      location === "authorization" ? location : name.toLowerCase(),
    ),
  );
  const isCredential = (name: string) => credentials.has(name.toLowerCase());

  const canMask = cachePerDocument((schema: object) =>
    withDescendants(contract, schema).some(
      (node) =>
        node["format"] === "password" ||
        isMap(node) ||
        Object.keys(asObject(node["properties"])).some((name) => isCredential(name) || isSecretName(name)),
    ),
  );

  return (response: unknown) => {
    let omitted = 0;

    function copy(value: unknown, schema: unknown, depth: number): unknown {
      const schemas = schemasOf(contract, schema);
      if (depth > maxDepth || schemas.some(({ format }) => format === "password")) return mask;
      // It may be a secret that the schema has elsewhere.
      if (!hasDeclaredType(value, schemas) && isObject(schema) && canMask(schema)) return mask;
      if (typeof value === "string") return copyText(value, schemas);
      if (Array.isArray(value)) {
        const allOf = schemas.flatMap(({ items, prefixItems }) => [items, ...asList(prefixItems)]);
        return value.map((item) => copy(item, { allOf }, depth + 1));
      }
      if (isObject(value)) return copyFields(value, schemas, depth);
      return typeof value === "number" && containsToken(String(value)) ? mask : value;
    }

    function copyFields(value: JsonObject, schemas: readonly JsonObject[], depth: number): JsonObject {
      const isShapeKnown = schemas.some(
        (schema) => isMap(schema) || schema["properties"] || schema["patternProperties"],
      );
      const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
        const allOf = propertiesOf(schemas, name);
        const isDeclared = allOf.length > 0;
        if (!isDeclared && isShapeKnown && !schemas.some(isMap)) {
          omitted++;
          return [];
        }
        // A map can contain any values, secrets included.
        const isSecret = isDeclared
          ? isCredential(name) || (isSecretName(name) && hasPlainValues(inner))
          : isShapeKnown || isSecretName(name);
        const shownName = !isDeclared && containsToken(name) ? mask : name;
        return [[shownName, isSecret ? mask : copy(inner, { allOf }, depth + 1)]];
      });
      return Object.fromEntries(entries);
    }

    function copyText(text: string, schemas: readonly JsonObject[]): string {
      if (containsToken(text)) return mask;
      const isAddress = schemas.some(({ format }) => /^(uri|iri|url)(-reference)?$/.test(`${format}`));
      const maskUrl = (address: string) => maskUrlSecrets(address, isHook);
      return isAddress ? maskUrl(text) : text.replace(url, maskUrl);
    }

    return { value: copy(response, responseSchema, 0), omitted };
  };
}

/** Returns whether a value is null or has one of the types that its schemas declare, if any. */
function hasDeclaredType(value: unknown, schemas: readonly JsonObject[]): boolean {
  const types = schemas.flatMap(({ type }) => type ?? []);
  return types.length === 0 || value === null || includesType(types, typeOf(value));
}

/** Returns whether a value is a text or a number, or a list of only such. */
const hasPlainValues = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(hasPlainValues)
    : typeof value === "string" || typeof value === "number";

const isMap = ({ additionalProperties: valueSchema }: JsonObject) => valueSchema === true || isObject(valueSchema);

const propertiesOf = (schemas: readonly JsonObject[], name: string): unknown[] =>
  schemas.flatMap((schema) => [
    ...(Object.hasOwn(asObject(schema["properties"]), name) ? [asObject(schema["properties"])[name]] : []),
    ...Object.entries(asObject(schema["patternProperties"])).flatMap(([pattern, inner]) =>
      new RegExp(pattern, "u").test(name) ? [inner] : [],
    ),
  ]);

/** A URL in a text, also without a scheme. The scheme is bounded: each letter of a long word can be the first one of a scheme. */
const url = /(?:(?:[a-z][a-z\d+.-]{0,20}|[\d+.-]{21}):)?\/\/[^\s"'<>]+/gi;

/**
 * Masks user info, query and fragment of a URL, or the whole text if it isn't an HTTP or WebSocket URL.
 * @param hidesPath Whether only the origin is shown.
 */
function maskUrlSecrets(text: string, hidesPath: boolean): string {
  const isRelative = text.startsWith("//");
  // Two slashes can have another meaning.
  if (isRelative && !hidesPath && !/[@?#]/.test(text)) return text;
  const address = isRelative ? `https:${text}` : text;
  if (!URL.canParse(address)) return mask;
  const { protocol, host, pathname, username, password, search, hash } = new URL(address);
  if (!/^(https?|wss?):$/.test(protocol)) return mask;
  const scheme = isRelative ? "" : protocol;
  if (hidesPath) return `${scheme}//${host}${pathname.length > 1 || search || hash ? "/MASKED" : ""}`;
  if (!username && !password && !search && !hash) return text;
  const user = username || password ? "MASKED@" : "";
  return `${scheme}//${user}${host}${pathname}${search && "?MASKED"}${hash && "#MASKED"}`;
}
