import type { WebhookPayloads } from "../generated/models.ts";
import { type OperationId, operations } from "../generated/operations.ts";
import { isPresenceUnknown, responses, webhooks } from "../generated/validators.js";
import type { Validate } from "./client/options.ts";
import { type CompiledSchema, type Finding, findDifferences } from "./openapi/differences.ts";

/**
 * Returns the places where the response of a documented operation and the contract differ, at most 100 of each kind. As
 * the client's `validate`, it turns contradictions into errors of kind `contract`; a place that the contract leaves
 * open is no contradiction. An undocumented response has no findings. `operation` is the operation id.
 */
export const validators: Validate = (operation, response) =>
  compare(responses, operation, response, operations[operation as OperationId]?.success?.json === "envelope");

/**
 * Returns the places where the payload of a webhook and the contract differ, at most 100 of each kind. A payload that
 * the contract doesn't describe has no findings.
 */
export const validateWebhook = (name: keyof WebhookPayloads, payload: unknown): readonly Finding[] =>
  compare(webhooks, name, payload, false);

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

const compare = (schemas: object, name: string, value: unknown, isEnvelope: boolean): readonly Finding[] => {
  const schema = Object.hasOwn(schemas, name) && (schemas as Record<string, CompiledSchema>)[name];
  return schema ? findDifferences(schema, value, { isPresenceUnknown, isEnvelope }) : [];
};
