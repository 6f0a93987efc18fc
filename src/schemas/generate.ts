import {
  type CompiledSchema,
  describeFindings,
  type Finding,
  findDifferences,
} from "../openapi/differences.ts";
import { isObject, type JsonObject } from "../openapi/json.ts";
import { isXml } from "../openapi/media-type.ts";
import type { GenerateBody, GeneratedBody } from "../openapi/operation.ts";
import { writeXml } from "../openapi/xml.ts";
import { MissingPeersError } from "../platform/peers.ts";
import { loadRandomSampler } from "./random.ts";
import { maxItems, noValue, type SampleRandom, sampleSchema } from "./sample.ts";
import { loadTextSampler, maxTextLength } from "./sample-text.ts";
import { isOutOfTime } from "./validators.ts";

const maxAttempts = 20;
const bounds = `Generated lists end at ${maxItems} items, and texts at ${maxTextLength} characters.`;
const failure = { problem: "No body can be generated from this schema." };

/**
 * Creates the functions that generate valid bodies: a plain one, the same each time, and random
 * ones. If no attempt gives a valid one, they return the first with a problem.
 * @param compile Compiles a validator of responses.
 */
export function createGenerators(
  document: JsonObject,
  compile: (schema: JsonObject) => Promise<CompiledSchema>,
): Readonly<Record<"generate" | "generateRandom", GenerateBody>> {
  async function samplerOf(schema: JsonObject) {
    const sampleText = await loadTextSampler(document, schema);
    return (choice: number, sampleRandom?: SampleRandom) =>
      sampleSchema(document, schema, sampleText, choice, sampleRandom);
  }

  async function generateValid(
    schema: JsonObject,
    sample: (attempt: number) => unknown,
  ): Promise<GeneratedBody> {
    const validator = await compile(schema).catch((error: Error) => error);
    let first: GeneratedBody | undefined;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const value = sample(attempt);
      if (value === noValue) continue;
      if (validator instanceof Error)
        return { value, problem: `The generated body isn't checked: ${validator.message}` };
      if (validator(value)) return { value };
      first ??= { value, problem: describeMismatch(findDifferences(validator, value)) };
      if (isOutOfTime(validator)) break;
    }
    return first ?? failure;
  }

  const createGenerate =
    (prepare: (schema: JsonObject) => Promise<(attempt: number) => unknown>): GenerateBody =>
    async ({ schema, mediaType }) => {
      if (!isObject(schema)) return failure;
      try {
        const body = await generateValid(schema, await prepare(schema));
        const isText =
          !isXml(mediaType) || body.value === undefined || typeof body.value === "string";
        return isText ? body : { ...body, value: writeXml(document, schema, body.value) };
      } catch (error) {
        // Other errors' messages contain paths of this machine.
        if (error instanceof RangeError) return { problem: `${failure.problem} ${bounds}` };
        return error instanceof MissingPeersError
          ? { problem: `${error.message}, and restart the mock.`, isUninstalled: true }
          : failure;
      }
    };
  return {
    generate: createGenerate(samplerOf),
    generateRandom: createGenerate(async (schema) => {
      const sampleRandom = await loadRandomSampler();
      const sample = await samplerOf(schema);
      // Chance may not find what a plain body finds.
      return (attempt) =>
        attempt < maxAttempts / 2
          ? sample(attempt, sampleRandom)
          : sample(attempt - maxAttempts / 2);
    }),
  };
}

/** Says which parts of a body don't match its schema, and why. */
function describeMismatch(findings: readonly Finding[]): string {
  const problems = describeFindings(findings).join("; ");
  const text = `The generated body doesn't match its schema: ${problems}.`;
  return / fewer than (\d{3,} (items|prop)|\d{5,} )/.test(text) ? `${text} ${bounds}` : text;
}
