import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { bundleText } from "./bundle.ts";

/** Bundles the test server for browsers. @param generatedFiles Its files in `generated/`, made for the reference's contract. */
export async function buildTestServer(generatedFiles: Record<string, string>): Promise<string> {
  const fromContract: Plugin = {
    name: "generated",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]generated[\\/][\w.]+$/ }, ({ path }) => {
        const contents = generatedFiles[basename(path)];
        return contents === undefined ? undefined : { contents, loader: "ts" };
      });
    },
  };
  return bundleText("browser/playground/server.ts", [fromContract]);
}
