import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { root } from "../tools/run.ts";

const sha256 = (content: string) => createHash("sha256").update(content);

/** Returns the hash of a script or style within a page, as a Content Security Policy names it. */
export const policySourceOf = (content: string): string => `'sha256-${sha256(content).digest("base64")}'`;

/** A script or a style of the pages. Browsers may keep the file, since its name has a hash of the content. */
export interface Asset {
  name: string;
  content: string;
}

/** The files that pages load or contain. The search's script also needs its entries. */
const entries = {
  theme: "theme/index.css",
  page: "browser/page.ts",
  playground: "browser/playground/playground.ts",
  search: "browser/search/search.ts",
};

let assets: Promise<Record<keyof typeof entries, Asset>> | undefined;

/** Bundles them once, since `npm start` builds the reference again and again, and doesn't watch them. */
export function bundleAssets(): Promise<Record<keyof typeof entries, Asset>> {
  assets ??= Promise.all(Object.entries(entries).map(bundleAsset)).then(Object.fromEntries);
  return assets;
}

async function bundleAsset([name, entry]: [string, string]): Promise<[string, Asset]> {
  const content = await bundleText(join(import.meta.dirname, entry));
  const hash = sha256(content).digest("hex").slice(0, 10);
  return [name, { name: `${name}-${hash}.js`, content }];
}

/** Bundles the test server for browsers. @param generatedFiles Its files in `generated/`, made for the reference's contract. */
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
  return bundleText(join(root, "src/testing/index.ts"), { globalName: "testServer", plugins: [fromContract] });
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
