/** Writes a doc comment. Each text begins a new line, and is broken between words. */
export function writeComment(texts: (string | undefined)[], indent = ""): string {
  const lines = texts.flatMap((text) => wrap(text ?? ""));
  if (lines.length === 0) return "";
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function wrap(text: string): string[] {
  const line = /(\S{110,}|\S.{0,110})(?:\s+|$)/g;
  return [...text.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/").matchAll(line)].map(
    ([, words]) => words ?? "",
  );
}

/** Writes the imports of modules of the client, each as a namespace. */
export const writeImports = (modules: ReadonlySet<string>): string =>
  [...modules]
    .sort()
    .map((name) => `import * as ${name} from "../src/client/${name}.ts";\n`)
    .join("");

/**
 * Writes a value as code, without what is undefined.
 * @param writeSpecial Returns the code of an object that isn't written by its fields.
 */
export function writeCode(
  value: unknown,
  writeSpecial: (value: object) => string | undefined,
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const special = writeSpecial(value);
  if (special !== undefined) return special;
  const write = (inner: unknown) => writeCode(inner, writeSpecial);
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return field === undefined ? [] : `${name}: ${write(field)}`;
  });
  return `{ ${fields.join(", ")} }`;
}
