import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fastCheck from "fast-check";
import type { Json, Schema } from "../../contract.ts";

/** Synthetic by RFC 2606 (names), RFC 5737 and RFC 3849 (addresses). */
const byFormat: Record<string, string> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  time: "00:00:00Z",
  duration: "PT1M",
  email: "user@example.com",
  "idn-email": "user@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/example",
  "uri-template": "https://example.com/{id}",
  iri: "https://example.com/",
  "iri-reference": "/example",
  uuid: "00000000-0000-4000-8000-000000000000",
  "json-pointer": "/example",
  "relative-json-pointer": "0",
  regex: "example",
  byte: "ZXhhbXBsZQ==",
};

const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);

/**
 * Returns the simplest string, number, boolean or null that a schema allows: its format, pattern and bounds are
 * respected. Where no candidate fits, as for a pattern with a lookahead, the schema needs an example.
 */
export function scalar(type: string, schema: Schema): Json {
  if (type === "boolean") return true;
  if (type === "null") return null;
  const candidates = type === "string" ? strings(schema) : numbers(type, schema);
  const fits = ajv.compile({ ...bounds(schema), type });
  return candidates.find((candidate) => fits(candidate)) ?? candidates[0] ?? null;
}

/** The keywords that strings and numbers are checked with. */
const bounds = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).filter(([keyword]) =>
      /^(format|pattern|multipleOf|(exclusive)?m(in|ax)\w+)$/i.test(keyword),
    ),
  );

function strings({ format, pattern, minLength, maxLength }: Schema): string[] {
  const least = Number(minLength ?? 0);
  const sized = "example"
    .repeat(Math.ceil(least / 7) || 1)
    .slice(0, Math.max(least, Math.min(7, Number(maxLength ?? 7))));
  return ["example", byFormat[`${format}`] ?? sized, sized, ...(pattern ? matching(`${pattern}`) : [])];
}

/** Texts that match a pattern, the most legible first; always the same for the same pattern. */
function matching(pattern: string): string[] {
  try {
    const texts = fastCheck.sample(fastCheck.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 200 });
    return texts.sort((one, other) => strangeness(one) - strangeness(other));
  } catch {
    return [];
  }
}

const strangeness = (text: string) => text.length + 100 * text.replaceAll(/[\w .:/+@-]/g, "").length;

function numbers(type: string, schema: Schema): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<string, number>;
  const step = multipleOf ?? 1;
  const least = minimum ?? exclusiveMinimum;
  const most = maximum ?? exclusiveMaximum;
  const rounded = [
    1,
    step,
    ...(least === undefined ? [] : [Math.ceil(least / step) * step, (Math.floor(least / step) + 1) * step]),
    ...(most === undefined ? [] : [Math.floor(most / step) * step, (Math.ceil(most / step) - 1) * step]),
  ];
  if (type === "integer") return rounded;
  return [...rounded, ...(least === undefined || most === undefined ? [] : [(least + most) / 2])];
}
