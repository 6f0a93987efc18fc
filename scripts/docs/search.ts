import { type Asset, bundle } from "./assets.ts";
import type { Group } from "./in-page/search/engine.ts";
import type { Page } from "./model/page.ts";
import { rowsOf } from "./search/rows.ts";

/**
 * Builds the script of the search, with its rows. The page makes the index from them, which takes less time than loading
 * one.
 */
export async function searchScript(pages: Page[]): Promise<Asset> {
  const { content } = await bundle("search.js", "in-page/search/search.ts");
  const rows = pages.flatMap((page) => {
    const [pageRow, ...partRows] = rowsOf(page, groupOf(page));
    // The parts of these pages repeat other pages.
    const repeats = page.entry?.known === "name" || page.file === "what-is-not-known.html";
    return pageRow ? [pageRow, ...(repeats ? [] : partRows)] : [];
  });
  // Its name has no hash: every page names this file, and any change of a text changes it.
  return { name: "search.js", content: `const searchRows=${JSON.stringify(rows)};\n${content}` };
}

const tools = ["client.html", "test-server.html", "mock-server.html"];

function groupOf({ kind, file }: Page): Group {
  if (kind === "operation" || kind === "webhook" || file === "all-operations.html") return "Operations";
  if (file === "for-machines.html") return "Files";
  return tools.includes(file) ? "Client and mock" : "Guides";
}
