import type { Page } from "playwright-core";

export const searchBox = (page: Page) => page.getByRole("combobox", { name: "Search the reference" });
export const options = (page: Page) => page.getByRole("option");

/** Opens the search and enters words. */
export async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await searchBox(page).fill(words);
  await options(page).first().waitFor();
}

/** Returns whether the element that the address names is in sight, and marked by its background. */
export const isTargetInSight = (page: Page) =>
  page.evaluate(() => {
    const target = document.querySelector(":target");
    const { top = -1, bottom = 0 } = target?.getBoundingClientRect() ?? {};
    const isMarked = target && getComputedStyle(target).backgroundColor !== "rgba(0, 0, 0, 0)";
    return isMarked && top >= 0 && bottom <= innerHeight;
  });
