/** The script of every page. Pages are complete without it. */

import { markCurrentSection } from "./contents.ts";
import { enableCopyButtons } from "./copy-button.ts";
import { addSearch } from "./search/open.ts";
import { keepOneOpen } from "./tabs.ts";

enableCopyButtons();
addSearch();
keepOneOpen();
markCurrentSection();
document.querySelector(".sidebar [aria-current]")?.scrollIntoView({ block: "nearest" });
