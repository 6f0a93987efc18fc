import type { WebhookPayloads } from "../generated/models.ts";
import { type OperationRow, operations } from "../generated/operations.ts";
import * as compiled from "../generated/validators.js";
import type { Validate } from "./client/options.ts";
import { type Finding, findDifferences } from "./openapi/differences.ts";

const { isPresenceUnknown } = compiled;
const responses = new Map(Object.entries(compiled.responses));
const webhooks = new Map(Object.entries(compiled.webhooks));
const rows = new Map<string, OperationRow>(Object.entries(operations));

/**
 * Returns the places where the response of a documented operation and the contract differ, at most 100 of each kind. As
 * the client's `validate`, it turns contradictions into errors of kind `contract`; a place that the contract leaves
 * open is no contradiction. An undocumented response has no findings. `operation` is the operation id.
 */
export const validators: Validate = (operation, response) => {
  const validator = responses.get(operation);
  const isEnvelope = rows.get(operation)?.success?.json === "envelope";
  return validator ? findDifferences(validator, response, { isPresenceUnknown, isEnvelope }) : [];
};

/**
 * Returns the places where the payload of a webhook and the contract differ, at most 100 of each kind. A payload that
 * the contract doesn't describe has no findings.
 */
export const validateWebhook = (name: keyof WebhookPayloads, payload: unknown): readonly Finding[] => {
  const validator = webhooks.get(name);
  return validator ? findDifferences(validator, payload, { isPresenceUnknown, isEnvelope: false }) : [];
};

/**
 * Creates a `validate` that reports every finding, open places included, and lets every response pass. An error of
 * `listen` fails the call, as its `cause`.
 */
export function reportTo(listen: (finding: Finding, operation: string) => void): Validate {
  return (operation, response) => {
    for (const finding of validators(operation, response)) listen(finding, operation);
    return [];
  };
}
