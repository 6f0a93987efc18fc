/** The script of every page. Pages are complete without it. */

import { markCurrentSection } from "./contents.ts";
import { addCopyButtons } from "./copy-button.ts";
import { addSearch } from "./search/open.ts";
import { keepOneOpen } from "./tabs.ts";

addCopyButtons();
addSearch();
keepOneOpen();
markCurrentSection();
document.querySelector(".sidebar [aria-current]")?.scrollIntoView({ block: "nearest" });
