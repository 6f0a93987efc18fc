import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const full = process.env["FULL"] === "1";

/** `*.test.ts` runs in `npm test`; `*.full.ts` is what `npm run test:full` adds. */
export default defineConfig({
  test: {
    root: at("."),
    alias: [
      { find: /^phone-agent-api$/, replacement: at("src/index.ts") },
      { find: /^phone-agent-api\/(testing|mock)$/, replacement: at("src/$1/index.ts") },
      { find: /^phone-agent-api\/(http|validate)$/, replacement: at("src/$1.ts") },
    ],
    include: full ? ["test/**/*.full.ts"] : ["test/**/*.test.ts"],
    globalSetup: at("test/temporary.ts"),
    // The quick tests leave nothing behind, and share what they import: compilers, the contract, Redocly.
    isolate: full,
    maxWorkers: 3,
    testTimeout: full ? 300_000 : 60_000,
    hookTimeout: 120_000,
  },
});
