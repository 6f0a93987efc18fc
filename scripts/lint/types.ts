import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateFiles, mechanismFolders, projectOfMechanisms } from "../test/mechanisms.ts";
import { createTemporaryFolder } from "../tools/file.ts";
import { type Outcome, root, runBin } from "../tools/run.ts";

/** Checks the types of the project, and those of the tests of mechanisms with the contract that they use. */
export async function lintTypes(): Promise<Outcome> {
  const project = projectOfMechanisms();
  if (project === root) return runTypeScript();
  const outcome = await checkTypes(root, ["src", "generated", "scripts", "test"], mechanismFolders);
  if (!outcome.ok) return outcome;
  generateFiles(project);
  return checkTypes(project, mechanismFolders);
}

/** Checks the types of some folders of a project. */
async function checkTypes(project: string, include: string[], exclude: string[] = []): Promise<Outcome> {
  const inProject = (paths: string[]) => paths.map((path) => join(project, path));
  using folder = createTemporaryFolder("types");
  const file = join(folder.path, "tsconfig.json");
  const settings = {
    extends: join(project, "tsconfig.json"),
    compilerOptions: { typeRoots: inProject(["node_modules/@types"]) },
    include: inProject(include),
    exclude: inProject([...exclude, "test/shapes/*/use.ts", "test/consumers"]),
  };
  writeFileSync(file, JSON.stringify(settings));
  return await runTypeScript("--project", file);
}

// Each checker would check the libraries again, and the other steps use the other cores.
const runTypeScript = (...args: string[]) => runBin("tsc", "--checkers", "1", ...args);
