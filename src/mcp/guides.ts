import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Reads the guides that this package ships, by name. */
export function readGuides(): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL("guides/", import.meta.resolve("phone-agent-api/openapi.json")));
  if (!existsSync(folder)) throw new Error("The package isn't built. Run: npm run build");
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(files.map((file) => [file.slice(0, -3), readFileSync(`${folder}${file}`, "utf8")]));
}
