import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the file of this package's contract: JSON in the built package, which is parsed faster, else YAML. */
export function ownContract(): string {
  // The build puts this module into its entry's folder, or into one that several entries share.
  const built = ["../openapi.json", "../../openapi.json"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return built.find((file) => existsSync(file)) ?? fileURLToPath(import.meta.resolve("phone-agent-api/openapi.yaml"));
}
