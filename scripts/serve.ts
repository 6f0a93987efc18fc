import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, resolve, sep } from "node:path";
import { compress, type Encoding, isText, minBytes } from "./serve/compress.ts";

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

/**
 * Creates a handler that serves the files of the reference, and to a browser its page for an unknown address. The
 * handler returns whether it has responded.
 */
export function createReferenceHandler(folder: string, { inject = "", besideMock }: ReferenceHandlerOptions = {}) {
  const pack = createPacker();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const requestedFile = fileOf(folder, request.url ?? "");
    const file = requestedFile ?? (isLostBrowser(request) ? fileOf(folder, "/404.html") : undefined);
    if (!file) return false;
    let body: Buffer = readFileSync(file);
    const type = types[extname(file)] ?? "application/octet-stream";
    if (inject && type.startsWith("text/html")) body = insertBeforeEnd(body, inject);
    if (besideMock && isText(file)) body = withPort(body, request.socket.localPort);
    // A name with a hash keeps its content. Anything else is revalidated, so that a rebuilt page is never stale.
    const cache = /-[0-9a-f]{10}\.\w+$/.test(file) ? "public, max-age=31536000, immutable" : "no-cache";
    const hash = createHash("sha256").update(body).digest("base64url");
    const encoding = isText(file) && body.length >= minBytes ? encodingOf(request) : undefined;
    const etag = `"${hash}${encoding ? `-${encoding}` : ""}"`;
    const headers = {
      "content-type": type,
      "cache-control": cache,
      etag,
      "x-content-type-options": "nosniff",
      ...(isText(file) && { vary: "Accept-Encoding" }),
      ...(encoding && { "content-encoding": encoding }),
    };
    if (hasTag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, headers).end();
    } else {
      const content = encoding ? pack(file, encoding, etag, body) : body;
      response.writeHead(requestedFile ? 200 : 404, { ...headers, "content-length": content.length });
      response.end(request.method === "HEAD" ? undefined : content);
    }
    return true;
  };
}

/** Returns whether a browser requests a page. The mock responds to programs, and to paths of the API or its control. */
const isLostBrowser = ({ url = "", headers }: IncomingMessage): boolean =>
  (headers.accept ?? "").includes("text/html") && !/^\/(api|__\w+)(\/|$)/.test(url);

const encodings: Encoding[] = ["br", "gzip"];

/** Returns Brotli, or else gzip, if the client accepts it. */
function encodingOf({ headers }: IncomingMessage): Encoding | undefined {
  const accepted = new Map(
    `${headers["accept-encoding"] ?? ""}`.split(",").map((item) => {
      const [name = "", weight = ""] = item.split(";").map((part) => part.trim());
      return [name, weight.replace(/\s/g, "") !== "q=0"] as const;
    }),
  );
  return encodings.find((encoding) => accepted.get(encoding));
}

/** Creates the function that compresses a file: once in each encoding, until its content changes. */
function createPacker() {
  const packedFiles = new Map<string, { etag: string; data: Buffer }>();
  return (file: string, encoding: Encoding, etag: string, body: Buffer): Buffer => {
    const key = `${file} ${encoding}`;
    const last = packedFiles.get(key);
    if (last?.etag === etag) return last.data;
    const data = compress(body, encoding);
    packedFiles.set(key, { etag, data });
    return data;
  };
}

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

const defaultAddress = "127.0.0.1:4010";

const withPort = (body: Buffer, port = 4010) =>
  port === 4010 ? body : Buffer.from(body.toString().replaceAll(defaultAddress, `127.0.0.1:${port}`));

const hasTag = (header: string | undefined, etag: string) =>
  header?.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag) ?? false;
