import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { besidePrism } from "./prism.ts";

interface Node {
  mappings?: { key: { value: unknown }; value: Node | null }[];
  items?: (Node | null)[];
}
interface Yaml {
  parseWithPointers(
    text: string,
    options: { mergeKeys: boolean },
  ): {
    ast: Node | undefined;
    data: unknown;
    diagnostics: { message: string; severity: number; range: { start: { line: number } } }[];
  };
}

/** What a YAML or JSON file holds. */
export function readData(file: string): unknown {
  const text = readText(file);
  const json = parseJson(text);
  if (json !== undefined) return json;
  const { parseWithPointers } = besidePrism("@stoplight/yaml") as Yaml;
  const { ast, data, diagnostics } = orThrow(file, () => parseWithPointers(text, { mergeKeys: true }));
  const errors = diagnostics.filter(({ severity }) => severity === 0);
  orInvalid(
    file,
    errors.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
  );
  // The parser drops it, with everything below it.
  if ([...keysOf(ast)].includes("__proto__")) invalid(file, ["__proto__ cannot be a name."]);
  return data;
}

/** JSON is YAML too, but its own parser is a hundred times as fast. */
function parseJson(text: string): unknown {
  if (!/^\s*\{/.test(text) || text.includes("__proto__")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* keysOf(node: Node | null | undefined): Generator<unknown> {
  for (const { key, value } of node?.mappings ?? []) {
    yield key.value;
    yield* keysOf(value);
  }
  for (const item of node?.items ?? []) yield* keysOf(item);
}

/** The parser throws for tags that it does not know, such as `!!binary`. */
function orThrow<Parsed>(file: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    return invalid(file, [`unsupported YAML (${(error as Error).message}).`]);
  }
}

const reasons = {
  ENOENT: "no such file",
  EACCES: "no permission",
  EISDIR: "it is a folder",
  ENOTDIR: "no such file",
};

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = reasons[code as keyof typeof reasons] ?? code;
    throw new Error(`Cannot read ${file}: ${reason}.`);
  }
}

export function orInvalid(file: string, findings: string[]): void {
  if (findings.length > 0) invalid(file, findings);
}

export function invalid(file: string, findings: string[]): never {
  throw new Error([`${basename(file)} is not valid:`, ...findings].join("\n- "));
}
