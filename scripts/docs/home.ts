import type { Contract } from "../contract.ts";
import type { Page } from "./site.ts";

/** The first screen. */
export function homeHtml(_contract: Contract, _pages: Page[], text: string): string {
  return `<article class="text home">${text}</article>`;
}
