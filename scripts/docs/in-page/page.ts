/** The script of every page. Without it, pages are complete; it adds comfort. */

import { switchColours } from "./colours.ts";
import { addCopyButtons } from "./copy-button.ts";
import { drawCoverage } from "./coverage.ts";
import { rememberLanguage } from "./samples.ts";
import { addSearch } from "./search/open.ts";
import { completeSidebar } from "./sidebar.ts";

switchColours();
addCopyButtons();
completeSidebar();
drawCoverage();
addSearch();
rememberLanguage();
