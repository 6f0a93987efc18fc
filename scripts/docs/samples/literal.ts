import { isObject, type Json } from "../../contract/json.ts";

interface Dialect {
  true: string;
  false: string;
  null: string;
  key(name: string): string;
}

const dialects = {
  javascript: {
    true: "true",
    false: "false",
    null: "null",
    key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  },
  python: { true: "True", false: "False", null: "None", key: JSON.stringify },
} satisfies Record<string, Dialect>;

export const toJavaScript = (value: Json): string => writeLiteral("javascript", value);
export const toPython = (value: Json): string => writeLiteral("python", value, "    ");

/** Writes a value as a person would in a program: on one line if it fits. */
function writeLiteral(language: keyof typeof dialects, value: Json, indent = ""): string {
  const dialect = dialects[language];
  const write = (value: Json, indent: string): string => {
    if (typeof value === "boolean") return dialect[`${value}`];
    if (value === null) return dialect.null;
    if (Array.isArray(value)) return wrapItems("[", "]", value, (item, deeper) => write(item, deeper), indent);
    if (!isObject(value)) return JSON.stringify(value);
    const [open, close] = language === "python" ? ["{", "}"] : ["{ ", " }"];
    const entry = ([key, property]: [string, Json], deeper: string) =>
      `${dialect.key(key)}: ${write(property, deeper)}`;
    return wrapItems(open, close, Object.entries(value), entry, indent);
  };
  return write(value, indent);
}

function wrapItems<Item>(
  open: string,
  close: string,
  items: Item[],
  write: (item: Item, indent: string) => string,
  indent: string,
): string {
  if (items.length === 0) return `${open.trim()}${close.trim()}`;
  const line = `${open}${items.map((item) => write(item, indent)).join(", ")}${close}`;
  if (indent.length + line.length <= 80 && !line.includes("\n")) return line;
  const deeper = `${indent}${indent.includes("    ") ? "    " : "  "}`;
  return `${open.trim()}\n${items.map((item) => `${deeper}${write(item, deeper)},\n`).join("")}${indent}${close.trim()}`;
}
