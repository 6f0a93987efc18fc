import fastCheck from "fast-check";
import type { Json, Schema } from "../../contract.ts";

/** Synthetic texts of formats, with names of RFC 2606 and addresses of RFC 5737 and RFC 3849; the last one is short. */
const byFormat: Record<string, string[]> = {
  date: ["2026-01-01"],
  "date-time": ["2026-01-01T00:00:00Z"],
  time: ["00:00:00Z"],
  duration: ["PT1M"],
  email: ["user@example.com", "a@b.test"],
  "idn-email": ["user@example.com", "a@b.test"],
  hostname: ["example.com", "a.test"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  uri: ["https://example.com/", "http://a.test"],
  iri: ["https://example.com/", "http://a.test"],
  url: ["https://example.com/", "http://a.test"],
  "uri-reference": ["/example"],
  uuid: ["00000000-0000-4000-8000-000000000000"],
  byte: ["ZXhhbXBsZQ=="],
  "json-pointer": ["/example"],
  "relative-json-pointer": ["0"],
};

const keywordsByType = {
  object: /propert|required/i,
  array: /items|contains/i,
  number: /imum|multipleOf/i,
};

/** Lists values that a schema may accept, the simplest first. Without `type`, its keywords say which type is likely. */
export function listCandidates(schema: Schema): Json[] {
  const { const: constant, enum: values = [], type, ...keywords } = schema;
  const names = Object.keys(keywords);
  const likelyTypes = Object.entries(keywordsByType).flatMap(([name, likely]) =>
    names.some((keyword) => likely.test(keyword)) ? name : [],
  );
  const types =
    type === undefined ? [...likelyTypes, "string", "number", "boolean", "null", "array", "object"] : [type].flat();
  const ofType: Record<string, () => Json[]> = {
    string: () => listStrings(schema),
    boolean: () => [true, false],
    null: () => [null],
    array: () => [[]],
    object: () => [{}],
  };
  return [
    ...(constant === undefined ? [] : [constant as Json]),
    ...(values as Json[]),
    ...types.flatMap((name) => (ofType[name as string] ?? (() => listNumbers(schema)))()),
  ];
}

function listStrings({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string[] {
  const texts = [...(byFormat[`${format}`] ?? []), "example"].flatMap((text) => [
    ...[text, text.padEnd(Number(minLength), "example"), text.padStart(Number(minLength), "example")],
    text.slice(0, Number(maxLength)),
    ...[2, 3, 4, 5].flatMap((count) => [text.replace(/\d(?=\D*$)/, `${count}`), `${text}${count}`, `${count}${text}`]),
  ]);
  return [...texts, ...(pattern ? matchesOf(`${pattern}`) : [])];
}

/** Returns texts that match a pattern, the most legible first, always the same for a pattern. */
function matchesOf(pattern: string): string[] {
  try {
    const texts = fastCheck.sample(fastCheck.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 200 });
    return texts.sort((first, second) => strangenessOf(first) - strangenessOf(second));
  } catch {
    return [];
  }
}

const strangenessOf = (text: string) => text.length + 100 * text.replaceAll(/[\w .:/+@-]/g, "").length;

function listNumbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema): number[] {
  const step = Number(multipleOf ?? 1);
  const limits = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].filter((limit) => typeof limit === "number");
  const nearby = limits.flatMap((limit) =>
    [0, 1, -1, 2, -2, 3, -3].map((offset) => (Math.round(limit / step) + offset) * step),
  );
  const middle = limits.reduce((sum, limit) => sum + limit, 0) / limits.length;
  return [...[1, step, 2 * step, 3 * step, 4 * step, 0.5], ...nearby, ...(limits.length > 1 ? [middle] : [])];
}
