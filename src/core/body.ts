import { essence, isJson } from "./media.ts";
import type { Shape } from "./operation.ts";

/** `undefined` where the body is not of its type. */
export async function parseBody(text: string, mediaType: string, shape?: Shape): Promise<unknown> {
  if (isJson(mediaType)) return parseJson(text);
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(essence(mediaType))) return text;
  const form = await new Response(text, { headers: { "content-type": mediaType } }).formData().catch(() => undefined);
  if (!form) return undefined;
  const field = async (value: FormDataEntryValue) => (typeof value === "string" ? value : value.text());
  const names = [...new Set(form.keys())];
  const pairs = names.map(async (name) => {
    const texts = await Promise.all(form.getAll(name).map(field));
    return [name, convert(texts, shape?.properties?.[name])] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Texts as the JSON value that they stand for. What stands for none stays as it is, and fails the validation. */
export function convert(texts: readonly string[], { types, items }: Shape = { types: [] }): unknown {
  if (types.includes("array")) return texts.map((text) => convert([text], items));
  // Its schema rejects a list where there is one value.
  if (texts.length > 1) return texts;
  const [text = ""] = texts;
  const isNull = text === "" || (text === "null" && !types.includes("string"));
  if (isNull && types.includes("null")) return null;
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.some((type) => type === "integer" || type === "number") && isNumber(text)) return Number(text);
  return types.includes("object") ? (parseJson(text) ?? text) : text;
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
