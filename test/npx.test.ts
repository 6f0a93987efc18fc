import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageTexts } from "../scripts/build/texts.ts";
import { root } from "../scripts/run.ts";

/** The files below a path, or the path's. */
const filesIn = (path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
        .map((file) => join(path, file))
        .filter((file) => statSync(join(root, file)).isFile())
    : [path];

/** All that users read or run: what is published, and what the repository shows. */
const texts = [
  ...["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "package.json", "openapi", "src", "generated"],
  ...["release", "scripts/docs", "scripts/start.ts", "test/samples", "test/consumers/recipes", ".github", ".ci"],
]
  .flatMap(filesIn)
  .map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
const shipped = Object.entries(packageTexts()).map(([file, text]) => [`dist/${file}`, text] as const);

// Without --no, npx runs whatever has the name in the registry, with the user's token. Without --, it takes the options
// of the command for its own: `npx --no phone-agent-api mock --port 4010` loses the port.
const safe = /^npx --no -- [a-z]/;
// In a sentence about npx there is no command.
const prose = /^npx`? (and|or) |^npx, which/;

test("every text runs npx with --no and --, so that no package is fetched by its name", () => {
  const all = [...texts, ...shipped].flatMap(([file, text]) =>
    [...text.matchAll(/\bnpx\b[^\n]{0,30}/g)].map(([use]) => ({ file, use })),
  );
  expect(all.filter(({ use }) => safe.test(use)).length).toBeGreaterThan(10);
  expect(all.filter(({ use }) => !safe.test(use) && !prose.test(use))).toEqual([]);
});
