import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The contract that this package ships: the built package has it as JSON too, which is read in no time. */
export function ownContract(): string {
  // The build puts this module into a folder of its own, or into one that several entries share.
  const built = ["../openapi.json", "../../openapi.json"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return built.find((file) => existsSync(file)) ?? fileURLToPath(import.meta.resolve("phone-agent-api/openapi.yaml"));
}
