import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../openapi/json.ts";

/** Returns the URL of a file in the built package. */
const publishedUrl = (path: string) => new URL(path, import.meta.resolve("phone-agent-api/openapi.json"));

/** Reads the contract that this package ships. */
export function readContract(): JsonObject {
  const file = publishedUrl("openapi.json");
  if (!existsSync(file)) throw new Error("The package isn't built. Run: npm run build");
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

/** Reads the guides that this package ships, by name. */
export function readGuides(): ReadonlyMap<string, string> {
  const folder = fileURLToPath(publishedUrl("guides/"));
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(files.map((file) => [file.slice(0, -3), readFileSync(`${folder}${file}`, "utf8")]));
}
