import { basename } from "node:path";
import { parseJson } from "../../src/core/values.ts";
import { isObject } from "../contract.ts";
import { readText } from "../file.ts";

type Item = Record<string, unknown>;

/** Reads the example responses in a Postman collection v2.1, each with its request, as entries of a HAR. */
export function readPostmanEntries(file: string): { session: string; entries: object[] } {
  const collection = parseJson(readText(file));
  if (!isObject(collection) || !Array.isArray(collection["item"]))
    throw new Error(`${file} isn't a Postman collection v2.1: export it again in that format.`);
  const variables = new Map(listOf(collection["variable"]).map(({ key, value }) => [`${key}`, `${value}`]));
  return { session: basename(file), entries: readItems(collection["item"], variables) };
}

type Variables = ReadonlyMap<string, string>;

const readItems = (list: unknown, variables: Variables): object[] =>
  listOf(list).flatMap((item) => [
    ...readItems(item["item"], variables),
    ...listOf(item["response"]).map((response) => toHarEntry(item, response, variables)),
  ]);

function toHarEntry(item: Item, response: Item, variables: Variables): object {
  const source = response["originalRequest"] ?? item["request"];
  // A request by GET may be its URL alone.
  const { method = "GET", url, header, body } = Object(typeof source === "string" ? { url: source } : source) as Item;
  const { mode = "raw", raw, options, ...forms } = Object(body) as Item;
  const rawType = rawTypes[Object(Object(options)["raw"])["language"] ?? "json"] ?? "text/plain";
  const postData = formTypes[`${mode}`]
    ? { mimeType: formTypes[`${mode}`], params: toPairs(forms[`${mode}`]) }
    : typeof raw === "string" && { mimeType: rawType, text: raw };
  return {
    request: { method, url: urlOf(url, variables), headers: toPairs(header), ...(postData && { postData }) },
    response: {
      status: response["code"],
      headers: toPairs(response["header"]),
      // Postman writes `null` for an empty body.
      content: {
        text: response["body"] === null ? "" : response["body"],
        mimeType: rawTypes[`${response["_postman_previewlanguage"] ?? "json"}`],
      },
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

/** Returns a URL with a value for each `{{variable}}`: the collection's or a placeholder; `:id` gets a placeholder. */
function urlOf(url: unknown, variables: Variables): string {
  const raw = typeof url === "string" ? url : `${Object(url)["raw"]}`;
  return raw
    .replace(/\{\{([^}]*)\}\}/g, (variable, name: string) => variables.get(name.trim()) ?? variable)
    .replace(/^\{\{[^}]*\}\}/, "https://example.invalid")
    .replace(/\{\{[^}]*\}\}/g, "00000000")
    .replace(/(?<=\/):\w+/g, "00000000");
}

const toPairs = (headers: unknown): object[] =>
  listOf(headers).map((header) => ({ name: header["key"], value: header["value"] }));

/** Returns the objects of a list, and none for another value. */
const listOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : []);
