import { join } from "node:path";
import { generateFiles, mechanismFolders, projectOfMechanisms } from "../test/mechanisms.ts";
import { type Outcome, root } from "../tools/run.ts";
import { runTypeScript } from "../tools/typescript.ts";

/** Checks the types of the project, and those of the tests of mechanisms with the contract that they use. */
export async function lintTypes(): Promise<Outcome> {
  const project = projectOfMechanisms();
  if (project === root) return runTypeScript(root);
  const outcome = await checkTypes(root, ["src", "generated", "scripts", "test"], mechanismFolders);
  if (!outcome.ok) return outcome;
  generateFiles(project);
  return checkTypes(project, mechanismFolders);
}

/** Checks the types of some folders of a project. */
function checkTypes(project: string, include: string[], exclude: string[] = []): Promise<Outcome> {
  const inProject = (paths: string[]) => paths.map((path) => join(project, path));
  return runTypeScript(project, {
    include: inProject(include),
    exclude: inProject([...exclude, "test/shapes/*/use.ts", "test/consumers"]),
  });
}
