import { fail } from "../commands/command.ts";
import { readText } from "../commands/files.ts";
import { parseJson } from "../core/text.ts";
import { asObject } from "../openapi/json.ts";
import { pathOperations } from "../openapi/operations.ts";
import { prefixOf } from "./address.ts";
import { variablesIn } from "./postman-variables.ts";
import type { ReaderOptions } from "./reader.ts";

interface TrafficOptions {
  readonly baseUrl: string | undefined;
  readonly environmentFiles: readonly string[] | undefined;
  /** `NAME=VALUE`. */
  readonly variables: readonly string[] | undefined;
}

/** @throws Error of one sentence that quotes no value. */
export function readTrafficOptions(
  { baseUrl, environmentFiles: files = [], variables: pairs = [] }: TrafficOptions,
  document: object,
): ReaderOptions {
  if (baseUrl !== undefined) checkBaseUrl(baseUrl, prefixOf(pathOperations(document).map(({ path }) => path)));
  return {
    baseUrl,
    variables: new Map([...files.flatMap((file) => [...readEnvironment(file)]), ...pairs.map(readPair)]),
  };
}

/** Nothing is sent to the address, so that any host is valid. */
function checkBaseUrl(baseUrl: string, prefix: readonly string[]): void {
  const path = URL.canParse(baseUrl) && /^https?:\/\/[^?#%@]*$/i.test(baseUrl) ? new URL(baseUrl).pathname : undefined;
  const beginnings = prefix.map((_, index) => `/${prefix.slice(0, index + 1).join("/")}`);
  const hasPrefix = beginnings.some((beginning) => path?.replace(/\/+$/, "").endsWith(beginning));
  if (path !== undefined && !hasPrefix) return;
  const part = beginnings.length > 0 ? `${beginnings.at(-1)} or its beginning, ` : "";
  fail(
    `--base-url must be an absolute HTTP URL without ${part}credentials, query or fragment, such as https://service.example.com.`,
  );
}

function readPair(pair: string): [name: string, value: string] {
  const [, name = "", value = ""] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  return name === "" ? fail("--variable takes NAME=VALUE.") : [name, value];
}

/** Reads the variables of an environment that Postman exported. */
function readEnvironment(file: string): Map<string, string> {
  const { values } = asObject(parseJson(readText(file).replace(/^\uFEFF/, "")));
  if (!Array.isArray(values)) throw new Error(`Can't read ${file}: it isn't an environment that Postman exported.`);
  return variablesIn(values);
}
