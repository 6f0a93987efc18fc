import { loadPeers } from "../commands/peers.ts";
import { withDescendants } from "../openapi/nodes.ts";
import type { SampleText } from "./sample.ts";

/** Loads what the texts in a value of a schema need, and returns the function that makes them. */
export async function loadTextSampler(document: object, schema: object): Promise<SampleText> {
  const isTyped = ({ format, pattern }: { format?: unknown; pattern?: unknown }) =>
    typeof format === "string" || typeof pattern === "string";
  if (!withDescendants(document, schema).some(isTyped)) return samplePlainText;
  const { "openapi-sampler": formats, randexp } = await loadPeers("generate bodies", {
    "openapi-sampler": () => import("openapi-sampler"),
    randexp: () => import("randexp"),
  });
  const RandExp = randexp.default as unknown as RandExpConstructor;
  return (schema) => {
    const { format, pattern } = schema;
    if (typeof pattern === "string") return sampleExpression(RandExp, pattern, schema);
    if (format === "duration") return "P1D";
    return typeof format === "string"
      ? String(formats.sample(schema as never, { quiet: true }))
      : samplePlainText(schema);
  };
}

const samplePlainText: SampleText = ({ minLength, maxLength }) =>
  "string"
    .padEnd(Math.min(minLength, maxTextLength), "string")
    .slice(0, Math.max(minLength, Math.min(maxLength, 6)));

/** In characters. */
export const maxTextLength = 10_000;

/** RandExp, with the parts in use. */
type RandExpConstructor = new (
  pattern: string,
) => {
  randInt: (minimum: number, maximum: number) => number;
  readonly defaultRange: { subtract(low: number, high: number): unknown };
  gen(): string;
};

/** The characters of ASCII between digits and letters. */
const otherCharacters = [
  [32, 47],
  [58, 64],
  [91, 96],
  [123, 126],
] as const;

// Each attempt repeats more and takes later characters, so some have lengths that fit.
const attempts = 20;

/**
 * Returns a text that matches a pattern and has a length within bounds; if none is found, the last
 * one tried.
 */
function sampleExpression(
  RandExp: RandExpConstructor,
  pattern: string,
  { minLength, maxLength }: Parameters<SampleText>[0],
): string {
  let text = "";
  for (const isPlain of [true, false]) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const expression = new RandExp(pattern);
      let length = 0;
      expression.randInt = (minimum, maximum) => {
        const count = Math.min(minimum + attempt, maximum);
        length += count;
        if (length > maxTextLength) throw new RangeError("A pattern repeats too much.");
        return count;
      };
      // Letters and digits, if they are enough.
      if (isPlain)
        for (const [low, high] of otherCharacters) expression.defaultRange.subtract(low, high);
      text = expression.gen();
      if (text.length >= minLength && text.length <= maxLength && new RegExp(pattern).test(text))
        return text;
    }
  }
  return text;
}
