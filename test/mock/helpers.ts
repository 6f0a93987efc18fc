import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { type MockOptions, startMock } from "../../src/mock/index.ts";

/**
 * Sends bytes, and returns the response when the connection ends. With `halfClose` the socket ends
 * its half, so the server doesn't wait for the rest of an incomplete request.
 */
export function sendRaw(
  port: number,
  text: string | Buffer,
  { halfClose = false } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      if (halfClose) socket.end(text);
      else socket.write(text);
    });
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error(`No end after ${response.length} characters.`)),
    );
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("end", () => resolve(socket.end() && response)).on("error", reject);
  });
}

/** Returns the text of a request after which the connection closes. */
export const rawRequest = (line: string, headers = "", body = "") =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n${body}`;

export const statusOf = (answer: string): number =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

/** Writes a file to a new folder, and returns its path. */
export function writeTemporaryFile(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "phone-agent-mock-")), name);
  writeFileSync(path, text);
  return path;
}

/** The package's contract as JSON, which a mock reads much faster than YAML. */
export const contractJson = writeTemporaryFile("openapi.json", JSON.stringify(readContract()));

/** Starts a mock of the package's contract on a free port. */
export const startPackageMock = (options: MockOptions = {}) =>
  startMock({ port: 0, contract: contractJson, ...options });

// biome-ignore lint/suspicious/noExplicitAny: an edit may make anything of the document
export type Document = any;

/** Returns a copy of the package's contract with an edit. */
export function editContract(edit: (document: Document) => void): object {
  const document = structuredClone(readContract());
  edit(document);
  return document;
}

/** Returns a contract whose one path `/value` responds with a value of this media type. */
export const contractOf = (media: object, components = {}) => ({
  openapi: "3.1.1",
  info: { title: "A value", version: "1" },
  paths: {
    "/value": {
      get: {
        responses: { 200: { description: "A value.", content: { "application/json": media } } },
      },
    },
  },
  components,
});

/** Starts a mock of a contract, a document or a file, for one test. */
export async function serve(contract: object | string, options: MockOptions = {}) {
  const file =
    typeof contract === "string"
      ? contract
      : writeTemporaryFile("openapi.json", JSON.stringify(contract));
  const warning = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => warning.mockRestore());
  const mock = await startMock({ port: 0, contract: file, ...options });
  onTestFinished(() => mock.close());
  const ask = (path: string, prefer = "", init: RequestInit = {}) =>
    fetch(mock.url + path, { ...init, headers: { prefer, ...init.headers } });
  return {
    mock,
    warnings: () => warning.mock.calls.flat(),
    ask,
    /** Sends a text, by default of JSON. */
    post: (path: string, body: string, type = "application/json", prefer = "") =>
      ask(path, prefer, { method: "POST", headers: { "content-type": type }, body }),
  };
}

/** Starts a mock of a contract of OpenAPI 3.1 with these paths, for one test. */
export const servePaths = (paths: object, further: object = {}, options: MockOptions = {}) =>
  serve({ openapi: "3.1.1", info: { title: "A", version: "1" }, paths, ...further }, options);

/** Returns why a mock doesn't start, or that it does. */
export const startFailure = (contract: object | string, options?: MockOptions): Promise<string> =>
  serve(contract, options).then(
    () => "it started",
    (error: Error) => error.message,
  );
