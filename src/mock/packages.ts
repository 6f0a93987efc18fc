import type { JsonObject } from "../openapi/json.ts";
import { operationsOf } from "../openapi/operations.ts";
import { joinMissing } from "../platform/peers.ts";
import { findMissingPrism } from "../schemas/random.ts";
import { findMissingRandExp } from "../schemas/sample-text.ts";

/**
 * Finds the packages for generated bodies that aren't installed.
 * @param document Absent if it can't be read yet: it may need all of them.
 */
export function findMissingForBodies(document?: JsonObject) {
  if (!document) return { count: 0, required: findMissingRandExp(), random: findMissingPrism() };
  const operations = operationsOf(document).map(({ responses }) =>
    responses.flatMap(({ contents }) =>
      contents.flatMap(({ specified, examples, schema }) =>
        specified && examples.size === 0 && schema ? schema : [],
      ),
    ),
  );
  const schemas = operations.flat();
  return {
    /** How many operations have a body without an example. */
    count: operations.filter(({ length }) => length > 0).length,
    required: findMissingRandExp(document, schemas),
    random: schemas.length > 0 ? findMissingPrism() : [],
  };
}

/** Says what bodies without an example need. Only those who ask for random ones need Prism. */
export function reportMissing(document: JsonObject, warn: (problem: string) => void): void {
  const { count, required, random } = findMissingForBodies(document);
  if (required.length === 0) return;
  const { message } = joinMissing([...required, ...random]);
  const subject = count > 1 ? `${count} operations have` : "1 operation has";
  warn(`${subject} no example: ${message}, and restart the mock.`);
}
