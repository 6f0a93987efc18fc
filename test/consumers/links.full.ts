import { LinkChecker } from "linkinator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { type ServedReference, serveReference } from "../browser/reference.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

test("every file that a page of the reference links to is there", async () => {
  const { links } = await new LinkChecker().check({
    path: `${reference.address}/`,
    recurse: true,
    // Redoc resolves its links in the browser.
    linksToSkip: ["redoc\\.html"],
  });
  const internal = links.filter(({ url }) => url.startsWith(reference.address));
  expect(internal.length).toBeGreaterThan(createPages(readContract()).length);
  expect(internal.filter(({ state }) => state === "BROKEN").map(({ url }) => url)).toEqual([]);
});
