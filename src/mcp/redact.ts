import { asList, includesType, isObject, type JsonObject, typeOf } from "../openapi/json.ts";
import { declaredProperties, flattenComposition } from "../openapi/schema.ts";
import { isSecretName } from "../openapi/secret-names.ts";
import { createSecretTest } from "../openapi/secret-text.ts";
import { credentialsOf } from "../openapi/security.ts";

const mask = "<MASKED>";

/** The deepest nesting of a response that is copied. */
const maxDepth = 100;

/**
 * Creates the function that copies a response of this schema for an agent. By the schema, it masks
 * fields with the name of a credential that the contract declares, passwords, the values of maps,
 * and what isn't the object or list that is declared; and it leaves out undeclared fields. Texts
 * and numbers are masked also if their field has a secret's name, and so is every value of an
 * object whose shape the contract doesn't know. Everywhere, it masks texts, undeclared names and
 * numbers that contain the token, user info, query and fragment of URLs, the paths of those of
 * hooks, and what is nested too deeply. It returns the copy and the number of fields that were left
 * out.
 * @param isHook Whether the response is about hooks: the path of a hook's URL is often its secret.
 */
export function createRedactor(
  contract: JsonObject,
  responseSchema: unknown,
  token: string,
  isHook = false,
) {
  const containsToken = createSecretTest([token]);
  // A response may contain a credential under the name that it has in a request.
  const credentials = new Set(
    credentialsOf(contract).map(({ in: location, name }) =>
      location === "authorization" ? location : name.toLowerCase(),
    ),
  );

  return (response: unknown) => {
    let omitted = 0;

    function copy(value: unknown, schema: unknown, depth: number): unknown {
      const schemas = flattenComposition(contract, schema);
      const isPassword = schemas.some(({ format }) => format === "password");
      if (depth > maxDepth || isPassword || isMisplaced(value, schemas)) return mask;
      if (typeof value === "string") return copyText(value, schemas);
      if (Array.isArray(value)) {
        const allOf = schemas.flatMap(({ items, prefixItems }) => [items, ...asList(prefixItems)]);
        return value.map((item) => copy(item, { allOf }, depth + 1));
      }
      if (isObject(value)) return copyFields(value, schemas, depth);
      return typeof value === "number" && containsToken(String(value)) ? mask : value;
    }

    function copyFields(
      value: JsonObject,
      schemas: readonly JsonObject[],
      depth: number,
    ): JsonObject {
      const isShapeKnown = schemas.some((schema) => takesAnyName(schema) || schema["properties"]);
      const declared = declaredProperties(schemas);
      const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
        const allOf = declared.get(name) ?? [];
        const isDeclared = allOf.length > 0;
        if (!isDeclared && isShapeKnown && !schemas.some(takesAnyName)) {
          omitted++;
          return [];
        }
        // A map can contain any values, secrets included.
        const isSecret = isDeclared
          ? credentials.has(name.toLowerCase()) || (isSecretName(name) && hasPlainValues(inner))
          : isShapeKnown || isSecretName(name);
        const shownName = !isDeclared && containsToken(name) ? mask : name;
        return [[shownName, isSecret ? mask : copy(inner, { allOf }, depth + 1)]];
      });
      return Object.fromEntries(entries);
    }

    function copyText(text: string, schemas: readonly JsonObject[]): string {
      const isAddress = schemas.some(({ format }) =>
        /^(uri|iri|url)(-reference)?$/.test(`${format}`),
      );
      if (containsToken(text) || (isAddress && !wholeUrl.test(text))) return mask;
      const masked = text.replace(
        url,
        (_, user: string, host: string, path: string, query: string, fragment: string) => {
          if (!URL.canParse(`https://${host}`)) return mask;
          if (isHook) return `//${host}${path.length > 1 || query || fragment ? "/MASKED" : ""}`;
          return `//${user ? "MASKED@" : ""}${host}${path}${query ? "?MASKED" : ""}${fragment ? "#MASKED" : ""}`;
        },
      );
      return masked.replace(otherQuery, "$1$2MASKED");
    }

    return { value: copy(response, responseSchema, 0), omitted };
  };
}

/**
 * Returns whether a value isn't the object or list that its schemas declare: any part of it may be
 * a secret.
 */
function isMisplaced(value: unknown, schemas: readonly JsonObject[]): boolean {
  const types = schemas.flatMap(({ type }) => type ?? []);
  const isStructure = includesType(types, "object") || includesType(types, "array");
  return isStructure && value !== null && !includesType(types, typeOf(value));
}

/** Returns whether a value is a string or a number, or a list of only such. */
const hasPlainValues = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(hasPlainValues)
    : typeof value === "string" || typeof value === "number";

const takesAnyName = ({ additionalProperties: values, patternProperties }: JsonObject) =>
  values === true || isObject(values) || isObject(patternProperties);

/** A URL in a text, after its scheme: user info, host, path, query and fragment. */
const url = /\/\/([^\s"'<>/\\?#]*@)?([^\s"'<>/\\?#]+)([^\s"'<>?#]*)(\?[^\s"'<>#]*)?(#[^\s"'<>]*)?/g;
/** The query or fragment of an address without a host, such as `mailto:`, or of a path. */
const otherQuery =
  /(\b[a-z][a-z\d+.-]*:(?!\/\/)[^\s"'<>?#]+[?#])[^\s"'<>]+|([?#])[^\s"'<>]*=[^\s"'<>]*/gi;
const wholeUrl = /^([a-z][a-z\d+.-]*:)?\/\/[^\s"'<>]+$/i;
