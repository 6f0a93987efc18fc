import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isObject } from "../contract.ts";

type Item = Record<string, unknown>;

/** The entries of a HAR in a Postman collection v2.1: the example responses of its requests, with their own requests. */
export function postmanEntries(file: string): { session: string; entries: object[] } {
  const collection = readJson(file);
  if (!isObject(collection) || !Array.isArray(collection["item"]))
    throw new Error(`${file} is not a Postman collection v2.1.`);
  const variables = new Map(
    (Array.isArray(collection["variable"]) ? collection["variable"] : []).map(({ key, value }) => [
      `${key}`,
      `${value}`,
    ]),
  );
  return { session: basename(file), entries: items(collection["item"], variables) };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // A parser's message quotes what it read.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`Cannot read ${file}: ${code === "ENOENT" ? "no such file" : (code ?? "not JSON")}.`);
  }
}

type Variables = ReadonlyMap<string, string>;

const items = (list: unknown, variables: Variables): object[] =>
  (Array.isArray(list) ? list : []).flatMap((item: Item) => [
    ...items(item?.["item"], variables),
    ...(Array.isArray(item?.["response"]) ? item["response"] : []).map((response: Item) =>
      entry(item, response, variables),
    ),
  ]);

function entry(item: Item, response: Item, variables: Variables): object {
  const request = Object(response["originalRequest"] ?? item["request"]) as Item;
  const body = Object(request["body"]) as Item;
  const language = Object(Object(body["options"])["raw"])["language"] ?? "json";
  const mode = `${body["mode"] ?? "raw"}`;
  return {
    request: {
      method: request["method"],
      url: urlOf(request["url"], variables),
      headers: pairs(request["header"]),
      ...(mode === "raw" &&
        typeof body["raw"] === "string" && {
          postData: { mimeType: rawTypes[`${language}`] ?? "text/plain", text: body["raw"] },
        }),
      ...(formTypes[mode] && { postData: { mimeType: formTypes[mode], params: pairs(body[mode]) } }),
    },
    response: {
      status: response["code"],
      headers: pairs(response["header"]),
      content: { text: response["body"], mimeType: rawTypes[`${response["_postman_previewlanguage"] ?? "json"}`] },
    },
  };
}

const rawTypes: Record<string, string> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  text: "text/plain",
  csv: "text/csv",
};

const formTypes: Record<string, string> = {
  urlencoded: "application/x-www-form-urlencoded",
  formdata: "multipart/form-data",
};

/** Variables, such as `{{baseUrl}}` and `:id`, as the collection defines them, or in a form that a URL can have. */
function urlOf(url: unknown, variables: Variables): string {
  const raw = typeof url === "string" ? url : `${Object(url)["raw"]}`;
  return raw
    .replace(/\{\{([^}]*)\}\}/g, (variable, name: string) => variables.get(name.trim()) ?? variable)
    .replace(/^\{\{[^}]*\}\}/, "https://example.invalid")
    .replace(/\{\{[^}]*\}\}/g, "00000000")
    .replace(/(?<=\/):\w+/g, "00000000");
}

const pairs = (headers: unknown): object[] =>
  (Array.isArray(headers) ? headers : []).map((header: Item) => ({ name: header?.["key"], value: header?.["value"] }));
