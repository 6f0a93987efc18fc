import { isSuccess } from "../../../src/core/operation.ts";
import { isJson, isReadAsText } from "../../../src/openapi/media-type.ts";
import type { ServedOperation } from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";

/** Writes `generated/fixtures.ts`: the named examples of every successful response. */
export function writeFixtures(contract: Contract): string {
  const types = operationsOf(contract)
    .filter(isTyped)
    .map(({ id }) => `  ${id}: Record<string, Awaited<ReturnType<Operations<never>["${id}"]>>>;`);
  const getters = operationsOf(contract).map((operation) => {
    const { id } = operation;
    const value = JSON.stringify(
      Object.fromEntries(listSuccessExamples(operation)),
      null,
      2,
    ).replaceAll("\n", "\n    ");
    return `  get ${id}() {\n    return ${value}${isTyped(operation) ? ` satisfies Examples["${id}"]` : ""};\n  },`;
  });
  return `import type { Operations } from "./operations.ts";

interface Examples {
${types.join("\n")}
}

/**
 * The contract's named examples of a successful response, by operation. The first of each is the
 * default.
 */
export const fixtures = {
${getters.join("\n")}
};
`;
}

/**
 * Returns whether examples are what a call resolves to: of a binary body an example is the text,
 * not the stream.
 */
const isTyped = ({ responses }: Pick<ServedOperation, "responses">): boolean =>
  responses
    .filter(isSuccess)
    .every(({ contents }) =>
      contents.every(({ mediaType }) => isJson(mediaType) || isReadAsText(mediaType)),
    );

/** Returns the examples of successes by name; of several with one name, the first. */
export function listSuccessExamples({
  responses,
}: Pick<ServedOperation, "responses">): Map<string, unknown> {
  const contents = responses.filter(isSuccess).flatMap((response) => response.contents);
  const examples = new Map<string, unknown>();
  for (const [name, { value }] of contents.flatMap((content) => [...content.examples])) {
    if (!examples.has(name)) examples.set(name, value);
  }
  return examples;
}
