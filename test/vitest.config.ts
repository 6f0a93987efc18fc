import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { mechanismFolders, projectOfMechanisms } from "../scripts/test/mechanisms.ts";
import { root } from "../scripts/tools/run.ts";

const full = process.env["FULL"] === "1";

/** Options of V8 in Node 20 alone: most code runs briefly, and would be optimized for longer than it then runs. */
const lateOptimization = process.versions.node.startsWith("20.") ? ["--interrupt-budget=540000"] : [];

const optionsOf = (project: string) => ({
  root: project,
  alias: [
    { find: /^phone-agent-api$/, replacement: join(project, "src/index.ts") },
    { find: /^phone-agent-api\/(testing|mock)$/, replacement: join(project, "src/$1/index.ts") },
    { find: /^phone-agent-api\/(http|validate)$/, replacement: join(project, "src/$1.ts") },
  ],
  testTimeout: full ? 300_000 : 60_000,
  hookTimeout: 120_000,
  // Most of what tests create is soon garbage: with more room for it, it is collected less often.
  execArgv: ["--max-semi-space-size=64", ...lateOptimization],
});

const files = full ? "*.full.ts" : "*.test.ts";
const mechanismFiles = mechanismFolders.map((folder) => `${folder}/**/${files}`);
const mechanisms = projectOfMechanisms();
/** The projects of the quick or of the long tests: those of mechanisms may need another contract. */
const parts =
  mechanisms === root
    ? [{ name: full ? "full" : "shared", project: root, include: [`test/**/${files}`], exclude: [] }]
    : [
        { name: "facts", project: root, include: [`test/**/${files}`], exclude: mechanismFiles },
        {
          name: "mechanisms",
          project: mechanisms,
          include: mechanismFiles,
          exclude: [],
          globalSetup: join(root, "test/mechanisms.ts"),
        },
      ];

/** The file that runs the whole of `npm test` on a copy of the project. */
const wholeFile = "test/contributing/facts.full.ts";

/** The configuration: `npm test` runs `*.test.ts`, and `npm run test:full` runs `*.full.ts`. */
export default defineConfig({
  test: {
    globalSetup: join(root, "test/temporary.ts"),
    maxWorkers: 3,
    projects: [
      ...parts.map(({ project, exclude, ...part }) => ({
        test: {
          ...optionsOf(project),
          ...part,
          exclude: ["**/node_modules/**", wholeFile, ...exclude],
          // The quick tests leave no state, and share imported modules: compilers, the contract, Redocly.
          isolate: full,
        },
      })),
      // `npm test` takes every core: after the others.
      ...(full
        ? [
            {
              test: {
                ...optionsOf(root),
                name: "whole",
                include: [wholeFile],
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : []),
    ],
  },
});
