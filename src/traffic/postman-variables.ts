import { parseJson } from "../core/text.ts";
import { asList, asObject } from "../openapi/json.ts";
import { isSecretName } from "../openapi/secret-names.ts";

export type Variables = ReadonlyMap<string, string>;

/** Replaces the variables in a text of a request. A variable without a value becomes a text of its place. */
export type Substitute = (text: string, place: "address" | "path value" | "json" | "text") => string;

/** A variable that never has a value. */
export const unknownVariable = "{{}}";

/** No reader takes it for a word of the path. */
const unknownPathValue = "00000000-0000-4000-8000-000000000000";

/** Returns the variables of a collection, a folder, an address or an environment. Secrets have no value. */
export function variablesIn(list: unknown): Map<string, string> {
  return new Map(
    asList(list)
      .map(asObject)
      .filter(({ disabled, enabled, type }) => disabled !== true && enabled !== false && type !== "secret")
      .map(({ key, value }) => [`${key}`, value] as const)
      // An example such as `<integer>` is no value.
      .filter(([name, value]) => /^(?!<.*>$)./s.test(`${value ?? ""}`) && !isSecretName(name))
      .map(([name, value]) => [name, `${value}`]),
  );
}

/** Reads the variables of an environment that Postman exported. @throws an error if the text isn't one. */
export function readEnvironment(text: string): Map<string, string> {
  const { values } = asObject(parseJson(text));
  if (!Array.isArray(values)) throw new Error("it isn't an environment that Postman exported");
  return variablesIn(values);
}

const reference = /\{\{([^{}]*)\}\}/g;

export function createSubstitution(variables: Variables): Substitute {
  const fill = (text: string, depth: number): string =>
    text.replace(reference, (variable, name: string) => {
      const value = variables.get(name.trim());
      // A value can have variables, too.
      return value === undefined ? variable : depth < maxDepth ? fill(value, depth + 1) : value;
    });
  return (text, place) => {
    if (!text.includes("{{")) return text;
    const filledText = fill(text, 0);
    if (place === "json") return filledText.replace(bareReference, '"text"').replace(reference, "text");
    // A host without a value is kept: the reader of addresses names the variable.
    const host = place === "address" ? (/^\{\{[^{}]+\}\}/.exec(filledText)?.[0] ?? "") : "";
    return host + filledText.slice(host.length).replace(reference, place === "text" ? "text" : unknownPathValue);
  };
}

/** A variable in place of a JSON value, not within a text. */
const bareReference = /(?<=[:[,]\s*)\{\{[^{}]*\}\}(?=\s*[,}\]])/g;

/** The most variables within the values of others. */
const maxDepth = 5;
