import { isJson } from "../../../src/openapi/media-type.ts";
import { nodes } from "../../../src/openapi/nodes.ts";
import { indexEntries } from "../../../src/openapi/operation-index.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { isOpen } from "../../../src/openapi/schema.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { aspectOf, createUnknownId, unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type { Content, Contract, Operation } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { toKebabCase } from "../../contract/words.ts";
import { removeUnknowns } from "./change.ts";
import { exampleKinds, exampleOf } from "./example.ts";

/** Completes a copy of a contract after a change: examples, and what isn't unknown any longer. */
export function completeContract(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const item of Object.values(copy.paths))
    for (const operation of Object.values(item)) completeOperation(copy, operation);
  if (indexEntries(copy).every(({ operationId }) => operationId))
    removeUnknowns(copy, (id) => aspectOf(id, []) === "name-only operations");
  for (const { node } of nodes(copy)) removeUnknowns(node, () => false);
  return copy;
}

function completeOperation(contract: Contract, operation: Operation): void {
  const { requestBody, responses, operationId } = operation;
  const isObserved = (part: object) => "x-observed" in operation || "x-observed" in part;
  if (requestBody && isObserved(requestBody)) addExamples(contract, requestBody.content, false);
  for (const [status, response] of Object.entries(responses)) {
    if ("$ref" in response) continue;
    const content = Object.entries(response.content ?? {});
    if (isObserved(response)) {
      addExamples(contract, response.content, isSuccessStatus(status));
      const isShapeUnknown =
        content.length > 0 && content.every(([type, { schema }]) => isJson(type) && isOpen(contract, schema));
      const id = createUnknownId(`${toKebabCase(operationId)}-${status}`, "body");
      if (isShapeUnknown && unknownIdsAbout("body", response, ["responses", status]).length === 0)
        response["x-not-shown"] = { [id]: "Shape of the response body", ...response["x-not-shown"] };
    }
    for (const [, { schema, examples }] of content) {
      const [first] = Object.values(examples ?? {});
      const example = first && resolve(contract, first);
      if (example) example.value = exampleOf(contract, schema, "full", example.value);
    }
  }
}

function addExamples(contract: Contract, content: Content | undefined, isSuccess: boolean): void {
  for (const [type, media] of Object.entries(content ?? {})) {
    const hasFields = listFields(contract, media.schema).length > 0;
    const isShown = hasFields || (isJson(type) && !isOpen(contract, media.schema));
    if (!isShown || media.examples) continue;
    const examples = exampleKinds.map(({ name, summary, extent }) => [
      name,
      { summary, value: exampleOf(contract, media.schema, extent) },
    ]);
    media.examples = Object.fromEntries(isSuccess && hasFields ? examples : examples.slice(0, 1));
  }
}
