import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const full = process.env["FULL"] === "1";

const options = {
  root: at("."),
  alias: [
    { find: /^phone-agent-api$/, replacement: at("src/index.ts") },
    { find: /^phone-agent-api\/(testing|mock)$/, replacement: at("src/$1/index.ts") },
    { find: /^phone-agent-api\/(http|validate)$/, replacement: at("src/$1.ts") },
  ],
  testTimeout: full ? 300_000 : 60_000,
  hookTimeout: 120_000,
};

/** Files whose helper ends its processes after the first file that imports it: each has modules of its own. */
const isolated = ["test/mcp/*.test.ts"];

/** `*.test.ts` runs in `npm test`; `*.full.ts` is what `npm run test:full` adds. */
export default defineConfig({
  test: {
    globalSetup: at("test/temporary.ts"),
    maxWorkers: 3,
    projects: full
      ? [{ test: { ...options, name: "full", include: ["test/**/*.full.ts"] } }]
      : [
          // These tests leave nothing behind, and share what they import: compilers, the contract, Redocly.
          {
            test: {
              ...options,
              name: "shared",
              include: ["test/**/*.test.ts"],
              exclude: [...isolated, "**/node_modules/**"],
              isolate: false,
            },
          },
          { test: { ...options, name: "isolated", include: isolated } },
        ],
  },
});
