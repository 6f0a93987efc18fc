import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { readContract, unknowns } from "../../scripts/contract.ts";
import { createGuidePages } from "../../scripts/docs/model/guides.ts";
import { root } from "../../scripts/tools/run.ts";

const ids = unknowns(readContract()).map(({ id }) => id);

/** Returns the ids that a text names after `unknown:`. An id contains a hyphen, which distinguishes it from other words. */
const namedIdsOf = (text: string) =>
  [...text.matchAll(/\bunknown: ((?:[a-z0-9]+(?:-[a-z0-9]+)+(?:, )?)+)/g)].flatMap(([, list = ""]) =>
    list.split(/, ?/),
  );

const listFiles = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const folders = ["scripts/docs/guides", "test/samples", "src"].flatMap(listFiles);
const texts = ["README.md", "CHANGELOG.md", "openapi/contract.arazzo.yaml", ...folders].map((file) => {
  const path = resolve(root, file);
  return [relative(root, path), readFileSync(path, "utf8")] as const;
});

test.each(texts.filter(([, text]) => namedIdsOf(text).length > 0))(
  "%s names only unknowns that the contract has",
  (_, text) => {
    expect(namedIdsOf(text).filter((id) => !ids.includes(id))).toEqual([]);
  },
);

test("guides and README name the id in every part that calls something unknown", () => {
  const sentences = texts
    .filter(([file]) => file.endsWith(".md"))
    .flatMap(([file, text]) => text.split(/\n(?=[-|\n])/).map((part) => `${file}: ${part.trim()}`))
    .filter((part) => /\b(?:is|are) (?:unknown|undocumented)\b/.test(part));
  expect(sentences.filter((part) => namedIdsOf(part).length === 0)).toEqual([]);
});

test("the ids in comments don't reach the readers of a guide", () => {
  expect(createGuidePages().filter((page) => JSON.stringify(page).includes("<!--"))).toEqual([]);
});
