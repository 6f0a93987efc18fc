import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../openapi/json.ts";

/** A text that a host can attach to a conversation. For other hosts, tools read the same documents. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
  read(): string;
}

/** Creates the resources: the contract and the guides. */
export function createResources(contract: JsonObject): Resource[] {
  const guides = [...readShippedGuides()].map(([name, text]) => ({
    uri: `phone-agent-api://guides/${name}`,
    name,
    title: /^# (.+)$/m.exec(text)?.[1] ?? name,
    mimeType: "text/markdown",
    read: () => text,
  }));
  const document = {
    uri: "phone-agent-api://openapi.json",
    name: "openapi.json",
    title: "The contract, as OpenAPI 3.1",
    mimeType: "application/json",
    read: () => JSON.stringify(contract),
  };
  return [document, ...guides];
}

/** Reads the guides that this package ships, by name. */
export function readShippedGuides(): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL("guides/", import.meta.resolve("phone-agent-api/openapi.json")));
  if (!existsSync(folder)) throw new Error("The package isn't built. Run: npm run build");
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(files.map((file) => [file.slice(0, -3), readFileSync(`${folder}${file}`, "utf8")]));
}
