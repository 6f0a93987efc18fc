import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReferenceHandler } from "../../scripts/serve.ts";

const site = mkdtempSync(join(tmpdir(), "serve-"));
let server: Server;

beforeAll(async () => {
  writeFileSync(join(site, "index.html"), "<!DOCTYPE html><body><p>One</p></body>");
  const files = ["404.html", "openapi.json", "guide.md"];
  for (const file of [...files, "secret.txt"]) writeFileSync(join(site, file), "{}");
  writeFileSync(join(site, ".files"), [...files, "index.html", "changing.html"].join("\n"));
  const handle = createReferenceHandler(site, "/reload");
  server = createServer((message, response) => {
    if (!handle(message, response)) response.writeHead(404).end("not mine");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

async function request(path: string, init: RequestInit = {}) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), body: await response.text() };
}

const notMine = { status: 404, body: "not mine" };

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/guide.md?x=1", "text/markdown; charset=utf-8"],
])("%s comes as %s, and HEAD gets the same headers without a body", async (path, type) => {
  const [head, get] = [await request(path, { method: "HEAD" }), await request(path)];
  expect([get.status, get.headers["content-type"]]).toEqual([200, type]);
  const { date, connection, "keep-alive": _, ...headers } = get.headers;
  expect(head).toMatchObject({ status: 200, headers, body: "" });
});

test("the script is at the end of a page, in no other file, and a changed page is sent again", async () => {
  const page = '<!DOCTYPE html><body><p>One</p><script src="/reload"></script></body>';
  expect((await request("/")).body).toBe(page);
  expect((await request("/openapi.json")).body).not.toContain("script");
  for (const text of ["One", "Two"]) {
    writeFileSync(join(site, "changing.html"), text);
    const { headers, body } = await request("/changing.html");
    expect([body, headers["cache-control"]]).toEqual([text, "no-store"]);
  }
});

test.each(["/secret.txt", "/.files", "/..%2fsecret.txt", "/%zz", "/missing.html"])(
  "%s names no file that the build wrote, and isn't served",
  async (path) => {
    expect(await request(path)).toMatchObject(notMine);
  },
);

test("a browser gets the page for unknown addresses, and a program the mock's own 404", async () => {
  const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const { status, headers: received, body } = await request("/a/missing.html", { headers });
  expect([status, received["content-type"], body]).toEqual([404, "text/html; charset=utf-8", "{}"]);
  expect(await request("/a/missing.html")).toMatchObject(notMine);
});

test("only a GET or HEAD is served", async () => {
  expect(await request("/", { method: "POST" })).toMatchObject(notMine);
});
