import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRepository } from "../docs/repository.ts";
import { root } from "../tools/run.ts";

/** Returns the README. If the repository is known, its links to files are absolute, so that they work on any site. */
export function linkReadme(project = root): string {
  const readme = readFileSync(join(project, "README.md"), "utf8");
  const repository = readRepository(project);
  if (!repository) return readme;
  return readme.replaceAll(
    /(!?)(\[[^\]]*\])\((?!https?:|#)([^)]+)\)/g,
    (_, image, words, file) => `${image}${words}(${repository}/${image ? "raw" : "blob"}/HEAD/${file})`,
  );
}
