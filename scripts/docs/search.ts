import { type Asset, bundled } from "./assets.ts";
import type { Group } from "./in-page/search/engine.ts";
import { rowsOf } from "./search/rows.ts";
import type { Page } from "./site.ts";

/**
 * The script of the search: what can be found, and how. The index is made in the page, since it takes less time to make
 * than to load.
 */
export async function searchScript(contents: { page: Page; text: string }[]): Promise<Asset> {
  const { content } = await bundled("search.js", "in-page/search/search.ts");
  const rows = contents.flatMap(({ page, text }) => {
    const [whole, ...parts] = rowsOf({ file: page.file, title: page.title, group: groupOf(page), html: text });
    // These pages only repeat what others say.
    const repeats = page.entry?.known === "name" || page.address === "#/what-is-not-known";
    return whole ? [whole, ...(repeats ? [] : parts)] : [];
  });
  // Without a hash in its name: every page names it, and any change of a text changes it.
  return { name: "search.js", content: `const searchRows=${JSON.stringify(rows)};\n${content}` };
}

const tools = ["#/client", "#/test-server", "#/mock-server"];

function groupOf({ kind, address }: Page): Group {
  if (kind === "operation" || kind === "webhook" || address === "#/all-operations") return "Operations";
  return tools.includes(address) ? "Client and mock" : "Guides";
}
