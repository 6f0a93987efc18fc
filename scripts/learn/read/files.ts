import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { isInRange } from "../../../src/core/media.ts";
import { parseJson } from "../../../src/core/text.ts";
import { essenceOf } from "../../../src/openapi/media-type.ts";
import { type Exchange, type IgnoredEntry, isIgnored } from "../../../src/traffic/exchange.ts";
import { createTrafficReader, type TrafficReader } from "../../../src/traffic/reader.ts";
import type { VerifiableContract } from "../../../src/verify/contract.ts";
import { isObject } from "../../contract.ts";
import { readText } from "../../tools/file.ts";
import { addIgnored, type Observations } from "../shape/observations.ts";
import { readState, stateStart } from "../shape/state.ts";

/** The receivers of what files contain. */
interface Sink {
  observations: Observations;
  observe(exchange: Exchange): void;
  /** See `scopeOf`. */
  scope: string;
}

/** Adds the exchanges of files, and what states have seen, to what a run has seen. */
export async function readFiles(
  files: readonly string[],
  contract: VerifiableContract,
  { observations, observe, scope }: Sink,
  baseUrl?: string,
): Promise<void> {
  const reader = createTrafficReader(contract, baseUrl);
  for (const file of files) {
    const kind = await kindOf(file);
    if (kind === "state") {
      readState(file, scope, observations);
      continue;
    }
    for await (const item of exchangesOf(kind, file, reader)) {
      const reason = isIgnored(item) ? item.reason : reasonToIgnore(item, contract);
      if (isIgnored(item) || reason !== "") addIgnored(observations, reason);
      else observe(item);
    }
  }
}

/** The methods that no operation of the index has. Browsers send OPTIONS ahead of requests to another origin. */
const otherMethods = /^(HEAD|OPTIONS|TRACE)$/;

/** Returns why an exchange shows nothing of the service; empty if it may. */
function reasonToIgnore({ method, segments, status, responseBody }: Exchange, contract: VerifiableContract): string {
  if (otherMethods.test(method)) return "HEAD, OPTIONS or TRACE";
  if (status < 200) return "an interim status, such as that of a socket";
  const { mediaType = "", content } = responseBody;
  const isPage = status >= 200 && status < 300 && mediaType === "text/html" && "missing" in content;
  if (!isPage || content.missing === "no content") return "";
  const responses = Object.values(contract.match(method, segments)?.operation.responses ?? {});
  const isDeclared = responses.some(({ mediaTypes }) =>
    mediaTypes.some((declaredType) => isInRange(mediaType, essenceOf(declaredType))),
  );
  return isDeclared ? "" : "a web page, which may be a login's";
}

/** Reads the exchanges of a file of any kind. */
async function* exchangesOf(
  source: Exclude<Kind, "state">,
  file: string,
  reader: TrafficReader,
): AsyncGenerator<Exchange | IgnoredEntry> {
  if (source !== "postman") return yield* reader.readFile({ source, file });
  const session = basename(file);
  for (const [index, entry] of readCollection(file).entries()) {
    yield reader.readEntry(entry, { source: "postman", file: session, session, number: index + 1 });
  }
}

type Kind = "har" | "ndjson" | "journal" | "postman" | "state";

/** Returns the kind of a file by its name and beginning. If it can't be read, its reader reports that. */
async function kindOf(file: string): Promise<Kind> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  const chunks = createReadStream(file, { end: 4_095, encoding: "utf8" });
  const start = (await chunks.toArray().catch(() => [])).join("");
  if (start.startsWith(stateStart)) return "state";
  if (/^\s*\[/.test(start)) return "journal";
  return /"(_postman_id|schema)"\s*:/.test(start) && /postman/.test(start) ? "postman" : "har";
}

type Item = Record<string, unknown>;

/** Reads the example responses in a Postman collection v2.1, each with its request, as entries of a HAR. */
function readCollection(file: string): object[] {
  const collection = parseJson(readText(file));
  if (!isObject(collection) || !Array.isArray(collection["item"]))
    throw new Error(`${file} isn't a Postman collection v2.1: export it again in that format.`);
  const variables = new Map(listOf(collection["variable"]).map(({ key, value }) => [`${key}`, `${value}`]));
  return readItems(collection["item"], variables);
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
