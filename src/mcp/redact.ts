import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { schemasOf } from "../openapi/schema.ts";
import { isSecretName } from "../openapi/secret-names.ts";
import { securitySchemesOf } from "../openapi/security.ts";
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
export function createRedactor(contract: JsonObject, responseSchema: unknown, token: string) {
  const containsToken = createTokenTest(token);
  // A response may contain a credential under the name that it has in a request.
  const credentials = new Set(Object.values(securitySchemesOf(contract)).map(({ name }) => name));

  return (response: unknown) => {
    let omitted = 0;

    function copy(value: unknown, schema: unknown, depth: number): unknown {
      if (depth > maxDepth) throw new RangeError("nested too deeply");
      const schemas = schemasOf(contract, schema);
      if (schemas.some(({ format }) => format === "password")) return mask;
      if (typeof value === "string") return copyText(value, schemas);
      if (Array.isArray(value)) {
        return value.map((item, index) => {
          const allOf = schemas.flatMap(({ prefixItems, items }) => [asList(prefixItems)[index], items]);
          return copy(item, { allOf }, depth + 1);
        });
      }
      if (isObject(value)) return copyFields(value, schemas, depth);
      return containsToken(String(value)) ? mask : value;
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
        const isSecret = isDeclared ? credentials.has(name) : isShapeKnown || isSecretName(name);
        return [[containsToken(name) ? mask : name, isSecret ? mask : copy(inner, { allOf }, depth + 1)]];
      });
      return Object.fromEntries(entries);
    }

    function copyText(text: string, schemas: readonly JsonObject[]): string {
      if (containsToken(text)) return mask;
      const isAddress = schemas.some(({ format }) => /^(uri|iri|url)(-reference)?$/.test(`${format}`));
      return isAddress ? maskUrlSecrets(text) : text.replace(url, maskUrlSecrets);
    }

    return { value: copy(response, responseSchema, 0), omitted };
  };
}

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

/** Masks user info, query and fragment of a URL, or the whole text if it isn't an HTTP or WebSocket URL. */
function maskUrlSecrets(text: string): string {
  const isRelative = text.startsWith("//");
  // Two slashes can have another meaning.
  if (isRelative && !/[@?#]/.test(text)) return text;
  const address = isRelative ? `https:${text}` : text;
  if (!URL.canParse(address)) return mask;
  const { protocol, host, pathname, username, password, search, hash } = new URL(address);
  if (!/^(https?|wss?):$/.test(protocol)) return mask;
  if (!username && !password && !search && !hash) return text;
  const user = username || password ? "MASKED@" : "";
  return `${isRelative ? "" : protocol}//${user}${host}${pathname}${search && "?MASKED"}${hash && "#MASKED"}`;
}
