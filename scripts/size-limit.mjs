import { readFileSync } from "node:fs";
import { parse } from "yaml";

const contract = parse(readFileSync(new URL("../openapi/openapi.yaml", import.meta.url), "utf8"));
const documented = contract["x-operation-index"].filter(({ operationId }) => operationId).length;
/** The bytes of the table of operations: 16 for each of 97 operations of every shape, and less, the more alike there are. */
const rows = 16 * Math.min(documented, 100) + 8 * Math.max(documented - 100, 0);

export default [
  {
    name: "one call",
    path: "../src/index.ts",
    import: "{ createPhoneAgentClient }",
    gzip: true,
    limit: `${6_920 + rows} B`,
  },
];
