import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";

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

export interface ReferenceHandlerOptions {
  /** HTML to insert at the end of every page, such as a script that reloads it. Default: none. */
  inject?: string;
  /** Whether the mock shares the port that serves the page; samples then use that port. Default: false. */
  besideMock?: boolean;
}

/**
 * Creates a handler that serves the files of the reference, and to a browser its page for an unknown address. The
 * handler returns whether it has responded.
 */
export function createReferenceHandler(folder: string, { inject = "", besideMock }: ReferenceHandlerOptions = {}) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const requestedFile = fileOf(folder, request.url ?? "");
    const file = requestedFile ?? (isLostBrowser(request) ? fileOf(folder, "/404.html") : undefined);
    if (!file) return false;
    let body: Buffer = readFileSync(file);
    const type = types[extname(file)];
    if (inject && type?.startsWith("text/html")) body = insertBeforeEnd(body, inject);
    if (besideMock && type) body = Buffer.from(withPort(`${body}`, request.socket.localPort));
    // A name with a hash keeps its content. Anything else is revalidated, so that a rebuilt page is never stale.
    const cache = /-[0-9a-f]{10}\.\w+$/.test(file) ? "public, max-age=31536000, immutable" : "no-cache";
    const hash = createHash("sha256").update(body).digest("base64url");
    const isPacked = type !== undefined && body.length >= minPackedBytes && acceptsGzip(request);
    const etag = `"${hash}${isPacked ? "-gzip" : ""}"`;
    const headers = {
      "content-type": type ?? "application/octet-stream",
      "cache-control": cache,
      etag,
      "x-content-type-options": "nosniff",
      ...(type && { vary: "Accept-Encoding" }),
      ...(isPacked && { "content-encoding": "gzip" }),
    };
    if (hasTag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, headers).end();
    } else {
      const content = isPacked ? gzipSync(body) : body;
      response.writeHead(requestedFile ? 200 : 404, { ...headers, "content-length": content.length });
      response.end(request.method === "HEAD" ? undefined : content);
    }
    return true;
  };
}

/** Returns whether a browser requests a page. The mock responds to programs, and to paths of the API or its control. */
const isLostBrowser = ({ url = "", headers }: IncomingMessage): boolean =>
  (headers.accept ?? "").includes("text/html") && !/^\/(api|__\w+)(\/|$)/.test(url);

/** Below this many bytes compression saves no packet. */
const minPackedBytes = 1_000;

const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  /\bgzip\b(?! *; *q=0(\.0*)? *(,|$))/.test(String(headers["accept-encoding"] ?? ""));

/** Returns the file that an address names, if it lies in the folder and exists. */
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

function insertBeforeEnd(page: Buffer, html: string) {
  const end = page.lastIndexOf("</body>");
  return end < 0 ? page : Buffer.concat([page.subarray(0, end), Buffer.from(html), page.subarray(end)]);
}

/** Replaces the mock's default port in a file of the reference. */
export const withPort = (text: string, port = 4010): string => text.replaceAll("127.0.0.1:4010", `127.0.0.1:${port}`);

const hasTag = (header: string | undefined, etag: string) =>
  header?.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag) ?? false;
