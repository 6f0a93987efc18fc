import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

export interface Asset {
  name: string;
  content: string;
}

/** A file that never changes under its name, so that browsers may keep it. */
export function hashed(file: string, content: string): Asset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  return { name: file.replace(".", `-${hash}.`), content };
}

/** A script or a style, with all that it imports in one file. */
export async function bundled(name: string, entry: string, plugins: Plugin[] = []): Promise<Asset> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
    plugins,
  });
  return hashed(name, outputFiles[0]?.text ?? "");
}
