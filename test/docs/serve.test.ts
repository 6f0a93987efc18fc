import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReferenceHandler } from "../../scripts/serve.ts";

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
  const handle = createReferenceHandler(site, "<script>1</script>");
  server = createServer((message, response) => {
    if (!handle(message, response)) response.writeHead(404).end("not mine");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** Sends a request with an unchanged path, which `fetch` would normalize. */
function sendRequest(path: string, { method = "GET", headers = {} } = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const message = request({ host: "127.0.0.1", port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const isPacked = response.headers["content-encoding"] === "gzip" && bytes.length > 0;
      const body = `${isPacked ? gunzipSync(bytes) : bytes}`;
      resolve({ ...(response.statusCode && { status: response.statusCode }), headers: response.headers, body });
    });
    message.on("error", reject).end();
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
  const { status, headers } = await sendRequest(path);
  expect([status, headers["content-type"]]).toEqual([200, type]);
});

test("the injected text is at the end of a page, and in no other file", async () => {
  expect((await sendRequest("/")).body).toBe("<!DOCTYPE html><body><p>One</p><script>1</script></body>");
  expect((await sendRequest("/openapi.json")).body).toBe("{}");
});

test("an unchanged page isn't sent again, and a changed one is", async () => {
  const { headers } = await sendRequest("/");
  const tag = { "if-none-match": `"other", W/${headers["etag"]}` };
  const unchanged = await sendRequest("/", { headers: tag });
  expect([unchanged.status, unchanged.body]).toEqual([304, ""]);
  writeFileSync(join(site, "404.html"), "<body>Nothing here</body>");
  writeFileSync(join(site, "long.md"), long);
  writeFileSync(join(site, "index.html"), "<body>Two</body>");
  const changedPage = await sendRequest("/", { headers: tag });
  expect([changedPage.status, changedPage.body]).toEqual([200, "<body>Two<script>1</script></body>"]);
  expect(changedPage.headers["cache-control"]).toBe("no-cache");
});

test("a file with a hash in its name is cached for good", async () => {
  expect((await sendRequest("/redoc-0123456789.js")).headers["cache-control"]).toBe(
    "public, max-age=31536000, immutable",
  );
});

test("HEAD gets the headers of GET, without the body", async () => {
  const [head, get] = [await sendRequest("/llms.txt", { method: "HEAD" }), await sendRequest("/llms.txt")];
  expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, "", "2"]);
  expect(head.headers["etag"]).toBe(get.headers["etag"]);
});

test.each(["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt", "//../secret.txt"])(
  "%s reaches no file outside the folder",
  async (path) => expect(await sendRequest(path)).toMatchObject({ status: 404, body: "not mine" }),
);

test.each(["/%zz", "/%00", "/missing.html", "/.", "/index.html/"])("%s is left to the next handler", async (path) => {
  expect(await sendRequest(path)).toMatchObject({ status: 404, body: "not mine" });
});

test("a request that would change something is left to the next handler", async () => {
  expect(await sendRequest("/", { method: "POST" })).toMatchObject({ status: 404, body: "not mine" });
});

test.each(["br, gzip", "gzip;q=1.0, identity", "gzip; q=0.5"])(
  "a client that accepts %s gets the file in gzip",
  async (accepted) => {
    const response = await sendRequest("/long.md", { headers: { "accept-encoding": accepted } });
    expect(response.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(Number(response.headers["content-length"])).toBeLessThan(long.length / 10);
    expect(response.body).toBe(long);
  },
);

test.each(["br", "gzip;q=0", "gzip; q=0.0, br", "identity"])(
  "a client that accepts %s gets an unchanged file",
  async (accepted) => {
    const { headers, body } = await sendRequest("/long.md", { headers: { "accept-encoding": accepted } });
    expect([headers["content-encoding"], body]).toEqual([undefined, long]);
  },
);

test("a client that accepts no encoding, and a short file, get no encoding", async () => {
  expect((await sendRequest("/long.md")).headers["content-encoding"]).toBeUndefined();
  expect(
    (await sendRequest("/llms.txt", { headers: { "accept-encoding": "gzip" } })).headers["content-encoding"],
  ).toBeUndefined();
});

test("each encoding has another ETag", async () => {
  const tags = await Promise.all(
    ["gzip", ""].map(async (accepted) => {
      return (await sendRequest("/long.md", { headers: { "accept-encoding": accepted } })).headers["etag"];
    }),
  );
  expect(new Set(tags).size).toBe(2);
});

test("a browser gets a page for an unknown address, but not from the API", async () => {
  const browser = { headers: { accept: "text/html,*/*" } };
  expect(await sendRequest("/missing.html", browser)).toMatchObject({
    status: 404,
    body: "<body>Nothing here<script>1</script></body>",
  });
  for (const path of ["/api/v2/missing", "/__mock/missing"]) {
    expect(await sendRequest(path, browser)).toMatchObject({ status: 404, body: "not mine" });
  }
});
