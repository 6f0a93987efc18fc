/** A field of a form, as text; of a file, its name at most is recorded. */
export type FormField = readonly [name: string, value: unknown];

/** Returns the values of parameters by name. The value of a repeated name is a list. */
function groupByName<Value>(pairs: Iterable<readonly [name: string, value: Value]>): Map<string, Value | Value[]> {
  const values = new Map<string, Value[]>();
  for (const [name, value] of pairs) {
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return new Map([...values].map(([name, list]) => [name, list.length > 1 ? list : (list[0] as Value)]));
}

/**
 * Reads the body of a form: its fields by name.
 * @param parameters The fields that a browser records next to the text. Only they have the files.
 * @returns `undefined` if the body isn't a form.
 */
export function readForm(text: string, contentType: string, parameters: readonly FormField[]): object | undefined {
  const isMultipart = /^\s*multipart\//i.test(contentType);
  // curl calls any body a form, JSON included.
  const isEncoded = /^\s*application\/x-www-form-urlencoded\b/i.test(contentType) && !/^\s*[[{]/.test(text);
  if (!isMultipart && !isEncoded) return undefined;
  const fields = isMultipart ? readParts(text, contentType) : [...new URLSearchParams(text)];
  const names = new Set(fields.map(([name]) => name));
  const unread = parameters.filter(([name]) => !names.has(name));
  const values = groupByName([...fields, ...unread]);
  return values.size > 0 ? Object.fromEntries(values) : undefined;
}

/** Reads the parts of a multipart body (RFC 7578). The content of a file is left out. */
function readParts(text: string, contentType: string): FormField[] {
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? /^--(.+?)\r?\n/.exec(text)?.[1]}`;
  return text.split(delimiter).flatMap((part): FormField[] => {
    const [, head = "", content = ""] = /^\r?\n(.*?)\r?\n\r?\n(.*?)(?:\r?\n)?$/s.exec(part) ?? [];
    const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? "";
    const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
    if (!name) return [];
    if (/;\s*filename\*?=/i.test(disposition)) return [[name, ""]];
    return [[name, /^content-type:[^\n]*[/+]json/im.test(head) ? readJson(content) : content]];
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
