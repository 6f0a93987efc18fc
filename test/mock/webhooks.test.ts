import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { contractOf, copyPart } from "../shapes/contract.ts";
import { writeTemporaryFile } from "./helpers.ts";

let mock: Mock;
beforeAll(async () => {
  const contract = writeTemporaryFile(
    "webhooks.yaml",
    stringify(contractOf([copyPart("webhooks")])),
  );
  mock = await startMock({ port: 0, contract, allowHosts: ["0.0.0.0"] });
});
afterAll(() => mock.close());

const servers: { close: () => void; closeAllConnections?: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

/** Starts a receiver on this machine, and returns its URL. */
async function startReceiver(listener: RequestListener, host = "127.0.0.1"): Promise<string> {
  const server: Server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return `http://${host === "::1" ? "[::1]" : host}:${port}/hook?a=b`;
}

async function send(input: unknown, name = "itemCreated") {
  const body = typeof input === "string" ? input : JSON.stringify(input);
  const response = await fetch(`${mock.url}/__mock/webhooks/${name}`, { method: "POST", body });
  return { status: response.status, body: await response.json() };
}

test.each(["127.0.0.1", "::1"])(
  "the first or the named example is sent to %s, with the headers that have a value",
  async (host) => {
    const requests: unknown[] = [];
    const url = await startReceiver(async (request, response) => {
      const { method, url, headers } = request;
      const { "content-type": type, "x-signature": signature, "x-region": region } = headers;
      requests.push([
        method,
        url,
        type,
        signature,
        region,
        JSON.parse((await request.toArray()).join("")),
      ]);
      response.writeHead(202).end("thank you");
    }, host);
    const first = { id: 1, name: "a" };
    expect(await send({ url })).toEqual({
      status: 200,
      body: {
        webhook: "itemCreated",
        example: "first",
        method: "POST",
        contentType: "application/json",
        headers: { "x-count": "1", "x-signature": "sha256=0" },
        body: first,
        status: 202,
      },
    });
    expect((await send({ url, example: "second" })).body.example).toBe("second");
    expect(requests).toEqual([
      ["POST", "/hook?a=b", "application/json", "sha256=0", undefined, first],
      ["POST", "/hook?a=b", "application/json", "sha256=0", undefined, { id: 2, name: "b" }],
    ]);
  },
);

test.each([
  "http://127.0.0.1.example.com/",
  "http://app.localhost/",
  "http://10.0.0.1/",
  "https://127.0.0.1/",
  "/hook",
  "http://user:password@127.0.0.1/",
])("nothing is sent to %s", async (url) => {
  expect(await send({ url })).toMatchObject({
    status: 400,
    body: {
      detail: expect.stringMatching(
        /^url must be an http: address of this machine: .* with --allow-host\.$/,
      ),
    },
  });
});

test("a body of more than a million characters is rejected as too long", async () => {
  const input = { url: "http://127.0.0.1:1/", body: "a".repeat(1_000_000) };
  expect(await send(input)).toMatchObject({ status: 413 });
});

test.each<[unknown, string, number, string]>([
  [
    { url: "http://127.0.0.1:1/" },
    "nothing",
    404,
    'Unknown webhook "nothing". Known: itemCreated.',
  ],
  [
    { url: "http://127.0.0.1:1/", example: "x" },
    "itemCreated",
    404,
    'Unknown example "x". Known: first, second.',
  ],
  [{ url: 1 }, "itemCreated", 400, "The body must be JSON"],
  [{ url: "http://127.0.0.1:1/", exmaple: "first" }, "itemCreated", 400, "The body must be JSON"],
  [
    { url: "http://127.0.0.1:1/", example: "first", body: 1 },
    "itemCreated",
    400,
    "The body must be JSON",
  ],
])("%j to %s gets %i and the reason", async (input, name, status, detail) => {
  expect(await send(input, name)).toMatchObject({
    status,
    body: { detail: expect.stringContaining(detail) },
  });
});

test.each(["itemCreated", "anyName"])("a body of the tester's own is sent as %s", async (name) => {
  const bodies: unknown[] = [];
  const url = await startReceiver(async (request, response) => {
    bodies.push(
      request.method,
      request.headers["content-type"],
      JSON.parse((await request.toArray()).join("")),
    );
    response.end();
  });
  const body = { event: ["any", null] };
  expect(await send({ url, body }, name)).toMatchObject({
    status: 200,
    body: { webhook: name, body, status: 200 },
  });
  expect(bodies).toEqual(["POST", "application/json", body]);
});

test("an example is sent to a host that was allowed by name", async () => {
  const { port } = new URL(await startReceiver((_, response) => response.end()));
  expect(await send({ url: `http://0.0.0.0:${port}/` })).toMatchObject({
    status: 200,
    body: { status: 200 },
  });
});

test("the mock doesn't follow a redirect", async () => {
  const location = await startReceiver(() => expect.unreachable("The redirect isn't followed."));
  const url = await startReceiver((_, response) => response.writeHead(307, { location }).end());
  expect((await send({ url })).body.status).toBe(307);
});

test("a receiver that doesn't speak HTTP, or doesn't respond within five seconds, is reported", async () => {
  const noise = createSocketServer((socket) => {
    socket.on("error", () => {}).end("noise");
  });
  servers.push(noise);
  await new Promise<void>((resolve) => noise.listen(0, "127.0.0.1", resolve));
  const { port } = noise.address() as AddressInfo;
  expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
    status: 502,
    body: {
      title: "The mock can't do what this request asks",
      detail: "The receiver can't be reached, or doesn't speak HTTP.",
    },
  });
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((delay) => timeout(delay / 100));
  expect(await send({ url: await startReceiver(() => {}) })).toMatchObject({
    status: 504,
    body: { detail: "The receiver didn't respond within 5 seconds." },
  });
});
