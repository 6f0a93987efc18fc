import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, resolve, sep } from "node:path";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

export interface ReferenceHandlerOptions {
  /** HTML to insert at the end of every page, such as a script that reloads it. Default: none. */
  inject?: string;
  /** Whether the mock shares the port that serves the page; samples then use that port. Default: false. */
  besideMock?: boolean;
}

/** Serves the files of the reference. Returns false for any other request: no such file, or not a GET or HEAD. */
export function referenceHandler(folder: string, { inject = "", besideMock }: ReferenceHandlerOptions = {}) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const file = fileOf(folder, request.url ?? "");
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
    let body: Buffer = readFileSync(file);
    const type = types[extname(file)] ?? "application/octet-stream";
    if (inject && type.startsWith("text/html")) body = beforeEnd(body, inject);
    if (besideMock && type.startsWith("text/")) body = withPort(body, request.socket.localPort);
    // A name with a hash keeps its content. Anything else is revalidated, so that a rebuilt page is never stale.
    const cache = /-[0-9a-f]{10}\.\w+$/.test(file) ? "public, max-age=31536000, immutable" : "no-cache";
    const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const headers = { "content-type": type, "cache-control": cache, etag, "x-content-type-options": "nosniff" };
    if (matches(request.headers["if-none-match"], etag)) {
      response.writeHead(304, headers).end();
    } else {
      response.writeHead(200, { ...headers, "content-length": body.length });
      response.end(request.method === "HEAD" ? undefined : body);
    }
    return true;
  };
}

/** The file that an address names, if it lies in the folder and exists. */
function fileOf(folder: string, url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "");
    const file = resolve(folder, `.${path.endsWith("/") ? `${path}index.html` : path}`);
    return file.startsWith(resolve(folder) + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    // Malformed percent-encoding, a NUL in the path, or no such file.
    return undefined;
  }
}

function beforeEnd(page: Buffer, html: string) {
  const end = page.lastIndexOf("</body>");
  return end < 0 ? page : Buffer.concat([page.subarray(0, end), Buffer.from(html), page.subarray(end)]);
}

const named = "127.0.0.1:4010";

const withPort = (body: Buffer, port = 4010) =>
  port === 4010 ? body : Buffer.from(body.toString().replaceAll(named, `127.0.0.1:${port}`));

const matches = (header: string | undefined, etag: string) =>
  header?.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag) ?? false;
