import { createRequire } from "node:module";

// As an import it loads in twice the time: Node would read its megabytes for the names of the exports first.
export const syntax: typeof import("typescript") = createRequire(import.meta.url)("typescript");
