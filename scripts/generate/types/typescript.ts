import { createRequire } from "node:module";

// As imports they load in twice the time: Node would read their megabytes for the names of the exports first.
const require = createRequire(import.meta.url);
export const {
  default: openapiTS,
  astToString,
  stringToAST,
}: typeof import("openapi-typescript") = require("openapi-typescript");
export const ts: typeof import("typescript") = require("typescript");
