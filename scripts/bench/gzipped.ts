import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Returns the size of a module, bundled and minified for browsers and gzipped, in bytes. */
export async function measureGzipped(source: string, folder: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
