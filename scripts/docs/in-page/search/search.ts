/** The search, which loads when the reader opens it. The file begins with its rows. */
import { createDialog } from "./dialog.ts";
import { createSearch, type Row } from "./engine.ts";

declare const searchRows: Row[];

const root = (document.currentScript as HTMLScriptElement).src;
const searching = createSearch(searchRows);

const open = createDialog(
  async (query) => (await searching)(query),
  (address) => new URL(address, root).href,
);
addEventListener("open-search", open);
