import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../scripts/tools/run.ts";

/** Compiles a command once, since a TypeScript loader in each process would take longer than the command. */
export const bundleCommand = (outfile: string, entryPoint = "src/cli.ts") =>
  build({
    entryPoints: [join(root, entryPoint)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
  });
