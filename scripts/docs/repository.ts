import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.ts";

/** Reads the repository's address on the web from package.json. Returns `undefined` if it is the placeholder. */
export function readRepository(project = root): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const url = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return url.includes("/OWNER/") ? undefined : url;
}

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
