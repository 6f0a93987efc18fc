import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

export interface Asset {
  name: string;
  content: string;
}

const sha256 = (content: string) => createHash("sha256").update(content);

/** A file that never changes under its name, so that browsers may keep it. */
function hashed(file: string, content: string): Asset {
  return { name: file.replace(".", `-${sha256(content).digest("hex").slice(0, 10)}.`), content };
}

/** The source of a script within a page, as a Content Security Policy names it. */
export const policySource = (script: string): string => `'sha256-${sha256(script).digest("base64")}'`;

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
