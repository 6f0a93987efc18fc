import { type Asset, bundled } from "./assets.ts";
import type { Group } from "./in-page/search/engine.ts";
import type { Page } from "./model/page.ts";
import { rowsOf } from "./search/rows.ts";

/**
 * The script of the search: what can be found, and how. The index is made in the page, since making it takes less time
 * than loading it.
 */
export async function searchScript(pages: Page[]): Promise<Asset> {
  const { content } = await bundled("search.js", "in-page/search/search.ts");
  const rows = pages.flatMap((page) => {
    const [whole, ...parts] = rowsOf(page, groupOf(page));
    // These pages only repeat what others have.
    const repeats = page.entry?.known === "name" || page.file === "what-is-not-known.html";
    return whole ? [whole, ...(repeats ? [] : parts)] : [];
  });
  // Without a hash in its name: every page names it, and any change of a text changes it.
  return { name: "search.js", content: `const searchRows=${JSON.stringify(rows)};\n${content}` };
}

const tools = ["client.html", "test-server.html", "mock-server.html"];

function groupOf({ kind, file }: Page): Group {
  if (kind === "operation" || kind === "webhook" || file === "all-operations.html") return "Operations";
  if (file === "for-machines.html") return "Files";
  return tools.includes(file) ? "Client and mock" : "Guides";
}
