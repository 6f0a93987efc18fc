import { OptionError } from "../core/options.ts";
import { asList, asObject, type JsonObject, parseJson } from "../openapi/json.ts";
import { isSecretName } from "../openapi/secret-names.ts";
import { readText } from "../platform/files.ts";

/** A saved response as an entry of a HAR, or the reason why there is none. */
export type CollectionEntry = { readonly harEntry: object } | { readonly reason: string };

/**
 * Reads the saved responses in a Postman collection (2.0 or 2.1), or in a list of them, each with
 * its request.
 * @param variables The values that precede the collection's own.
 * @throws an error if it isn't a collection.
 */
export function readCollection(text: string, variables: Variables): CollectionEntry[] {
  const documents = [parseJson(text)].flat();
  // Postman's API wraps a collection.
  const collections = documents.map((document) =>
    asObject(asObject(document)["collection"] ?? document),
  );
  if (collections.length === 0 || !collections.every(({ item }) => Array.isArray(item)))
    throw new Error("it isn't a Postman collection 2.0 or 2.1; export it again in that format");
  return collections.flatMap((collection) => readItems(collection, variables, new Map()));
}

function readItems(
  folder: JsonObject,
  variables: Variables,
  outerVariables: Variables,
): CollectionEntry[] {
  const ownVariables = new Map([...outerVariables, ...variablesIn(folder["variable"])]);
  const substitute = createSubstitution(new Map([...ownVariables, ...variables]));
  return asList(folder["item"]).flatMap((value): CollectionEntry[] => {
    const item = asObject(value);
    if (Array.isArray(item["item"])) return readItems(item, variables, ownVariables);
    const responses = asList(item["response"]).map(asObject);
    if (responses.length === 0) return [{ reason: "a request without a saved response" }];
    return responses.map((response) => ({ harEntry: toHarEntry(item, response, substitute) }));
  });
}

function toHarEntry(item: JsonObject, response: JsonObject, substitute: Substitute): object {
  // A request may be its address alone.
  const [saved, original] = [item["request"], response["originalRequest"]].map((request) =>
    typeof request === "string" ? { url: request } : asObject(request),
  ) as [JsonObject, JsonObject];
  const { _postman_previewlanguage: language = "json" } = response;
  const request = Object.keys(original).length > 0 ? original : saved;
  const headers = readPairs(request["header"], substitute);
  const postData = readBody(asObject(request["body"]), substitute);
  const mimeType =
    headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? postData?.mimeType;
  return {
    request: {
      method: original["method"] ?? saved["method"] ?? "GET",
      url: readUrl(request["url"] || saved["url"], substitute),
      headers,
      postData: postData && { ...postData, mimeType },
    },
    response: {
      status: response["code"],
      headers: readPairs(response["header"], substitute),
      // Postman writes `null` for an empty body. The language is the one in which it showed the
      // body.
      content: {
        text: response["body"] === null ? "" : response["body"],
        mimeType: mediaTypes[`${language}`.toLowerCase()],
      },
    },
  };
}

const mediaTypes: Record<string, string> = {
  json: "application/json",
  html: "text/html",
  text: "text/plain",
};

function readBody({ mode, disabled, ...body }: JsonObject, substitute: Substitute) {
  if (disabled === true) return undefined;
  const content = body[`${mode}`];
  if (mode === "raw") {
    const text = substitute(`${content ?? ""}`, "json");
    return { mimeType: parseJson(text) === undefined ? "text/plain" : "application/json", text };
  }
  if (mode === "urlencoded" || mode === "formdata") {
    const mimeType =
      mode === "formdata" ? "multipart/form-data" : "application/x-www-form-urlencoded";
    return { mimeType, params: readPairs(content, substitute) };
  }
  if (mode !== "graphql") return undefined;
  const { query, variables } = asObject(content);
  const values =
    typeof variables === "string" ? parseJson(substitute(variables, "json")) : variables;
  return { mimeType: "application/json", text: JSON.stringify({ query, variables: values }) };
}

/** Returns the address of a request. Its parts have what is disabled, which isn't sent. */
function readUrl(url: unknown, substitute: Substitute): string {
  const { raw, query, variable, ...parts } = typeof url === "string" ? { raw: url } : asObject(url);
  const [address = "", search = ""] = `${raw || joinParts(parts)}`.split(/\?(.*)/s);
  const pathVariables = variablesIn(variable);
  const sentAddress = substitute(address, "address").replace(
    /(?<=\/):([\w-]+)/g,
    (_, name: string) =>
      encodeURIComponent(substitute(pathVariables.get(name) ?? unknownPathValue, "path value")),
  );
  const parameters = readPairs(query, substitute).map(({ name, value }) => [name, value]);
  const sentQuery = Array.isArray(query)
    ? `${new URLSearchParams(parameters)}`
    : substitute(search);
  return `${sentAddress}${sentQuery && `?${sentQuery}`}`;
}

function joinParts({ protocol, host, port, path }: JsonObject): string {
  const join = (list: unknown, separator: string) =>
    [list ?? []]
      .flat()
      .map((part) => asObject(part)["value"] ?? part)
      .join(separator);
  const start = `${protocol ? `${protocol}://` : ""}${join(host, ".")}${port ? `:${port}` : ""}`;
  return `${start}/${join(path, "/").replace(/^\//, "")}`;
}

/** Reads names and values, without those that are disabled. */
function readPairs(list: unknown, substitute: Substitute): { name: string; value: string }[] {
  return asList(list)
    .map(asObject)
    .filter(({ key, disabled }) => typeof key === "string" && key !== "" && disabled !== true)
    .map(({ key, value }) => ({ name: substitute(`${key}`), value: substitute(`${value ?? ""}`) }));
}

export type Variables = ReadonlyMap<string, string>;

/** Replaces the variables in a text of a request. */
type Substitute = (text: string, kind?: "address" | "path value" | "json") => string;

/**
 * Stands for the value of a variable in a path, where no reader takes it for a word. Elsewhere,
 * "text" does.
 */
const unknownPathValue = "00000000-0000-4000-8000-000000000000";

/**
 * Returns the variables of a collection, a folder, an address or an environment. Secrets have no
 * value.
 */
function variablesIn(list: unknown): Variables {
  const variables = new Map<string, string>();
  for (const { key, value, disabled, enabled, type } of asList(list).map(asObject)) {
    const hasValue =
      disabled !== true && enabled !== false && type !== "secret" && !isSecretName(`${key}`);
    // An example such as `<integer>` is no value.
    if (hasValue && /^(?!<.*>$)./s.test(`${value ?? ""}`)) variables.set(`${key}`, `${value}`);
  }
  return variables;
}

/**
 * Reads the variables of environments that Postman exported, and those given as `NAME=VALUE`, which
 * precede them.
 * @throws Error of one sentence that quotes no value.
 */
export const readVariables = (
  files: readonly string[] = [],
  pairs: readonly string[] = [],
): Variables =>
  new Map([...files.flatMap((file) => [...readEnvironment(file)]), ...pairs.map(readPair)]);

function readEnvironment(file: string): Variables {
  const { values } = asObject(parseJson(readText(file).replace(/^\uFEFF/, "")));
  if (!Array.isArray(values))
    throw new Error(`Can't read ${file}: it isn't an environment that Postman exported.`);
  return variablesIn(values);
}

function readPair(pair: string): [name: string, value: string] {
  const [, name = "", value = ""] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  if (name === "") throw new OptionError("variable", "takes NAME=VALUE.");
  return [name, value];
}

const reference = /\{\{([^{}]*)\}\}/g;

function createSubstitution(variables: Variables): Substitute {
  // A value can have variables, too.
  const fill = (text: string, depth = 0): string =>
    depth > maxDepth
      ? text
      : text.replace(reference, (variable, name: string) =>
          fill(variables.get(name.trim()) ?? variable, depth + 1),
        );
  return (text, kind) => {
    const filledText = kind === "json" ? fill(text).replace(bareReference, '"$&"') : fill(text);
    // A host without a value is kept: the reader of baseUrls names the variable.
    const host = kind === "address" ? (/^\{\{[^{}]+\}\}/.exec(filledText)?.[0] ?? "") : "";
    const value = kind === undefined || kind === "json" ? "text" : unknownPathValue;
    return host + filledText.slice(host.length).replace(reference, value);
  };
}

/** A variable in place of a JSON value, not within a text. */
const bareReference = /(?<=[:[,]\s*)\{\{[^{}]*\}\}(?=\s*[,}\]])/g;

/** The most variables within the values of others. */
const maxDepth = 5;
