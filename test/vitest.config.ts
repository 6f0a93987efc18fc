import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const full = process.env["FULL"] === "1";

/** Options of V8 in Node 20 alone: most code runs briefly, and would be optimized for longer than it then runs. */
const lateOptimization = process.versions.node.startsWith("20.") ? ["--interrupt-budget=540000"] : [];

const options = {
  root: pathOf("."),
  alias: [
    { find: /^phone-agent-api$/, replacement: pathOf("src/index.ts") },
    { find: /^phone-agent-api\/(testing|mock)$/, replacement: pathOf("src/$1/index.ts") },
    { find: /^phone-agent-api\/(http|validate)$/, replacement: pathOf("src/$1.ts") },
  ],
  testTimeout: full ? 300_000 : 60_000,
  hookTimeout: 120_000,
  // Most of what tests create is soon garbage: with more room for it, it is collected less often.
  execArgv: ["--max-semi-space-size=64", ...lateOptimization],
};

/** The file that runs the whole of `npm test` on copies of the project. */
const copies = ["test/contributing/facts.full.ts"];

/** The configuration: `npm test` runs `*.test.ts`, and `npm run test:full` runs `*.full.ts`. */
export default defineConfig({
  test: {
    globalSetup: pathOf("test/temporary.ts"),
    maxWorkers: 3,
    projects: full
      ? [
          { test: { ...options, name: "full", include: ["test/**/*.full.ts"], exclude: copies } },
          // `npm test` takes every core: after the others.
          { test: { ...options, name: "copies", include: copies, maxConcurrency: 2, sequence: { groupOrder: 1 } } },
        ]
      : [
          // These tests leave no state, and share imported modules: compilers, the contract, Redocly.
          {
            test: {
              ...options,
              name: "shared",
              include: ["test/**/*.test.ts"],
              exclude: ["**/node_modules/**"],
              isolate: false,
            },
          },
        ],
  },
});
