import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { consumerFile } from "../../scripts/tools/consumers.ts";

interface Axe {
  run(selector: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Returns what axe finds in a part of a page: violations of WCAG 2.2, level AA, and of best practices. */
export async function findViolations(page: Page, selector: string): Promise<string[]> {
  await page.evaluate(readFileSync(consumerFile("axe-core"), "utf8"));
  return page.evaluate(async (part) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(part, { runOnly: rules });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }, selector);
}
