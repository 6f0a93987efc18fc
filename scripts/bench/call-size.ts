import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "../tools/run.ts";

/** A module that makes one call, as an integrator would write it. */
export const oneCall = `import { createPhoneAgentClient } from "${root}src/index.ts";
  createPhoneAgentClient({ baseUrl: "https://example.com", token: "t" }).listTokens().then(console.log);`;

/**
 * How many bytes one call may take. The table has 16 for each of 97 operations of every shape; more
 * are more alike. About 300 pay for the cause of a failure, in which every form of the token is
 * looked for.
 */
export const maxCallBytes = (operations: number): number =>
  7_420 + 16 * Math.min(operations, 100) + 8 * Math.max(operations - 100, 0);

/** The size of a module, bundled and minified for browsers and gzipped, in bytes. */
export async function measureGzipped(source: string, folder: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
