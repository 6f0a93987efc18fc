import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { root } from "../tools/run.ts";

/** Returns the hash of a style or a script within a page, as a Content Security Policy names it. */
export const policySourceOf = (content: string): string =>
  `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/** The style and the scripts of the pages. The search's script also needs its entries. */
const entries = [
  "theme.css",
  "browser/page.ts",
  "browser/playground/playground.ts",
  "browser/search/search.ts",
];

let assets: Promise<string[]> | undefined;

/**
 * Bundles them once, since `npm start` builds the reference again and again, and doesn't watch
 * them.
 */
export function bundleAssets(): Promise<string[]> {
  assets ??= Promise.all(entries.map((entry) => bundleText(join(import.meta.dirname, entry))));
  return assets;
}

/**
 * Bundles the test server for browsers. @param generatedFiles Its files in `generated/`, made for
 * the reference's contract.
 */
export function bundleTestServer(generatedFiles: Record<string, string>): Promise<string> {
  const fromContract: Plugin = {
    name: "generated",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]generated[\\/][\w.]+$/ }, ({ path }) => {
        const contents = generatedFiles[basename(path)];
        return contents === undefined ? undefined : { contents, loader: "ts" };
      });
    },
  };
  return bundleText(join(root, "src/testing/index.ts"), {
    globalName: "testServer",
    plugins: [fromContract],
  });
}

async function bundleText(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles = [] } = await build({
    // Its errors quote the contract, and are thrown, too.
    logLevel: "silent",
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
    ...options,
  });
  return outputFiles[0]?.text ?? "";
}
