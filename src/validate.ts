import type { WebhookPayloads } from "#generated/models.ts";
import { isPresenceUnknown, operations } from "#generated/operations.ts";
import { responses, webhooks } from "#generated/validators.js";
import type { Validate } from "./client/options.ts";
import { describeUnknown } from "./core/text.ts";
import { type Finding, findDifferences, findResponseDifferences } from "./openapi/differences.ts";
import { createPathMatcher, decodedSegmentsOf } from "./openapi/path.ts";

/**
 * Returns the places where the response of a documented operation and the contract differ, at most
 * 100 of each kind. As the client's `validate`, it turns contradictions into errors of kind
 * `contract`; a place that the contract leaves open is no contradiction. A response that the
 * contract doesn't describe has no findings.
 * @param operation The operation id, or a method and path, as the client's `request` passes them.
 * @param status The status of the response. Without it, the response is compared with each success
 * that the contract declares, and what it differs least from counts.
 * @param mediaType The media type of the response. Without it, any JSON that the contract declares.
 * @throws TypeError for another id.
 */
export const validators: Validate = (operation, response, status, mediaType) => {
  const [, method = "", path = ""] = /^([A-Z]+) (\/.*)$/.exec(operation) ?? [];
  const id = path ? match(method, decodedSegmentsOf(path))?.id : operation;
  if (id === undefined) return [];
  const declared = findDeclared("operation", responses, id);
  return findResponseDifferences(declared, response, isPresenceUnknown, status, mediaType);
};

const { match } = createPathMatcher(operations);

/**
 * Returns the places where the payload of a webhook and the contract differ, at most 100 of each
 * kind. While the contract declares no webhook, there is no name to pass.
 * @throws TypeError for a webhook that the contract doesn't declare.
 */
export const validateWebhook = (
  name: keyof WebhookPayloads,
  payload: unknown,
): readonly Finding[] => {
  const [schema] = Object.values(findDeclared("webhook", webhooks, name));
  return schema ? findDifferences(schema, payload, { isPresenceUnknown, isEnvelope: false }) : [];
};

/**
 * Creates a `validate` that reports every finding, open places included, and lets every response
 * pass. An error of `listen` fails the call.
 */
export function reportTo(listen: (finding: Finding, operation: string) => void): Validate {
  return (operation, ...response) => {
    for (const finding of validators(operation, ...response)) listen(finding, operation);
    return [];
  };
}

/**
 * Returns what the contract declares under a name. Without one, a caller would take the lack of
 * findings for valid.
 */
function findDeclared<Item>(
  kind: string,
  declared: Readonly<Record<string, Item>>,
  name: string,
): Item {
  const item = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (item) return item;
  throw new TypeError(describeUnknown(kind, name, Object.keys(declared)));
}
