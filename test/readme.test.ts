import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { linkReadme } from "../scripts/generate/readme.ts";
import { root } from "../scripts/tools/run.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));
const samples = ["test/samples", "test/consumers/recipes"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

test.each(blocks.filter(({ language }) => language !== "sh"))(
  "the $language sample is part of a tested sample file: $code",
  ({ code }) => {
    expect(samples.filter((sample) => sample.includes(code))).toHaveLength(1);
  },
);

test("a sample that creates a client or a test server imports its function", () => {
  for (const { code } of blocks) {
    for (const name of ["createPhoneAgentClient", "createTestServer"]) {
      if (code.includes(`${name}(`))
        expect(code).toMatch(new RegExp(`^import .*\\b${name}\\b.* from "phone-agent-api`, "m"));
    }
  }
});

test("every npm script that the README names exists", () => {
  const scripts = [...readme.matchAll(/npm (?:run )?(start|test|[a-z]+:[a-z]+|(?<=run )[a-z]+)/g)].map(
    ([, name]) => name ?? "",
  );
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

/** Returns the targets of a README's links to files. */
const linkedFiles = (text: string) =>
  [...text.matchAll(/\]\((?!#)([^)]+)\)/g)].flatMap(([, target = ""]) => {
    const file = target.replace(/^.*\/(blob|raw)\/HEAD\//, "");
    return /^https?:/.test(file) ? [] : [{ target, file }];
  });

test("every file that the README links to exists", () => {
  expect(linkedFiles(readme).length).toBeGreaterThan(0);
  expect(linkedFiles(readme).filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});

test("the README's links to files are absolute if the manifest names a repository, and only then", () => {
  const copy = mkdtempSync(join(tmpdir(), "readme-"));
  const write = (url: string) =>
    writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, repository: { type: "git", url } }));
  writeFileSync(
    join(copy, "README.md"),
    "![Map](generated/coverage.svg), [MIT](LICENSE), [a](#b), [c](https://d.example)",
  );
  write("git+https://github.com/example/phone-agent-api.git");
  const base = "https://github.com/example/phone-agent-api";
  const linked = `![Map](${base}/raw/HEAD/generated/coverage.svg), [MIT](${base}/blob/HEAD/LICENSE), [a](#b), [c](https://d.example)`;
  expect(linkReadme(copy)).toBe(linked);
  writeFileSync(join(copy, "README.md"), linked);
  expect(linkReadme(copy)).toBe(linked);
  write("git+https://github.com/OWNER/phone-agent-api.git");
  writeFileSync(join(copy, "README.md"), readme);
  expect(linkReadme(copy)).toBe(readme);
  expect(linkReadme()).toBe(readme);
});
