import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";

/** The types of the files, all of which are text. */
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/**
 * Creates a handler that serves the files of the reference, and returns whether it has responded.
 * @param script The address of a script for the end of every page.
 */
export function createReferenceHandler(folder: string, script?: string) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = fileOf(folder, request.url ?? "");
    if (!file) return false;
    let text = readFileSync(file, "utf8");
    if (script) {
      text = text.replace(pageEnd, () => `<script src="${script}"></script>`);
    }
    const headers = {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-length": Buffer.byteLength(text),
      // A rebuilt page is never stale.
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": writePolicy(folder, script),
    };
    response.writeHead(200, headers).end(text);
    return true;
  };
}

/**
 * Writes the policy of a page that shares its address with the mock, whose responses a contract can make scripts: the
 * reference's own files are allowed by name. Any host will do, and scripts within the page, since a browser also applies
 * the policy in the page, which allows one host and the scripts of its own.
 */
function writePolicy(folder: string, script = ""): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const paths = [script, ...files.map((name) => `/${encodeURIComponent(name)}`)].filter(Boolean);
  return `script-src 'unsafe-inline' blob: ${paths.map((path) => `*:*${path}`).join(" ")}`;
}

const pageEnd = /(?=<\/body>\s*(<\/html>\s*)?$)/;

/** Returns the file that an address names, if it exists and lies in the folder, symbolic links followed. */
function fileOf(folder: string, url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "");
    const file = realpathSync(join(folder, path.endsWith("/") ? `${path}index.html` : path));
    return file.startsWith(realpathSync(folder) + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    // Malformed percent-encoding, a NUL in the path, or no such file.
    return undefined;
  }
}
