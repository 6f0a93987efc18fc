import { readFileSync } from "node:fs";

export function printVersion(): void {
  const manifest = new URL("../package.json", import.meta.resolve("phone-agent-api/openapi.yaml"));
  console.log((JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version);
}
