import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../scripts/tools/run.ts";

/**
 * Compiles a command once, since a TypeScript loader in each process would take longer than the
 * command.
 * @param unused Imports that the tested part of the command doesn't need.
 */
export const bundleCommand = (outfile: string, entryPoint = "src/cli.ts", unused: string[] = []) =>
  build({
    entryPoints: [join(root, entryPoint)],
    outfile,
    bundle: true,
    external: unused,
    conditions: ["frozen"],
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
  });
