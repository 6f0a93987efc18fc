import { readFileSync } from "node:fs";
import { parse } from "yaml";

const contract = parse(readFileSync(new URL("../openapi/openapi.yaml", import.meta.url), "utf8"));
const documented = contract["x-operation-index"].filter(({ operationId }) => operationId).length;
/** What a row of the table of operations takes: less, the more alike them there are. */
const rows = 15 * Math.min(documented, 100) + 8 * Math.max(documented - 100, 0);

export default [
  {
    name: "one call",
    path: "../src/index.ts",
    import: "{ createPhoneAgentClient }",
    gzip: true,
    limit: `${7_725 + rows} B`,
  },
];
