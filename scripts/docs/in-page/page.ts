/** The script of every page. Without it, pages are complete; it adds comfort. */

import { switchColors } from "./colors.ts";
import { markCurrentSection } from "./contents.ts";
import { addCopyButtons } from "./copy-button.ts";
import { addSearch } from "./search/open.ts";
import { completeSidebar } from "./sidebar.ts";
import { keepOneOpen } from "./tabs.ts";

switchColors();
addCopyButtons();
completeSidebar();
addSearch();
keepOneOpen();
markCurrentSection();
