import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

export interface Asset {
  name: string;
  content: string;
}

const sha256 = (content: string) => createHash("sha256").update(content);

/** Adds a hash of the content to a file's name, so that browsers may keep the file. */
function addHash(file: string, content: string): Asset {
  return { name: file.replace(".", `-${sha256(content).digest("hex").slice(0, 10)}.`), content };
}

/** Returns the source of a script within a page, as a Content Security Policy names it. */
export const policySource = (script: string): string => `'sha256-${sha256(script).digest("base64")}'`;

/** Bundles a script or a style and its imports into one file. */
export async function bundle(name: string, entry: string, plugins: Plugin[] = []): Promise<Asset> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
    plugins,
  });
  return addHash(name, outputFiles[0]?.text ?? "");
}
