import { inspect } from "node:util";
import { expect, test } from "vitest";
import { PhoneAgentError } from "../../src/index.ts";
import { clientWith, failureOf, json, type Responder, sequence, serve, text } from "./server.ts";

// What calls and services of strangers showed.

const path = "/api/v2/example";
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each([
  ["an object in a form", { headers: form, body: { a: { b: 1 }, b: 2 } }],
  ["an object in a list of a form", { headers: form, body: { a: [{ b: 1 }] } }],
  ["an object in a query", { query: { a: { b: 1 } } as never }],
  ["an empty object in a query", { query: { a: {} } as never }],
  ["an object in an object of a query", { query: { a: { b: { c: 1 } } } as never }],
])("request refuses %s, which no contract says how to send", async (_, input) => {
  await using service = await serve(json({}));
  const error = await failureOf(service.phone.request("POST", path, input));
  expect(error.message).toContain("`a` must be a string, boolean or finite number");
  expect(service.requests).toEqual([]);
});

test.each([
  ["multipart/form-data"],
  ["multipart/form-data; boundary=own"],
  ["application/json"],
  ["text/plain"],
])("a FormData has its boundary, though the call names %s", async (type) => {
  await using service = await serve(json({}));
  const body = new FormData();
  body.set("a", "1");
  await service.phone.request("POST", path, { body, headers: { "content-type": type } });
  const [sent] = service.requests;
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(`${sent?.headers["content-type"]}`);
  expect(sent?.body).toContain(`--${boundary?.[1]}`);
});

test.each<[string, unknown]>([
  ["a string", "a=b+c"],
  ["bytes", new TextEncoder().encode("a=b+c")],
  ["a file", new Blob(["a=b+c"])],
])("%s is sent unchanged as a form", async (_, body) => {
  await using service = await serve(json({}));
  await service.phone.request("POST", path, { body, headers: form });
  expect(service.requests).toMatchObject([{ headers: form, body: "a=b+c" }]);
});

test("events where JSON is due are unexpected content at once, and the service needs to send no more", async () => {
  let openCount = 0;
  const events: Responder = (response) => {
    openCount++;
    response.on("close", () => openCount--);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" }).write(":\n");
  };
  await using service = await serve(events, { timeoutMs: 20_000, retry: false });
  const calls = [
    () => service.phone.request("GET", path),
    () => service.phone.listTokens(),
    () => service.phone.deleteSipRegistration(),
    () => service.fetch(service.baseUrl + path),
    () => service.http.GET("/api/v2/tokens"),
  ];
  for (const call of calls) {
    const error = await failureOf(call);
    expect(error.kind).toBe("unexpected-content");
    expect(error.message).toContain("The body is an event stream.");
  }
  await expect.poll(() => openCount).toBe(0);
});

test.each<[string, string, Record<string, string>?]>([
  ["a page without a content type", "<html>Log in</html>"],
  ["a page as XHTML", "<html>Log in</html>", { "content-type": "application/xhtml+xml" }],
  ["a page as a text", "<html>Log in</html>", { "content-type": "text/plain" }],
  ["a failure behind a guard", ')]}\',\n{"success":false}'],
  ["a cut list", '[{"success":fal'],
  ["a text", "OK", { "content-type": "text/plain" }],
])("a removal fails for %s", async (_, body, headers) => {
  await using service = await serve(text(body, 200, headers));
  const error = await failureOf(service.phone.deleteSipRegistration());
  expect(error).toMatchObject({ kind: "unexpected-content", mayHaveTakenEffect: true });
});

test.each([
  ["nothing", text("")],
  ["a line break", text("\n")],
  ["any JSON", json(["removed"])],
  ["a 204", text("", 204)],
])("a removal succeeds for %s", async (_, respond) => {
  await using service = await serve(respond);
  expect(await service.phone.deleteSipRegistration()).toBe(undefined);
});

test("a removal may have taken effect if its body breaks off, whatever the code", async () => {
  const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  const body = () => new ReadableStream({ pull: (controller) => controller.error(refused) });
  const error = await failureOf(
    clientWith(async () => new Response(body())).deleteSipRegistration(),
  );
  expect(error).toMatchObject({ kind: "network", code: "ECONNREFUSED", mayHaveTakenEffect: true });
});

test("a port that `fetch` blocks gets nothing, so nothing may have taken effect", async () => {
  const phone = clientWith(undefined, { baseUrl: "http://127.0.0.1:6000" });
  const error = await failureOf(phone.deleteSipRegistration());
  expect(error).toMatchObject({ kind: "network", mayHaveTakenEffect: false });
});

test.each(["CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
  "a certificate's %s isn't tried again",
  async (code) => {
    const fetch = () => Promise.reject(Object.assign(new Error("no"), { code }));
    const error = await failureOf(clientWith(fetch, { retry: { baseDelayMs: 0 } }).listTokens());
    expect(error).toMatchObject({ kind: "network", code, attempts: 1 });
  },
);

const junkInboxInputNames = { pageNumber: "page", pageSize: "size" };

test.each([{ pageSize: 1.5 }, { pageNumber: 0.5 }, { pageSize: "2" as never }])(
  "an input that the contract declares as an integer must be one: %j",
  async (inputs) => {
    await using service = await serve(json({}), { junkInboxInputNames });
    const error = await failureOf(service.phone.listJunkInbox(inputs));
    expect(error.message).toBe(`listJunkInbox: \`${Object.keys(inputs)}\` must be an integer.`);
    expect(service.requests).toEqual([]);
  },
);

test.each([null, false, "", 0])(
  "inputs that are no plain object are refused: %j",
  async (inputs) => {
    await using service = await serve(json({}), { junkInboxInputNames });
    const error = await failureOf(service.phone.listJunkInbox(inputs as never));
    expect(error.message).toBe("listJunkInbox: Inputs must be a plain object.");
    expect(service.requests).toEqual([]);
  },
);

test("items from a later page end at a page that isn't there", async () => {
  const page = { rooms: [{ id: 4 }], totalRooms: 5, pageNumber: 2, pageSize: 2 };
  await using service = await serve(sequence(json(page), json({}, 404)), { junkInboxInputNames });
  const ids: unknown[] = [];
  const items = service.phone.items("listJunkInbox", { pageNumber: 2, pageSize: 2 });
  for await (const { id } of items) ids.push(id);
  expect(ids).toEqual([4]);
});

test.each([
  ["the first page", sequence(json({}, 404)), { pageNumber: 2 }],
  [
    "a page before the total",
    sequence(json({ rooms: [{ id: 4 }], totalRooms: 5, pageNumber: 0 }), json({}, 404)),
    {},
  ],
])("a 404 of %s is a failure of items", async (_, respond, inputs) => {
  await using service = await serve(respond, { junkInboxInputNames });
  const items = service.phone.items("listJunkInbox", inputs);
  const error = await failureOf(async () => {
    for await (const _ of items);
  });
  expect(error).toMatchObject({ kind: "http", status: 404 });
});

test("the second page that repeats the first says what to try", async () => {
  const page = { rooms: [{ id: 4 }], totalRooms: 5, pageNumber: 1 };
  await using service = await serve(json(page), { junkInboxInputNames });
  const pages = service.phone.pages("listJunkInbox");
  await pages.next();
  expect((await failureOf(pages.next())).message).toBe(
    "listJunkInbox: `/rooms` repeats the previous page. If pages count from 1, start with `{ pageNumber: 1 }`.",
  );
});

test("a nested option is named with its parent", async () => {
  const error = await failureOf(() => clientWith(undefined, { retry: { attempts: 0 } }));
  expect(error.message).toContain("`retry.attempts` must be an integer from 1");
});

test("a 404 says that nothing may be there", async () => {
  await using service = await serve(json({}, 404));
  expect((await failureOf(service.phone.listTokens())).message).toContain(
    "status 404. Nothing may be there, or check baseUrl.",
  );
  expect((await failureOf(service.phone.getWebhookRelay("sms"))).message).toContain(
    "status 404. Nothing may be there, or check baseUrl and the path values.",
  );
});

test("an error for a stub has a message, and prints no field that it hasn't got", () => {
  const fields = { kind: "http", status: 404, operation: "listTokens" } as const;
  const error = PhoneAgentError.create({ ...fields, digest: undefined });
  expect(error.message).toBe("listTokens: http");
  expect(inspect(error)).not.toContain("undefined");
});
