import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedReference, serveReference } from "./reference.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

/** A step from page to page. A search opens its best result, or the named one. */
type Step = ["click", string] | ["tab", string] | ["search", string, result?: string];

/** The questions of a newcomer, each with the steps from the first screen and the words of the answer. */
const tasks: [question: string, steps: Step[], answers: RegExp[]][] = [
  ["What is this, and who made it?", [], [/Unofficial/, /Written by the phone-agent-api authors/]],
  ["How do I list tokens with curl?", [["click", "List tokens"]], [/printf %s .*curl .*"\$base\/api\/v2\/tokens"/s]],
  ["What happens without a token?", [["search", "without a token"]], [/mock[^.]*401/i, /service[^.]*unknown/i]],
  [
    "How do I page the junk inbox?",
    [["search", "pagination"]],
    [/returns one page of rooms/, /names.*are not|Inputs without names/],
  ],
  [
    "Which relay types exist?",
    [["search", "relay types", "Names of the supported relay types"]],
    [/Names of the supported relay types/],
  ],
  [
    "What may I rely on in an error?",
    [["search", "error"]],
    [/status codes, error codes and body/, /Every failed call throws a PhoneAgentError/],
  ],
  ["How do I queue an outbound call?", [["search", "queue an outbound call"]], [/phone\.request\(/, /unknown/i]],
  [
    "How do I test without the service?",
    [["search", "test without the service"]],
    [/the mock server and the test server respond from the contract/],
  ],
  ["How do I install the client?", [["click", "Get started"]], [/npm pack/, /npm install/]],
  [
    "How do I retry safely?",
    [["search", "retry"]],
    [/retries an operation if the contract marks it x-repeatable: true/],
  ],
  [
    "How do I call it from Python?",
    [
      ["click", "List tokens"],
      ["tab", "Python"],
    ],
    [/urllib\.request\.Request/],
  ],
  ["What changed?", [["search", "what changed"]], [/Changelog/, /Unreleased|\d+\.\d+\.\d+/]],
  [
    "How do I contribute a fact?",
    [["click", "Contribute a fact"]],
    [/You know something that the contract marks as unknown/],
  ],
  ["Where is the OpenAPI file?", [["search", "download"]], [/openapi\.yaml: the OpenAPI contract/]],
  [
    "How do I use another language?",
    [["search", "another language"]],
    [/Generate a client from openapi\.codegen\.json/],
  ],
  ["How do I report an error?", [["search", "report an error"]], [/Report an error/]],
  [
    "How many requests may I send?",
    [["search", "rate limits"]],
    [/Whether the service limits the rate of requests is unknown/],
  ],
];

test.each(tasks)("%s", async (question, steps, answers) => {
  const { page, troubles } = await reference.open("index.html", { viewport: { width: 1440, height: 900 } });
  for (const step of steps) await take(page, step);
  expect(steps.length).toBeLessThanOrEqual(2);
  for (const answer of answers) await expect.poll(() => textInSight(page)).toMatch(answer);
  const way =
    steps.map(([kind, words, result]) => `${kind} “${words}”${result ? `, result “${result}”` : ""}`).join(", then ") ||
    "on the first screen";
  console.log(`${question} ${way} → ${page.url().replace(reference.address, "")}`);
  expect(troubles).toEqual([]);
  await page.context().close();
});

async function take(page: Page, [kind, words, result = ""]: Step): Promise<void> {
  const startAddress = page.url();
  if (kind === "tab") return page.locator(".tabs summary", { hasText: words }).click();
  if (kind === "click") {
    await page.locator("main").getByRole("link", { name: words }).first().click();
  } else {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search the reference" }).fill(words);
    await page.getByRole("option").first().waitFor();
    if (result) await page.getByRole("option", { name: result }).first().click();
    else await page.keyboard.press("Enter");
  }
  await page.waitForURL((url) => url.href !== startAddress);
}

/** Returns the text of the blocks in the window. */
const textInSight = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, p, li, pre, td)")]
      .filter((block) => {
        const { top, bottom, height } = block.getBoundingClientRect();
        return block.checkVisibility() && height > 0 && bottom > 60 && top < innerHeight;
      })
      .map((block) => block.innerText)
      .join("\n"),
  );
