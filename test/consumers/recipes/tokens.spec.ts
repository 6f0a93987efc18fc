import { expect, test } from "@playwright/test";

test("the page counts the tokens", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("2 tokens")).toBeVisible();
});
