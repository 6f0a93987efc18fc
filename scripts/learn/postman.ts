import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isObject } from "../contract.ts";

type Item = Record<string, unknown>;

/** The entries of a HAR in a Postman collection v2.1: the example responses of its requests, with their own requests. */
export function postmanEntries(file: string): { session: string; entries: object[] } {
  const collection = readJson(file);
  if (!isObject(collection) || !Array.isArray(collection["item"]))
    throw new Error(`${file} is not a Postman collection v2.1.`);
  return { session: basename(file), entries: items(collection["item"]) };
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

const items = (list: unknown): object[] =>
  (Array.isArray(list) ? list : []).flatMap((item: Item) => [
    ...items(item?.["item"]),
    ...(Array.isArray(item?.["response"]) ? item["response"] : []).map((response: Item) => entry(item, response)),
  ]);

function entry(item: Item, response: Item): object {
  const request = Object(response["originalRequest"] ?? item["request"]) as Item;
  const body = Object(request["body"]) as Item;
  const language = Object(Object(Object(body["options"])["raw"])["language"] ?? "json");
  return {
    request: {
      method: request["method"],
      url: urlOf(request["url"]),
      headers: pairs(request["header"]),
      ...(typeof body["raw"] === "string" && { postData: { mimeType: `application/${language}`, text: body["raw"] } }),
    },
    response: {
      status: response["code"],
      headers: pairs(response["header"]),
      content: { text: response["body"], mimeType: "application/json" },
    },
  };
}

/** Variables of a collection, such as `{{baseUrl}}` and `:id`, in a form that a URL can have. */
function urlOf(url: unknown): string {
  const raw = typeof url === "string" ? url : `${Object(url)["raw"]}`;
  return raw
    .replace(/^\{\{[^}]*\}\}/, "https://example.invalid")
    .replace(/\{\{[^}]*\}\}/g, "00000000")
    .replace(/(?<=\/):\w+/g, "00000000");
}

const pairs = (headers: unknown): object[] =>
  (Array.isArray(headers) ? headers : []).map((header: Item) => ({ name: header?.["key"], value: header?.["value"] }));
