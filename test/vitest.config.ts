import { join } from "node:path";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { root } from "../scripts/tools/run.ts";

const full = process.env["FULL"] === "1";
const suffix = full ? "full.ts" : "test.ts";

/** The tests of facts, and of texts and packages that contain some: they read the contract. */
const facts = ["{contract,package,release}/**/*", "contributing/arrivals", "readme"].map(
  (name) => `test/${name}.${suffix}`,
);

const shared = {
  root,
  alias: [
    { find: /^phone-agent-api$/, replacement: join(root, "src/index.ts") },
    { find: /^phone-agent-api\/(testing|mock)$/, replacement: join(root, "src/$1/index.ts") },
    { find: /^phone-agent-api\/(http|validate)$/, replacement: join(root, "src/$1.ts") },
  ],
  testTimeout: full ? 300_000 : 60_000,
  hookTimeout: 120_000,
  // With isolation, the same tests take twice as long: each file would load compilers, the
  // contract and Redocly again.
  isolate: full,
  // Threads get modules and send results without another process's pipe: a tenth less than
  // `forks`.
  pool: full ? "forks" : "threads",
  // What tests compile is JavaScript.
  server: { deps: { external: [/\/bundle\//] as RegExp[] } },
  // Compiled modules stay in node_modules: a second run compiles only what has changed.
  experimental: { fsModuleCache: true },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} as const;

/** The configuration: `npm test` runs `*.test.ts`, and `npm run test:full` runs `*.full.ts`. */
export default defineConfig({
  test: {
    globalSetup: join(root, "test/temporary.ts"),
    // By default, a core is kept free: the lint takes it for ten seconds of a hundred, and long
    // tests mostly wait for a browser or another process.
    maxWorkers: "100%",
    projects: [
      {
        // The lint has the other core. Each worker would load the same modules.
        test: { ...shared, name: "facts", include: facts, ...(!full && { maxWorkers: 1 }) },
      },
      {
        // Tests of mechanisms, and the processes that they start, read the frozen contract.
        ssr: { resolve: { conditions: ["frozen", ...defaultServerConditions] } },
        test: {
          ...shared,
          name: "mechanisms",
          include: [`test/**/*.${suffix}`],
          exclude: ["**/node_modules/**", ...facts],
          sequence: { groupOrder: full ? 0 : 1 },
          env: { NODE_OPTIONS: "--conditions=frozen" },
        },
      },
    ],
  },
});
