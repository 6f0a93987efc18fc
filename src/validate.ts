import * as compiled from "../generated/validators.js";
import type { Finding } from "./errors.ts";
import type { Validate } from "./options.ts";

const byOperation = new Map(Object.entries(compiled));

/**
 * Looks through an answer of a documented operation, and returns every place where it and the contract differ. As the
 * client's `validate`, it turns contradictions into errors of kind `contract`. An operation whose answer the contract
 * does not describe has no findings. `operation` is the operation id.
 */
export const validators: Validate = (operation, answer) => {
  const validator = byOperation.get(operation);
  if (!validator || validator(answer)) return [];
  const findings = (validator.errors ?? []).map(({ instancePath, keyword, params, message }): Finding => {
    const named = params["unevaluatedProperty"] ?? params["missingProperty"];
    const pointer = named === undefined ? instancePath : `${instancePath}/${escaped(String(named))}`;
    if (keyword === "unevaluatedProperties")
      return { kind: "unknown-field", pointer, message: "is not in the contract" };
    if (keyword === "required") return { kind: "contradiction", pointer, message: "is missing" };
    return { kind: "contradiction", pointer, message: message ?? keyword };
  });
  // A schema that extends another finds the same thing twice.
  return [...new Map(findings.map((finding) => [`${finding.pointer} ${finding.message}`, finding])).values()];
};

// RFC 6901, 3.
const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * As the client's `validate`, reports what it finds, unknown fields included, and lets every answer pass.
 * What `listen` throws reaches the caller of the operation.
 */
export function reportTo(listen: (finding: Finding, operation: string) => void): Validate {
  return (operation, answer) => {
    for (const finding of validators(operation, answer)) listen(finding, operation);
    return [];
  };
}
