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
    };
    response.writeHead(isFound ? 200 : 404, headers).end(text);
    return true;
  };
}

const pageEnd = /(?=<\/body>\s*(<\/html>\s*)?$)/;
