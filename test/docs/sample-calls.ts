import type { Contract } from "../../scripts/contract/document.ts";
import { contractOf } from "./contract.ts";

const text = { type: "string" };
const withExample = (value: unknown) => ({ examples: { one: { summary: "An example", value } } });
const parameter = (name: string, location: string, value: unknown, keywords: object = {}) => ({
  ...{ name, in: location, description: "", required: true, schema: text },
  ...withExample(value),
  ...keywords,
});
const sending = (type: string, value: unknown) => ({
  method: "post",
  requestBody: { required: true, content: { [type]: withExample(value) } },
});
const receiving = (type: string, schema: object = {}) => ({
  responses: { "200": { description: "", content: { [type]: { schema } } } },
});
const list = (items: object, keywords: object = {}) => ({ schema: { type: "array", items }, ...keywords });
const awkward = `it's "two" & 50% of {three}`;
const json = { name: awkward, on: true, none: null, list: [1, { deep: [] }] };
const fields = [
  ["name", awkward],
  ["list", "one"],
  ["list", "two"],
];
const token: [string, string] = ["token", "a token & more"];

/** A request as it arrives. */
export interface Received {
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
}

export const receive = async (request: Request): Promise<Received> => {
  const { pathname, searchParams } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const type = headers["content-type"] ?? "";
  const body = /form/.test(type) ? [...(await request.formData())] : await request.text();
  return { path: pathname, query: [...searchParams], headers, body: /json/.test(type) ? JSON.parse(`${body}`) : body };
};

/** Returns the response to a received request: a redirect, a list, a choice or a text. */
export const respondTo = ({ path }: Received): Response =>
  path.endsWith("/redirect")
    ? new Response(null, { status: 302, headers: { location: "https://example.com/moved" } })
    : new Response(path.endsWith("/choice") ? "{}" : path.endsWith("/items") ? "[1]" : "text");

export const environment = {
  PHONE_AGENT_TOKEN: "a token & more",
  PHONE_AGENT_BEARER: "a bearer",
  PHONE_AGENT_SESSION: "a-session",
  PHONE_AGENT_API_TOKEN: "a query token",
};

/** The parts of an operation, and what its samples send. */
export const calls: [id: string, parts: object, sent: Partial<Received>][] = [
  [
    "inputs",
    {
      path: "/api/v2/inputs/{id}",
      parameters: [
        parameter("id", "path", "a/b"),
        parameter("tag", "query", ["one", awkward], list(text)),
        parameter("ids", "query", [1, 2], list({ type: "integer" }, { explode: false })),
        parameter("pipe", "query", ["a", "b"], list(text, { style: "pipeDelimited", explode: false })),
        parameter("space", "query", ["a", "b"], list(text, { style: "spaceDelimited", explode: false })),
        parameter("X-Trace", "header", "trace 1"),
      ],
    },
    {
      path: "/api/v2/inputs/a%2Fb",
      query: [token, ["tag", "one"], ["tag", awkward], ["ids", "1,2"], ["pipe", "a|b"], ["space", "a b"]],
      headers: { "x-trace": "trace 1" },
    },
  ],
  ["json", sending("application/json", json), { body: json }],
  ["patch", sending("application/merge-patch+json", { name: null }), { body: { name: null } }],
  ["form", sending("application/x-www-form-urlencoded", { name: awkward, list: ["one", "two"] }), { body: fields }],
  ["multipart", sending("multipart/form-data", { name: awkward, list: ["one", "two"] }), { body: fields }],
  ["csv", { ...sending("text/csv", "a,b\n1,2\n"), ...receiving("text/csv") }, { body: "a,b\n1,2\n" }],
  ["bytes", { ...sending("application/octet-stream", "a"), ...receiving("application/octet-stream") }, { body: "a" }],
  [
    "items",
    { ...sending("application/json", [1, "b"]), ...receiving("application/json", { type: "array" }) },
    { body: [1, "b"] },
  ],
  ["redirect", { responses: { "302": { description: "" } } }, { query: [token] }],
  ["choice", { responses: { ...receiving("application/json").responses, "204": { description: "" } } }, {}],
  ["open", { security: [] }, { query: [] }],
  ["header", { security: [{ key: [] }] }, { query: [], headers: { "x-api-key": "a token & more" } }],
  ["bearer", { security: [{ bearer: [] }] }, { query: [], headers: { authorization: "Bearer a token & more" } }],
  ["basic", { security: [{ basic: [] }] }, { headers: { authorization: `Basic ${btoa("a token & more")}` } }],
  [
    "cookie",
    { security: [{ session: [] }], parameters: [parameter("theme", "cookie", "dark mode")] },
    { query: [], headers: { cookie: "theme=dark%20mode; session=a token & more" } },
  ],
  [
    "settings",
    { parameters: [parameter("theme", "cookie", "dark")] },
    { query: [token], headers: { cookie: "theme=dark" } },
  ],
  [
    "together",
    { security: [{ key: [], bearer: [], session: [], apiToken: [] }] },
    {
      query: [["token", "a query token"]],
      headers: { "x-api-key": "a token & more", authorization: "Bearer a bearer", cookie: "session=a-session" },
    },
  ],
  [
    "either",
    { security: [{ apiToken: [] }, { key: [], bearer: [] }, { bearer: [] }] },
    { query: [], headers: { authorization: "Bearer a token & more" } },
  ],
  ["optional", { security: [{}, { bearer: [] }] }, { headers: { authorization: "Bearer a token & more" } }],
  [
    "objects",
    {
      parameters: [
        parameter("filter", "query", { from: 1, in: { tags: ["a", "b"] } }, { style: "deepObject" }),
        parameter("where", "query", { a: [1] }, { content: { "application/json": { schema: {} } } }),
        parameter("plain", "query", { by: 1, ids: [2, 3] }, { schema: { type: "object" } }),
      ],
    },
    {
      query: [
        token,
        ["filter[from]", "1"],
        ["filter[in][tags]", "a"],
        ["filter[in][tags]", "b"],
        ["where", '{"a":[1]}'],
        ["by", "1"],
        ["ids", "2"],
        ["ids", "3"],
      ],
    },
  ],
  // The reader replaces the name in braces. No language does.
  [
    "co$HOME",
    {
      path: ["/api/v2/co$HOME/$", "{type}/[0]`!"].join(""),
      parameters: [parameter("type", "path", "", { examples: undefined })],
    },
    { path: "/api/v2/co$HOME/$%7Btype%7D/[0]%60!" },
  ],
];

export const callsContract: Contract = contractOf(Object.fromEntries(calls), (copy) => {
  Object.assign(copy.components.securitySchemes ?? {}, {
    key: { type: "apiKey", in: "header", name: "X-API-Key" },
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    session: { type: "apiKey", in: "cookie", name: "session" },
  });
});
