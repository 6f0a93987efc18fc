import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPackageTexts } from "../scripts/build/texts.ts";
import { root } from "../scripts/tools/run.ts";

/** Returns the files in a folder, or the path itself if it is a file. */
const filesIn = (path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
        .map((file) => join(path, file))
        .filter((file) => statSync(join(root, file)).isFile())
    : [path];

/** The texts that users read or run, published or in the repository. */
const texts = [
  ...[
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "package.json",
    "openapi",
    "src",
    "generated",
  ],
  ...[
    "scripts/docs",
    "scripts/start.ts",
    "test/samples",
    "test/consumers/recipes",
    ".github",
    ".ci",
  ],
]
  .flatMap(filesIn)
  .map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
const shipped = Object.entries(createPackageTexts()).map(
  ([file, text]) => [`dist/${file}`, text] as const,
);

// Without --no, npx runs any package of that name in the registry, with the user's token. Without
// --, npx itself takes the options of the command: `npx --no phone-agent-api mock --port 4010`
// loses the port.
const safe = /^npx --no -- [a-z]/;
// Sentences about npx, which contain no command.
const prose = /^npx`? (and|or) |^npx, which/;

test("every text runs npx with --no and --, so that no package is fetched by its name", () => {
  const uses = [...texts, ...shipped].flatMap(([file, text]) =>
    [...text.matchAll(/\bnpx\b[^\n]{0,30}/g)].map(([use]) => ({ file, use })),
  );
  expect(uses.filter(({ use }) => safe.test(use)).length).toBeGreaterThan(10);
  expect(uses.filter(({ use }) => !safe.test(use) && !prose.test(use))).toEqual([]);
});
