import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { createGuidePages } from "../../scripts/docs/model/guides.ts";
import { root } from "../../scripts/tools/run.ts";
import { credentialsOf } from "../../src/openapi/security.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";

const ids = unknowns(readContract()).map(({ id }) => id);

/**
 * Returns the ids that a text names after `unknown:`. An id contains a hyphen, which distinguishes
 * it from other words.
 */
const namedIdsOf = (text: string) =>
  [...text.matchAll(/\bunknown: ((?:[a-z0-9]+(?:-[a-z0-9]+)+(?:, )?)+)/g)].flatMap(
    ([, list = ""]) => list.split(/, ?/),
  );

const listFiles = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const folders = ["scripts/docs/guides", "test/samples", "test/consumers/recipes", "src"].flatMap(
  listFiles,
);
const texts = [
  "README.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "openapi/contract.arazzo.yaml",
  ...folders,
].map((file) => {
  const path = resolve(root, file);
  return [relative(root, path), readFileSync(path, "utf8")] as const;
});

test.each(texts.filter(([, text]) => namedIdsOf(text).length > 0))(
  "%s names only unknowns that the contract has",
  (_, text) => {
    expect(namedIdsOf(text).filter((id) => !ids.includes(id))).toEqual([]);
  },
);

/**
 * The parts of Markdown, which name the unknowns and the place of a credential that they depend on.
 */
const parts = texts
  .filter(([file]) => file.endsWith(".md") && file !== "CHANGELOG.md")
  .flatMap(([file, text]) => text.split(/\n(?=[-|\n])/).map((part) => `${file}: ${part.trim()}`));

test("guides and README name the id in every part that calls something unknown", () => {
  const sentences = parts.filter((part) => /\b(?:is|are) (?:unknown|undocumented)\b/.test(part));
  expect(sentences.filter((part) => namedIdsOf(part).length === 0)).toEqual([]);
});

const placesOf = (part: string) =>
  [...part.matchAll(/<!-- credential: (\w+) -->/g)].map(([, place]) => place);

test("parts that depend on a credential's place name one that the contract has", () => {
  const places = credentialsOf(readContract()).map((credential) => credential.in as string);
  expect(
    parts.filter((part) => placesOf(part).some((place) => !places.includes(`${place}`))),
  ).toEqual([]);
});

const isOnQuery = (part: string) =>
  /\btokens?\b[^.|]*\b(?:in|to|with) the (?:URL|query)\b|\btoken[^.|]*full URL|parameter `token`/s.test(
    part,
  );

test("parts on a token in the URL or the query name its place", () => {
  expect(parts.filter((part) => isOnQuery(part) && placesOf(part).length === 0)).toEqual([]);
});

test("README, samples and workflows send the token in the query only if the contract takes it there", () => {
  const takesQuery = credentialsOf(readContract()).some((credential) => credential.in === "query");
  const sender =
    /[?&]token=|\btoken@-|\({"token"|searchParams\.\w+\("token"|\bapiToken\b|name: token\n +in: query/;
  const senders = texts.flatMap(([file, text]) =>
    file !== "CHANGELOG.md" && sender.test(text) ? file : [],
  );
  // A new scheme changes nothing in `src/`.
  expect(takesQuery ? senders.filter((file) => file.startsWith("src/")) : senders).toEqual([]);
});

test("the ids in comments don't reach the readers of a guide", () => {
  expect(
    createGuidePages(readContract()).filter((page) => JSON.stringify(page).includes("<!--")),
  ).toEqual([]);
});
