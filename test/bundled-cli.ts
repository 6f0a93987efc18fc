import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../scripts/tools/run.ts";

/** Compiles the command once, since a TypeScript loader in each process would take longer than the command. */
export const bundleCli = (outfile: string) =>
  build({
    entryPoints: [join(root, "src/cli.ts")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
