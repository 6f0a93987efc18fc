import type { WebhookPayloads } from "../generated/models.ts";
import * as compiled from "../generated/validators.js";
import type { Finding } from "./errors.ts";
import type { Validate } from "./options.ts";

const responses = new Map(Object.entries(compiled.responses));
const webhooks = new Map(Object.entries(compiled.webhooks));

/**
 * Returns every place where the response of a documented operation and the contract differ. As the client's `validate`,
 * it turns contradictions into errors of kind `contract`. An undocumented response has no findings. `operation` is the
 * operation id.
 */
export const validators: Validate = (operation, response) => findingsOf(responses.get(operation), response);

/**
 * Returns every place where what a webhook sent and the contract differ. A payload that the contract doesn't describe has
 * no findings.
 */
export const validateWebhook = (name: keyof WebhookPayloads, payload: unknown): readonly Finding[] =>
  findingsOf(webhooks.get(name), payload);

function findingsOf(validator: (typeof compiled.responses)[string] | undefined, value: unknown): readonly Finding[] {
  if (!validator || validator(value)) return [];
  // `if` has no finding of its own: what its schema finds stands beside it.
  const errors = (validator.errors ?? []).filter(({ keyword }) => keyword !== "if");
  const findings = errors.map(({ instancePath, keyword, params, message }): Finding => {
    const named = params["unevaluatedProperty"] ?? params["missingProperty"];
    const pointer = named === undefined ? instancePath : `${instancePath}/${escaped(String(named))}`;
    if (keyword === "unevaluatedProperties")
      return { kind: "unknown-field", pointer, message: "isn't in the contract" };
    if (keyword === "required") return { kind: "contradiction", pointer, message: "is missing" };
    return { kind: "contradiction", pointer, message: message ?? keyword };
  });
  // A schema that extends another finds the same thing twice.
  return [...new Map(findings.map((finding) => [`${finding.pointer} ${finding.message}`, finding])).values()];
}

// RFC 6901, 3.
const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * As the client's `validate`, reports every finding, unknown fields included, and lets every response pass. What `listen`
 * throws reaches the caller of the operation.
 */
export function reportTo(listen: (finding: Finding, operation: string) => void): Validate {
  return (operation, response) => {
    for (const finding of validators(operation, response)) listen(finding, operation);
    return [];
  };
}
