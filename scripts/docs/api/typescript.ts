import { createRequire } from "node:module";

// An import would take twice the time: Node would first search megabytes of CommonJS for the names of exports.
export const syntax: typeof import("typescript") = createRequire(import.meta.url)("typescript");
