import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/tools/run.ts";

/** Copies paths of the project to a folder, in which imports mean the folder's own files. */
export function copySource(copy: string, ...paths: string[]): void {
  for (const path of paths) cpSync(join(root, path), join(copy, path), { recursive: true });
  const manifest = {
    type: "module",
    imports: {
      "#contract": "./openapi.yaml",
      "#package-contract": "./openapi.yaml",
      "#generated/*": "./generated/*",
    },
  };
  writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
}
