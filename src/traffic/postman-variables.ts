import { fail } from "../commands/command.ts";
import { readText } from "../commands/files.ts";
import { parseJson } from "../core/text.ts";
import { asList, asObject } from "../openapi/json.ts";
import { isSecretName } from "../openapi/secret-names.ts";

export type Variables = ReadonlyMap<string, string>;

/** Replaces the variables in a text of a request. A variable without a value becomes a text of its place. */
export type Substitute = (text: string, place: "address" | "path value" | "json" | "text") => string;

/** No reader takes it for a word of the path. */
const unknownPathValue = "00000000-0000-4000-8000-000000000000";

/** Returns the variables of a collection, a folder, an address or an environment. Secrets have no value. */
export function variablesIn(list: unknown): Variables {
  const variables = new Map<string, string>();
  for (const { key, value, disabled, enabled, type } of asList(list).map(asObject)) {
    const hasValue = disabled !== true && enabled !== false && type !== "secret" && !isSecretName(`${key}`);
    // An example such as `<integer>` is no value.
    if (hasValue && /^(?!<.*>$)./s.test(`${value ?? ""}`)) variables.set(`${key}`, `${value}`);
  }
  return variables;
}

/**
 * Reads the variables of environments that Postman exported, and those given as `NAME=VALUE`, which precede them.
 * @throws Error of one sentence that quotes no value.
 */
export const readVariables = (files: readonly string[] = [], pairs: readonly string[] = []): Variables =>
  new Map([...files.flatMap((file) => [...readEnvironment(file)]), ...pairs.map(readPair)]);

function readEnvironment(file: string): Variables {
  const { values } = asObject(parseJson(readText(file).replace(/^\uFEFF/, "")));
  if (!Array.isArray(values)) throw new Error(`Can't read ${file}: it isn't an environment that Postman exported.`);
  return variablesIn(values);
}

function readPair(pair: string): [name: string, value: string] {
  const [, name = "", value = ""] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  return name === "" ? fail("--variable takes NAME=VALUE.") : [name, value];
}

const reference = /\{\{([^{}]*)\}\}/g;

export function createSubstitution(variables: Variables): Substitute {
  // A value can have variables, too.
  const fill = (text: string, depth = 0): string =>
    depth > maxDepth
      ? text
      : text.replace(reference, (variable, name: string) => fill(variables.get(name.trim()) ?? variable, depth + 1));
  return (text, place) => {
    if (!text.includes("{{")) return text;
    const filledText = fill(text);
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
