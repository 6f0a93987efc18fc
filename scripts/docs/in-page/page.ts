/** The script of every page. Pages are complete without it. */

import { switchColors } from "./colors.ts";
import { markCurrentSection } from "./contents.ts";
import { addCopyButtons } from "./copy-button.ts";
import { addSearch } from "./search/open.ts";
import { keepOneOpen } from "./tabs.ts";

switchColors();
addCopyButtons();
addSearch();
keepOneOpen();
markCurrentSection();
document.querySelector(".sidebar [aria-current]")?.scrollIntoView({ block: "nearest" });
