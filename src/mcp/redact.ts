import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { schemasOf } from "../openapi/nodes.ts";
import { resolve } from "../openapi/reference.ts";
import { isSecretName } from "../openapi/secret-names.ts";
import { createTokenTest } from "./token-test.ts";

const mask = "<MASKED>";

/** The deepest nesting of a response that is copied. */
const maxDepth = 100;

/**
 * Creates the function that copies a response of this schema for an agent. By the schema, it masks fields with the name
 * of a credential that the contract declares, passwords and the values of maps, and leaves out undeclared fields. If
 * the contract doesn't know the shape of an object, it masks fields that have a secret's name. Everywhere, it masks
 * texts, names and numbers that contain the token, and user info, query and fragment of URLs.
 * It returns the copy and the number of fields that were left out, and throws a RangeError if the response is nested too
 * deeply.
 */
export function createRedactor(contract: JsonObject, schema: unknown, token: string) {
  const containsToken = createTokenTest(token);
  const credentials = credentialNamesOf(contract);

  function collectSchemas(schemas: readonly unknown[]): JsonObject[] {
    // Shared, since the same schema twice would give four of the next level, and so on.
    const visitedSchemas = new Set<JsonObject>();
    return schemas.flatMap((schema) => schemasOf(contract, schema, visitedSchemas));
  }

  return (response: unknown) => {
    let omitted = 0;

    function copy(value: unknown, schemas: readonly JsonObject[], depth: number): unknown {
      if (depth > maxDepth) throw new RangeError("nested too deeply");
      if (schemas.some(({ format }) => format === "password")) return mask;
      if (typeof value === "string") return copyText(value, schemas);
      if (Array.isArray(value)) {
        return value.map((item, index) => {
          const itemSchemas = schemas.flatMap(({ prefixItems, items }) => [asList(prefixItems)[index], items]);
          return copy(item, collectSchemas(itemSchemas), depth + 1);
        });
      }
      if (isObject(value)) return copyFields(value, schemas, depth);
      return containsToken(String(value)) ? mask : value;
    }

    function copyFields(value: JsonObject, schemas: readonly JsonObject[], depth: number): JsonObject {
      const isUnknown = !schemas.some(hasDeclaredFields);
      const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
        const visibleName = containsToken(name) ? mask : name;
        const fieldSchemas = isUnknown ? [] : propertiesOf(schemas, name);
        if (fieldSchemas.length > 0) {
          return [[visibleName, credentials.has(name) ? mask : copy(inner, collectSchemas(fieldSchemas), depth + 1)]];
        }
        if (isUnknown) return [[visibleName, isSecretName(name) ? mask : copy(inner, [], depth + 1)]];
        // A map can contain any values, secrets included.
        if (schemas.some(isMap)) return [[visibleName, mask]];
        omitted++;
        return [];
      });
      return Object.fromEntries(entries);
    }

    function copyText(text: string, schemas: readonly JsonObject[]): string {
      if (containsToken(text)) return mask;
      const isAddress = schemas.some(({ format }) => /^(uri|iri|url)(-reference)?$/.test(`${format}`));
      return isAddress ? maskUrlSecrets(text) : text.replace(url, maskUrlSecrets);
    }

    return { value: copy(response, schemasOf(contract, schema), 0), omitted };
  };
}

/** Returns the parameter names of the security schemes. A response may contain a credential under the same name. */
function credentialNamesOf(contract: JsonObject): ReadonlySet<string> {
  const schemes = Object.values(asObject(asObject(contract["components"])["securitySchemes"]));
  return new Set(schemes.flatMap((scheme) => asObject(resolve(contract, scheme))["name"] ?? []).map(String));
}

const isMap = ({ additionalProperties: valueSchema }: JsonObject) => valueSchema === true || isObject(valueSchema);
const hasDeclaredFields = (schema: JsonObject) =>
  "properties" in schema || "patternProperties" in schema || isMap(schema);

const propertiesOf = (schemas: readonly JsonObject[], name: string): unknown[] =>
  schemas.flatMap((schema) => [
    ...(Object.hasOwn(asObject(schema["properties"]), name) ? [asObject(schema["properties"])[name]] : []),
    ...Object.entries(asObject(schema["patternProperties"])).flatMap(([pattern, inner]) =>
      new RegExp(pattern, "u").test(name) ? [inner] : [],
    ),
  ]);

/** A URL in a text. The scheme is bounded: each letter of a long word can be the first one of a scheme. */
const url = /(?:[a-z][a-z\d+.-]{0,20}|[\d+.-]{21}):\/\/[^\s"'<>]+/gi;

/** Masks user info, query and fragment of a URL, or the whole text if it isn't an HTTP or WebSocket URL. */
function maskUrlSecrets(text: string): string {
  if (!URL.canParse(text)) return mask;
  const { protocol, host, pathname, username, password, search, hash } = new URL(text);
  if (!/^(https?|wss?):$/.test(protocol)) return mask;
  if (!username && !password && !search && !hash) return text;
  const user = username || password ? "MASKED@" : "";
  return `${protocol}//${user}${host}${pathname}${search && "?MASKED"}${hash && "#MASKED"}`;
}
