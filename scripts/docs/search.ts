import { type Asset, bundled, hashed } from "./assets.ts";
import { rowsOf, type SearchedPage } from "./search/rows.ts";

/**
 * The script of the search: what can be found, and how. The index is made in the page, since it takes less time to make
 * than to load.
 */
export async function searchScript(pages: SearchedPage[]): Promise<Asset> {
  const { content } = await bundled("search.js", "in-page/search/search.ts");
  return hashed("search.js", `const searchRows=${JSON.stringify(pages.flatMap(rowsOf))};\n${content}`);
}
