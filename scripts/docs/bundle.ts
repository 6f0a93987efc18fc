import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const sha256 = (content: string) => createHash("sha256").update(content);

/** Returns the hash of a script or style within a page, as a Content Security Policy names it. */
export const policySourceOf = (content: string): string => `'sha256-${sha256(content).digest("base64")}'`;

/**
 * Bundles and minifies a script or a style and its imports, as one file. Browsers may keep the file, since its name has
 * a hash of the content. Cached, since pages of an earlier build name the file.
 */
export function bundle(file: string, entry: string): Promise<{ name: string; content: string }> {
  const nameOf = (content: string) => file.replace(".", `-${sha256(content).digest("hex").slice(0, 10)}.`);
  const asset = assets.get(file) ?? bundleText(entry).then((content) => ({ name: nameOf(content), content }));
  assets.set(file, asset);
  return asset;
}

const assets = new Map<string, ReturnType<typeof bundle>>();

/** Bundles and minifies a script or a style and its imports. */
export async function bundleText(entry: string, plugins: Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
    plugins,
  });
  return outputFiles[0]?.text ?? "";
}
