import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fastCheck from "fast-check";
import type { Json, Schema } from "../../contract.ts";

/** Synthetic texts of formats, with names of RFC 2606 and addresses of RFC 5737 and RFC 3849. */
const byFormat: Record<string, string> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  time: "00:00:00Z",
  duration: "PT1M",
  email: "user@example.com",
  "idn-email": "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  iri: "https://example.com/",
  url: "https://example.com/",
  "uri-reference": "/example",
  uuid: "00000000-0000-4000-8000-000000000000",
  byte: "ZXhhbXBsZQ==",
  "json-pointer": "/example",
  "relative-json-pointer": "0",
};

const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);

/**
 * Returns the simplest string, number, boolean or null that a schema allows: its format, pattern and bounds are
 * respected. If no candidate fits, as for a pattern with a lookahead, returns the first: the schema needs an example.
 */
export function createScalar(type: string, schema: Schema): Json {
  if (type === "boolean") return true;
  if (type === "null") return null;
  const candidates = type === "string" ? listStringCandidates(schema) : listNumberCandidates(schema);
  const fits = ajv.compile({ ...boundsOf(schema), type });
  return candidates.find((candidate) => fits(candidate)) ?? candidates[0] ?? null;
}

/** Returns the keywords that restrict strings and numbers. */
const boundsOf = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).filter(([keyword]) =>
      /^(format|pattern|multipleOf|(exclusive)?m(in|ax)\w+)$/i.test(keyword),
    ),
  );

function listStringCandidates({ format, pattern, minLength, maxLength }: Schema): string[] {
  const minimumLength = Number(minLength ?? 0);
  const sized = "example"
    .repeat(Math.ceil(minimumLength / 7) || 1)
    .slice(0, Math.max(minimumLength, Math.min(7, Number(maxLength ?? 7))));
  return ["example", byFormat[`${format}`] ?? sized, sized, ...(pattern ? matchesOf(`${pattern}`) : [])];
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

function listNumberCandidates({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema): number[] {
  const step = Number(multipleOf ?? 1);
  const limits = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].filter((limit) => typeof limit === "number");
  const nearby = limits.flatMap((limit) => [0, 1, -1].map((offset) => (Math.round(limit / step) + offset) * step));
  const middle = limits.reduce((sum, limit) => sum + limit, 0) / limits.length;
  return [1, step, ...nearby, ...(limits.length > 1 ? [middle] : [])];
}
