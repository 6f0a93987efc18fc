import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { referenceHandler } from "../../scripts/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "serve-"));
const site = join(folder, "site");
const long = "A line of text.\n".repeat(200);
let server: Server;

beforeAll(async () => {
  mkdirSync(site);
  writeFileSync(join(folder, "secret.txt"), "outside");
  writeFileSync(join(site, "404.html"), "<body>Nothing here</body>");
  writeFileSync(join(site, "long.md"), long);
  writeFileSync(join(site, "index.html"), "<!DOCTYPE html><body><p>One</p></body>");
  for (const name of ["openapi.yaml", "openapi.json", "llms.txt", "guide.md", "sitemap.xml", "redoc-0123456789.js"]) {
    writeFileSync(join(site, name), "{}");
  }
  const handle = referenceHandler(site, { inject: "<script>1</script>" });
  server = createServer((message, response) => {
    if (!handle(message, response)) response.writeHead(404).end("not mine");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => server.close());

/** Sends the path as it is: `fetch` would tidy it up first. */
function ask(path: string, { method = "GET", headers = {} } = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[`${response.headers["content-encoding"]}`];
      const body = `${unpack && bytes.length > 0 ? unpack(bytes) : bytes}`;
      resolve({ ...(response.statusCode && { status: response.statusCode }), headers: response.headers, body });
    });
    sent.on("error", reject).end();
  });
}

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/openapi.yaml", "application/yaml; charset=utf-8"],
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/guide.md?x=1", "text/markdown; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
])("%s comes as %s", async (path, type) => {
  const { status, headers } = await ask(path);
  expect([status, headers["content-type"]]).toEqual([200, type]);
});

test("what is injected stands before the end of a page, and in no other file", async () => {
  expect((await ask("/")).body).toBe("<!DOCTYPE html><body><p>One</p><script>1</script></body>");
  expect((await ask("/openapi.json")).body).toBe("{}");
});

test("a page that did not change is not sent again, and a changed one is", async () => {
  const { headers } = await ask("/");
  const tag = { "if-none-match": `"other", W/${headers["etag"]}` };
  const unchanged = await ask("/", { headers: tag });
  expect([unchanged.status, unchanged.body]).toEqual([304, ""]);
  writeFileSync(join(site, "404.html"), "<body>Nothing here</body>");
  writeFileSync(join(site, "long.md"), long);
  writeFileSync(join(site, "index.html"), "<body>Two</body>");
  const changed = await ask("/", { headers: tag });
  expect([changed.status, changed.body]).toEqual([200, "<body>Two<script>1</script></body>"]);
  expect(changed.headers["cache-control"]).toBe("no-cache");
});

test("a file with a hash in its name is kept for good", async () => {
  expect((await ask("/redoc-0123456789.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("HEAD answers what GET does, without the body", async () => {
  const [head, get] = [await ask("/llms.txt", { method: "HEAD" }), await ask("/llms.txt")];
  expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, "", "2"]);
  expect(head.headers["etag"]).toBe(get.headers["etag"]);
});

test.each(["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt", "//../secret.txt"])(
  "%s leads to nothing outside the folder",
  async (path) => expect(await ask(path)).toMatchObject({ status: 404, body: "not mine" }),
);

test.each(["/%zz", "/%00", "/missing.html", "/.", "/index.html/"])("%s is left to others", async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, body: "not mine" });
});

test("a request that would change something is left to others", async () => {
  expect(await ask("/", { method: "POST" })).toMatchObject({ status: 404, body: "not mine" });
});

test.each([
  ["br, gzip", "br"],
  ["gzip;q=1.0, identity", "gzip"],
  ["br;q=0, gzip", "gzip"],
])("a client that accepts %s gets %s, and what it holds is the file", async (accepted, encoding) => {
  const response = await ask("/long.md", { headers: { "accept-encoding": accepted } });
  expect(response.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
  expect(Number(response.headers["content-length"])).toBeLessThan(long.length / 10);
  expect(response.body).toBe(long);
});

test("a client that accepts no encoding, and a short file, get what is on the disk", async () => {
  expect((await ask("/long.md")).headers["content-encoding"]).toBeUndefined();
  expect(
    (await ask("/llms.txt", { headers: { "accept-encoding": "br" } })).headers["content-encoding"],
  ).toBeUndefined();
});

test("each encoding has an ETag of its own", async () => {
  const tags = await Promise.all(
    ["br", "gzip", ""].map(async (accepted) => {
      return (await ask("/long.md", { headers: { "accept-encoding": accepted } })).headers["etag"];
    }),
  );
  expect(new Set(tags).size).toBe(3);
});

test("a browser that is lost gets a page, but not from the API", async () => {
  const browser = { headers: { accept: "text/html,*/*" } };
  expect(await ask("/missing.html", browser)).toMatchObject({
    status: 404,
    body: "<body>Nothing here<script>1</script></body>",
  });
  for (const path of ["/api/v2/missing", "/__mock/missing"]) {
    expect(await ask(path, browser)).toMatchObject({ status: 404, body: "not mine" });
  }
});
