import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The contract that this package ships: the built package has it as JSON too, which is read in no time. */
export function ownContract(): string {
  const json = fileURLToPath(new URL("../../openapi.json", import.meta.url));
  return existsSync(json) ? json : fileURLToPath(import.meta.resolve("phone-agent-api/openapi.yaml"));
}
