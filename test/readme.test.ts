import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
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

test("every file that the README links to exists", () => {
  const files = [...readme.matchAll(/\]\((?!#|https?:)([^)]+)\)/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
