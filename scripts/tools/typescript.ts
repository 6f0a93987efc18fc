import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder } from "./file.ts";
import { type Outcome, runBin } from "./run.ts";

/** The settings of a `tsconfig.json`. Its paths are absolute. */
interface Settings {
  compilerOptions?: object;
  files?: string[];
  include?: string[];
  exclude?: string[];
}

/** Runs TypeScript with the settings of a project, and with others that replace them. */
export async function runTypeScript(project: string, { compilerOptions, ...paths }: Settings = {}): Promise<Outcome> {
  using folder = createTemporaryFolder("typescript");
  const file = join(folder.path, "tsconfig.json");
  const settings = {
    extends: join(project, "tsconfig.json"),
    compilerOptions: { typeRoots: [join(project, "node_modules/@types")], ...compilerOptions },
    ...paths,
  };
  writeFileSync(file, JSON.stringify(settings));
  // Each checker would check the libraries again, and other steps use the other cores.
  return await runBin("tsc", "--checkers", "1", "--project", file);
}
