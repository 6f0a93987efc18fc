import { expect, test } from "vitest";
import type { RequestInput } from "../../src/index.ts";
import { expectRefusal, json, serve } from "./server.ts";

// How a body is written if headers name its media type. The body of a documented operation:
// generated.test.ts.

type Headers = Record<string, string>;
const path = "/api/v2/example";
const form = { "content-type": "application/x-www-form-urlencoded" };
const csv = { "Content-Type": "text/csv; charset=utf-8" };
const problem = { "content-type": "application/problem+json" };
const bytes = new Uint8Array([37, 80, 68, 70]);

test.each<
  [
    name: string,
    client: Headers,
    call: Headers,
    body: unknown,
    sent: [type: string | undefined, body: string],
  ]
>([
  ["JSON by default", {}, {}, "a", ["application/json", '"a"']],
  ["the client's type", problem, {}, { a: 1 }, ["application/problem+json", '{"a":1}']],
  [
    "the client's type if the call's is undefined",
    problem,
    { "content-type": undefined as never },
    { a: 1 },
    ["application/problem+json", '{"a":1}'],
  ],
  [
    "a null of the call as the platform's type",
    problem,
    { "content-type": null as never },
    { a: 1 },
    ["text/plain;charset=UTF-8", '{"a":1}'],
  ],
  [
    "the call's type before the client's",
    problem,
    form,
    { a: "b c" },
    [form["content-type"], "a=b%20c"],
  ],
  [
    "a form with lists, without null",
    {},
    form,
    { a: [1, 2], b: null },
    [form["content-type"], "a=1&a=2"],
  ],
  [
    "a form that is one",
    {},
    form,
    new URLSearchParams({ a: "ü" }),
    [form["content-type"], "a=%C3%BC"],
  ],
  ["a form as bytes unchanged", {}, form, bytes, [form["content-type"], "%PDF"]],
  ["a form as a file unchanged", {}, form, new Blob(["a=b+c"]), [form["content-type"], "a=b+c"]],
  ["a text unchanged", csv, {}, 'a,"b"', ["text/csv; charset=utf-8", 'a,"b"']],
  [
    "a text of another type unchanged",
    {},
    { "content-type": "application/xml" },
    "<a/>",
    ["application/xml", "<a/>"],
  ],
])("request sends %s", async (_, client, call, body, sentBody) => {
  await using service = await serve(json({}), { headers: client });
  await service.phone.request("POST", path, { body, headers: call });
  expect(service.requests.map(({ headers, body }) => [headers["content-type"], body])).toEqual([
    sentBody,
  ]);
});

test("a FormData has its boundary, whatever the type of the client and of the call", async () => {
  await using service = await serve(json({}), { headers: problem });
  const body = new FormData();
  body.set("a", "1");
  await service.phone.request("POST", path, { body });
  await service.fetch(service.baseUrl + path, { method: "POST", body });
  for (const type of ["multipart/form-data; boundary=own", "application/json", "text/plain"])
    await service.phone.request("POST", path, { body, headers: { "content-type": type } });
  for (const { headers, body } of service.requests) {
    const type = /^multipart\/form-data; boundary=(.+)$/.exec(`${headers["content-type"]}`);
    expect(body).toContain(`--${type?.[1]}`);
  }
});

const noValue = "`a` must be a string, boolean or finite number";
test.each<[name: string, input: RequestInput, message?: string]>([
  ["an object as text", { headers: csv, body: { a: 1 } }],
  ["a Map as a form", { headers: form, body: new Map([["a", 1]]) }],
  ["bytes as JSON", { headers: problem, body: bytes }],
  // How an object is sent, no contract says here.
  ["an object in a form", { headers: form, body: { a: { b: 1 }, b: 2 } }, noValue],
  ["an object in a query", { query: { a: { b: 1 } } as never }, noValue],
])(
  "request rejects %s, and sends nothing",
  async (_, input, message = "The body can't be sent") => {
    await using service = await serve(json({}));
    await expectRefusal(service, service.phone.request("POST", path, input), message);
  },
);

test("the client's type is that of a text that createFetch sends, unless its request names one", async () => {
  await using service = await serve(json({}), { headers: { "content-type": "application/json" } });
  const url = service.baseUrl + path;
  await service.fetch(url, { method: "POST", body: "{}" });
  await service.fetch(url, { method: "POST", body: "a", headers: { "content-type": "text/csv" } });
  await service.fetch(
    new Request(url, { method: "POST", body: "a", headers: { "content-type": "text/tab" } }),
  );
  await service.fetch(url, { method: "POST", body: new URLSearchParams("a=1") });
  expect(service.requests.map(({ headers }) => headers["content-type"])).toEqual([
    "application/json",
    "text/csv",
    "text/tab",
    "application/x-www-form-urlencoded;charset=UTF-8",
  ]);
});
