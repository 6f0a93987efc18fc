import { readFileSync } from "node:fs";

export function readManifest(): { version: string; peerDependencies: Record<string, string> } {
  const file = new URL("../package.json", import.meta.resolve("phone-agent-api/openapi.yaml"));
  return JSON.parse(readFileSync(file, "utf8"));
}
