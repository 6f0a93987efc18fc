import { parseText } from "./encoding.ts";

/** A field of a form, as text; of a file, its name at most is recorded. */
export type FormField = readonly [name: string, value: unknown];

/** @param parameters The fields that a browser records next to the text. Only they have the files. */
export function readForm(text: string, contentType: string, parameters: readonly FormField[]): object | undefined {
  const isMultipart = /^\s*multipart\//i.test(contentType);
  // curl calls any body a form, JSON included.
  const isEncoded = /^\s*application\/x-www-form-urlencoded\b/i.test(contentType) && !/^\s*[[{]/.test(text);
  if (!isMultipart && !isEncoded) return undefined;
  const fields = isMultipart ? readParts(text) : [...new URLSearchParams(text)];
  const names = new Set(fields.map(([name]) => name));
  const values = new Map<string, unknown[]>();
  for (const [name, value] of [...fields, ...parameters.filter(([other]) => !names.has(other))]) {
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length > 1 ? list : list[0]]));
}

/** Reads the parts of a multipart body (RFC 7578). The content of a file is left out. */
function readParts(text: string): FormField[] {
  const [, delimiter = "--"] = /^\s*(--.+?)\r?\n/.exec(text) ?? [];
  return text.split(delimiter).flatMap((part): FormField[] => {
    const [, head = "", content = ""] = /^\r?\n(.*?)\r?\n\r?\n(.*?)(?:\r?\n)?$/s.exec(part) ?? [];
    const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? "";
    const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
    if (!name) return [];
    if (/;\s*filename\*?=/i.test(disposition)) return [[name, ""]];
    const json = /^content-type:[^\n]*[/+]json/im.test(head) ? parseText(content) : undefined;
    return [[name, json ?? content]];
  });
}
