import { existsSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson } from "../openapi/json.ts";
import { markDigits, removeMarks } from "../openapi/key-order.ts";
import { readText } from "../platform/files.ts";
import { loadYaml, parseLenientYaml } from "./yaml.ts";

/**
 * Returns the file of this package's contract: JSON in the built package, which is parsed faster,
 * else YAML.
 */
export function findPackageContract(): string {
  // The build puts this module into its entry's folder, or into one that several entries share.
  const built = ["../openapi.json", "../../openapi.json"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return (
    built.find((file) => existsSync(file)) ??
    fileURLToPath(import.meta.resolve("#package-contract"))
  );
}

/**
 * Reads a YAML or JSON file.
 * @param listOrdered Lists the maps in its data whose order counts. Default: none.
 * @throws an error that says what is wrong with it.
 */
export async function readData(
  file: string,
  listOrdered: (data: unknown) => Iterable<unknown> = () => [],
): Promise<unknown> {
  // YAML would read a byte order mark, too, but JSON would then be read as YAML.
  const text = readText(file).replace(/^\uFEFF/, "");
  const data = await parse(file, text);
  removeMarks(data, new Set(listOrdered(data)));
  return data;
}

async function parse(file: string, text: string): Promise<unknown> {
  const markedText = text.replace(/(?<!\\)"(\d+)"(?=\s*:)/g, (_, key) => `"${markDigits(key)}"`);
  // JSON is YAML too, but its own parser is a hundred times as fast.
  const json = parseJson(markedText);
  if (json !== undefined) return json;
  const yaml = await loadYaml();
  try {
    return parseLenientYaml(yaml, text);
  } catch (error) {
    return throwInvalid(file, [(error as Error).message]);
  }
}

export function assertValid(file: string, problems: readonly string[]): void {
  if (problems.length > 0) throwInvalid(file, problems);
}

export function throwInvalid(file: string, problems: readonly string[]): never {
  throw new Error([`${basename(file)} isn't valid:`, ...problems].join("\n- "));
}
