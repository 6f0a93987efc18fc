import type { JsonObject } from "../openapi/json.ts";
import { reachableObjects } from "../openapi/nodes.ts";
import { createPattern } from "../openapi/pattern.ts";
import { findMissing, loadPeer } from "../platform/peers.ts";
import { runWithinSecond } from "../platform/time-limit.ts";

/**
 * Returns a string that a schema allows, if one is found.
 * @param variant Strings of two variants differ, as far as the schema allows it.
 */
export type SampleText = (
  schema: JsonObject & { readonly minLength: number; readonly maxLength: number },
  variant: number,
) => string;

const hasPattern = (document: object, schemas: object): boolean =>
  reachableObjects(document, schemas).some(({ pattern }) => typeof pattern === "string");

const purpose = "generate bodies";
/** @param schemas One, or a list. Default: any. */
export const findMissingRandExp = (document: object = {}, schemas: object = [{ pattern: "" }]) =>
  hasPattern(document, schemas) ? findMissing(purpose, "randexp") : [];

/** Loads what the strings in a value of a schema need, and returns the function that makes them. */
export async function loadTextSampler(document: object, schema: object): Promise<SampleText> {
  if (!hasPattern(document, schema)) return samplePlainText;
  const randexp = await loadPeer(purpose, "randexp", () => import("randexp"));
  const RandExp = randexp.default as unknown as RandExpConstructor;
  return (schema, variant) => {
    const { pattern } = schema;
    return typeof pattern === "string"
      ? sampleExpression(RandExp, pattern, schema, variant)
      : samplePlainText(schema, variant);
  };
}

/** In characters. */
export const maxTextLength = 10_000;

/**
 * Strings of each format, a short one last. Digits in braces count up with the variant; empty
 * braces take its number, and the letters that a string is too short.
 */
const formats: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["20{19}-08-24T14:15:22Z"],
  date: ["20{19}-08-24"],
  time: ["14:15:22.{00}Z", "14:15:22Z"],
  duration: ["P1{}D"],
  email: ["user{}@example.com", "a{}@b.co"],
  "idn-email": ["user{}@example.com", "a{}@b.co"],
  hostname: ["example{}.com", "a{}.co"],
  "idn-hostname": ["example{}.com", "a{}.co"],
  ipv4: ["192.168.0.1{}", "10.0.0.1{}"],
  ipv6: ["2001:db8::1{}", "::1{}"],
  uri: ["http://example.com/{}", "a:{}"],
  url: ["http://example.com/{}", "http://b.co/{}"],
  "uri-reference": ["../dictionary{}", "a{}"],
  "uri-template": ["http://example.com/{}{endpoint}", "a{}"],
  iri: ["http://example.com/{}", "a:{}"],
  "iri-reference": ["/entity/1{}", "a{}"],
  uuid: ["497f6eca-6276-4993-bfeb-53cbbbba6f{08}"],
  "json-pointer": ["/json/pointer{}", "/a{}"],
  "json-pointer-uri-fragment": ["#/json/pointer{}", "#/a{}"],
  "relative-json-pointer": ["1/relative/json/pointer{}", "1/a{}"],
  regex: ["^[a-z]+{}$", "a{}"],
  byte: ["c3Ry{0000}"],
  password: ["pa$$word{}"],
};

const samplePlainText: SampleText = ({ format, minLength, maxLength }, variant) => {
  const number = variant === 0 ? "" : `${variant}`;
  const shortest = Math.min(minLength, maxTextLength);
  const fill = (template: string) =>
    template.replace(/\{(\d*)\}/, (braces, digits: string) =>
      digits === ""
        ? number.padStart(shortest - template.length + braces.length, "a")
        : `${Number(digits) + variant}`.slice(-digits.length).padStart(digits.length, "0"),
    );
  const texts = (formats[String(format)] ?? []).map(fill);
  const fits = ({ length }: string) => length >= minLength && length <= maxLength;
  const formatted = texts.find(fits) ?? texts[0];
  if (formatted !== undefined) return formatted;
  const plain = "string".padEnd(shortest - number.length, "string");
  const end = Math.max(minLength, Math.min(maxLength, plain.length + number.length));
  return plain.slice(0, Math.max(0, end - number.length)) + number;
};

/** RandExp, with the parts in use. */
type RandExpConstructor = new (
  pattern: string,
) => {
  /** How often what has no upper bound is repeated. */
  max: number;
  randInt: (minimum: number, maximum: number) => number;
  readonly defaultRange: Record<"add" | "subtract", (low: number, high: number) => unknown>;
  gen(): string;
};

/** The characters of ASCII between digits and letters. */
const otherCharacters = [
  [32, 47],
  [58, 64],
  [91, 96],
  [123, 126],
] as const;

const maxAttempts = 100;

/**
 * Returns a string that matches a pattern and has a length within bounds; if none is found, one
 * that doesn't. If the search takes a second, throws an error. Without extras, all choices are the first, and all repetitions the fewest. Each
 * extra changes the first choice, or repeats once more, where there is room for it.
 */
function sampleExpression(
  RandExp: RandExpConstructor,
  pattern: string,
  { minLength, maxLength }: Parameters<SampleText>[0],
  variant: number,
): string {
  const expression = createPattern(pattern);
  const found = new Set<string>();
  let last: string | undefined;
  // What follows a pattern without an end may be anything.
  const open = pattern.endsWith("$") ? [] : [`(?:${pattern})[a-z]*`];
  const sources = [pattern, spellOutLookaheads(pattern), ...open].map(spellOutProperties);
  for (const source of new Set(sources)) {
    // Letters and digits, if they are enough.
    for (const characters of ["plain", "ASCII", "any"]) {
      const generator = new RandExp(source);
      const { defaultRange } = generator;
      if (characters === "plain")
        for (const [low, high] of otherCharacters) defaultRange.subtract(low, high);
      else if (characters === "any") defaultRange.add(127, 0xffff);
      const generate = (extras: number) => generateWith(generator, extras);
      const start = findFirst(2 * Math.min(minLength, maxTextLength), (extras) => {
        const text = generate(extras);
        return text === undefined || text.length >= minLength;
      });
      for (let extras = start; extras < start + maxAttempts + variant; extras++) {
        const text = generate(extras);
        if (text === undefined) break;
        last ??= text;
        if (text.length < minLength || text.length > maxLength) continue;
        const isMatch = runWithinSecond(() => expression.test(text));
        // The search in each further text could take as long.
        if (isMatch === undefined) throw new Error("The search for a pattern takes too long.");
        if (!isMatch) continue;
        found.add(text);
        if (found.size > variant) return text;
      }
    }
  }
  const text = [...found].at(-1) ?? last;
  if (text === undefined) throw new RangeError("A pattern repeats too much.");
  return text;
}

/** Returns `undefined` if the text becomes too long. */
function generateWith(
  generator: InstanceType<RandExpConstructor>,
  extras: number,
): string | undefined {
  let rest = extras;
  let length = 0;
  generator.max = maxTextLength;
  generator.randInt = (minimum, maximum) => {
    const taken = Math.min(rest, maximum - minimum);
    rest -= taken;
    length += minimum + taken;
    if (length > 2 * maxTextLength) throw new RangeError("A pattern repeats too much.");
    return minimum + taken;
  };
  try {
    return generator.gen();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the first number for which a test that stays true becomes true, or the highest. */
function findFirst(highest: number, test: (number: number) => boolean): number {
  let [low, high] = [0, highest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a look-ahead asks for, such as a digit, can come first. RandExp leaves it out. */
const spellOutLookaheads = (pattern: string): string =>
  pattern.replace(/\(\?=(?:\.[*+]\??)?/g, "(?:");

/** Replaces properties of Unicode, which RandExp doesn't know, by characters that have them. */
const spellOutProperties = (pattern: string): string =>
  pattern.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{.*?\}/g, (part) => {
    const characters = part.replace(/\\p\{(?:\w+=)?(.*?)\}/g, (_, name: string) =>
      /^Lu|Upper/.test(name) ? "A-Z" : /^N/.test(name) ? "0-9" : "a-z",
    );
    return part.startsWith("[") ? characters : `[${characters}]`;
  });
