import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";

/** Compiles code for Node: a TypeScript loader takes longer than most code. */
export const bundle = (options: BuildOptions) =>
  build({
    bundle: true,
    conditions: ["frozen"],
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    ...options,
  });

/**
 * Compiles files of a folder, which has a package of its own, and returns the function that imports
 * one of them.
 */
export async function compileIn(folder: string, files: readonly string[]) {
  const outdir = join(folder, "bundle");
  await bundle({
    entryPoints: files.map((file) => join(folder, file)),
    outbase: folder,
    outdir,
    splitting: true,
    // Not all have validators, which a test server loads when it's asked for them.
    external: ["#generated/validators.js"],
  });
  return <Module>(file: string): Promise<Module> =>
    import(join(outdir, file.replace(/\.ts$/, ".js")));
}
