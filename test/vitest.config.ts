import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { root } from "../scripts/tools/run.ts";

const full = process.env["FULL"] === "1";

/** The configuration: `npm test` runs `*.test.ts`, and `npm run test:full` runs `*.full.ts`. */
export default defineConfig({
  test: {
    root,
    include: [full ? "test/**/*.full.ts" : "test/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    alias: [
      { find: /^phone-agent-api$/, replacement: join(root, "src/index.ts") },
      { find: /^phone-agent-api\/(testing|mock)$/, replacement: join(root, "src/$1/index.ts") },
      { find: /^phone-agent-api\/(http|validate)$/, replacement: join(root, "src/$1.ts") },
    ],
    globalSetup: join(root, "test/temporary.ts"),
    testTimeout: full ? 300_000 : 60_000,
    hookTimeout: 120_000,
    // With isolation, the same tests take twice as long: each file would load compilers, the
    // contract and Redocly again.
    isolate: full,
    // Threads get modules and send results without another process's pipe: a tenth less than
    // `forks`.
    pool: full ? "forks" : "threads",
    // Long tests mostly wait for a browser or another process. By default, a core is kept free.
    ...(full && { maxWorkers: "100%" }),
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
