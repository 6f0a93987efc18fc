import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { decode } from "../src/openapi/path.ts";

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
    const [path = ""] = (request.url ?? "").split(/[?#]/, 1);
    const name = path === "/" ? "index.html" : decode(path.slice(1));
    // What the build wrote, and nothing else in the folder.
    const files = readFileSync(join(folder, ".files"), "utf8").split("\n");
    const isFound = name !== undefined && files.includes(name);
    const file = isFound ? name : "404.html";
    // A program gets the mock's own 404.
    if (!isFound && !request.headers.accept?.includes("text/html")) return false;
    let text = readFileSync(join(folder, file), "utf8");
    if (script) text = text.replace(pageEnd, () => `<script src="${script}"></script>`);
    const headers = {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-length": Buffer.byteLength(text),
      // A rebuilt page is never stale.
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": writePolicy(files, script),
    };
    response.writeHead(isFound ? 200 : 404, headers).end(text);
    return true;
  };
}

/**
 * Writes the policy of a page that shares its address with the mock, whose responses a contract can
 * make scripts: the reference's own files are allowed by name. Any host will do, and scripts within
 * the page, since a browser also applies the policy in the page, which allows one host and the
 * scripts of its own.
 */
function writePolicy(files: string[], script = ""): string {
  const scripts = files.filter((file) => file.endsWith(".js"));
  const paths = [script, ...scripts.map((file) => `/${encodeURIComponent(file)}`)].filter(Boolean);
  return `script-src 'unsafe-inline' blob: ${paths.map((path) => `*:*${path}`).join(" ")}`;
}

const pageEnd = /(?=<\/body>\s*(<\/html>\s*)?$)/;
