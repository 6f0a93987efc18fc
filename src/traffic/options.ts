import { readFileSync } from "node:fs";
import { fail } from "../commands/command.ts";
import { checkFile, describeSystemError, maxText } from "../commands/files.ts";
import { escapeText } from "../core/text.ts";
import { pathOperations } from "../openapi/operations.ts";
import { prefixOf } from "./address.ts";
import { readEnvironment } from "./postman-variables.ts";
import type { ReaderOptions } from "./reader.ts";

interface TrafficOptions {
  readonly baseUrl: string | undefined;
  readonly environmentFiles: readonly string[] | undefined;
  /** `NAME=VALUE`. */
  readonly variables: readonly string[] | undefined;
}

/** @throws Ending with one sentence that quotes no value. */
export function readTrafficOptions(
  { baseUrl, environmentFiles: files = [], variables: pairs = [] }: TrafficOptions,
  document: object,
): ReaderOptions {
  if (baseUrl !== undefined) checkBaseUrl(baseUrl, prefixOf(pathOperations(document).map(({ path }) => path)));
  return {
    baseUrl,
    variables: new Map([...files.flatMap((file) => [...readEnvironmentFile(file)]), ...pairs.map(readPair)]),
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
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  if (name === undefined || value === undefined) return fail("--variable takes NAME=VALUE.");
  return [name, value];
}

function readEnvironmentFile(file: string): Map<string, string> {
  try {
    checkFile(file, maxText);
    return readEnvironment(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    return fail(`Can't read ${escapeText(file)}: ${describeSystemError(error)}.`);
  }
}
