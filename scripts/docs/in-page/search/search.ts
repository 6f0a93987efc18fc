/** The search, which loads when the reader opens it. The file begins with its rows. */
import { createDialog } from "./dialog.ts";
import { createSearch, type Row } from "./engine.ts";

declare const searchRows: Row[];

/** The pages that answer most questions, for a query that finds nothing. */
const suggestedPages = [
  "all-operations.html",
  "what-is-not-known.html",
  "guides/get-started.html",
  "for-machines.html",
];
const suggestions = suggestedPages.flatMap((page) =>
  searchRows.filter(({ address }) => address === page).map((row) => ({ ...row, terms: [] })),
);

addEventListener("open-search", createDialog(createSearch(searchRows), suggestions));
