import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools/run.ts";

/** Reads the repository's address on the web from package.json. Returns `undefined` if it is the placeholder. */
export function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const url = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return url.includes("/OWNER/") ? undefined : url;
}
