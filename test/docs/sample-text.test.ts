import { expect, test } from "vitest";
import type { CallParameter, CallResult, OperationCall } from "../../scripts/docs/samples/call.ts";
import type { CallCredential } from "../../scripts/docs/samples/credentials.ts";
import { samplesOf } from "../../scripts/docs/samples/languages.ts";

/** A call that sends nothing but its address, and gets nothing. */
const plain: OperationCall = {
  operationId: "call",
  method: "GET",
  path: "/a",
  parameters: [],
  credentials: [],
  inputsFirst: false,
  result: { kind: "nothing" },
  missingValues: [],
};
const textOf = (label: string, change: Partial<OperationCall>) =>
  samplesOf({ ...plain, ...change }).find((sample) => sample.label === label)?.code ?? expect.unreachable(label);

const parameter = (location: CallParameter["in"], value: CallParameter["value"] = "b"): Partial<OperationCall> => ({
  parameters: [
    {
      name: "a",
      input: "a",
      in: location,
      style: undefined,
      explode: undefined,
      isText: true,
      isFreeForm: false,
      value,
    },
  ],
});
const secret = (location: CallCredential["in"], name = "key"): CallCredential => ({
  in: location,
  name,
  scheme: name,
  variable: "PHONE_AGENT_TOKEN",
  isToken: true,
});
const sending = (type: string, value: OperationCall["parameters"][number]["value"] = { a: 1 }) => ({
  body: { type, value: value ?? null },
});
const receiving = (kind: CallResult["kind"], parts: Partial<CallResult> = {}) => ({ result: { kind, ...parts } });
const post = { method: "POST" };
const inQuery = { credentials: [secret("query")] };
const inHeader = { credentials: [secret("header")] };
const basic = { credentials: [secret("authorization", "basic")] };

test.each<[language: string, part: string, words: string, change: Partial<OperationCall>]>([
  ["curl", "--request POST", "a method other than GET", post],
  ["curl", "--get", "a query without a body", parameter("query")],
  ["curl", "--url-query", "a query with a body", { ...parameter("query"), ...sending("text/csv") }],
  ["curl", "--globoff", "a path with brackets", { path: "/[0]" }],
  ["curl", `"$base"'/$a'`, "a path that the shell would change", { path: "/$a" }],
  ["curl", "key@-", "a token in the query", inQuery],
  ["curl", "--header @-", "a token in a header", inHeader],
  ["curl", "stdin to keep it out of `ps`", "a token", inQuery],
  [
    "curl",
    "`ps` shows the parameters",
    "a second token in the query",
    { credentials: [secret("query"), secret("query", "b")] },
  ],
  ["curl", "base64", "a token with the scheme Basic", basic],
  ["curl", "--header 'a: b'", "a header", parameter("header")],
  ["curl", "--form-string", "a multipart body", sending("multipart/form-data")],
  ["curl", "--data-binary", "another body", sending("application/json")],
  ["TypeScript", "new FormData()", "a multipart body", sending("multipart/form-data")],
  ["TypeScript", "new Blob(", "a body of bytes", sending("application/octet-stream", "a")],
  ["TypeScript", 'call("a")', "a body of text", sending("text/csv", "a")],
  ["TypeScript", "as never", "a missing value", { ...parameter("path"), missingValues: ["a"] }],
  [
    "TypeScript",
    'token: { key: process.env["PHONE_AGENT_TOKEN"] }',
    "a token of one of several schemes",
    { credentials: [{ ...secret("header"), isToken: false }] },
  ],
  ["fetch", 'method: "POST"', "a method other than GET", post],
  ["fetch", "// Never put the URL into an error", "a token in the query", inQuery],
  ["fetch", "headers: {", "a header", parameter("header")],
  ["fetch", "headers: {", "a token in a header", inHeader],
  ["fetch", "btoa(", "a token with the scheme Basic", basic],
  ["fetch", "searchParams.append", "a query", parameter("query")],
  ["fetch", "body: form", "a multipart body", sending("multipart/form-data")],
  ["fetch", "body: JSON.stringify({ a: 1 })", "a JSON body", sending("application/json")],
  ["fetch", 'body: "a=1"', "another body", sending("application/x-www-form-urlencoded")],
  ["fetch", 'redirect: "manual"', "a redirect", receiving("location")],
  ["fetch", 'has("location")', "a redirect", receiving("location")],
  ["Python", 'method="POST"', "a method other than GET", post],
  ["Python", "import base64", "a token with the scheme Basic", basic],
  ["Python", '"Basic " + base64.b64encode(os.environ["PHONE_AGENT_TOKEN"]', "a token with the scheme Basic", basic],
  ["Python", "import json", "a JSON body", sending("application/json")],
  ["Python", "import json", "a list", receiving("list")],
  ["Python", "import json", "an object", receiving("object")],
  ["Python", "import urllib.error", "a redirect", receiving("location")],
  ["Python", "import urllib.parse", "a query", parameter("query")],
  ["Python", "import urllib.parse", "a token in the query", inQuery],
  ["Python", "headers={", "a header", parameter("header")],
  ["Python", "headers={", "a token in a header", inHeader],
  ["Python", "boundary=", "a multipart body", sending("multipart/form-data")],
  ["Python", 'data="a=1".encode()', "another body", sending("application/x-www-form-urlencoded")],
])("the %s sample has %j for %s, and not without", (language, part, _, change) => {
  expect(textOf(language, change)).toContain(part);
  expect(textOf(language, {})).not.toContain(part);
});

test("samples of a token in a header alone don't mention the URL, and import nothing for it", () => {
  expect(textOf("fetch", inHeader)).not.toMatch(/Never|btoa/);
  expect(textOf("Python", inHeader)).not.toMatch(/base64|json|parse/);
  expect(textOf("curl", inHeader)).not.toMatch(/--get|@-.*@-|base64|shows/s);
  expect(textOf("curl", { ...parameter("query"), ...sending("text/csv") })).not.toContain("--get");
});

test.each<[CallResult, typescript: string, fetch: string, python: string]>([
  [{ kind: "nothing" }, '"Done"', '"Done"', '"Done"'],
  [{ kind: "text" }, "characters", "arrayBuffer()", "response.read()"],
  [{ kind: "bytes" }, "for await", "arrayBuffer()", "response.read()"],
  [{ kind: "unknown" }, "typeof response", "arrayBuffer()", "response.read()"],
  [{ kind: "location" }, "new URL(location).host", "location.host", ".netloc"],
  [{ kind: "list" }, "result.length} items", "result.length} items", 'len(json.load(response)), "items"'],
  [{ kind: "object" }, "keys(result)", "keys(result)", "list(json.load(response))"],
  [{ kind: "object", record: "b" }, "keys(result.b)", "keys(result.b)", 'list(json.load(response)["b"])'],
  [
    { kind: "object", list: "a", record: "b" },
    "result.a.length} a`",
    "result.a.length} a`",
    'len(json.load(response)["a"]), "a"',
  ],
])("each sample that gets %j prints what is no secret of it", (result, ...parts) => {
  const texts = ["TypeScript", "fetch", "Python"].map((language) => textOf(language, { result }));
  for (const [index, part] of parts.entries()) expect(texts[index]).toContain(part);
});

test("a sample calls the known server, and only one that calls the mock has a token that everyone knows", () => {
  const server = "https://a.example.com";
  const onServer = (language: string) => textOf(language, { ...inQuery, server });
  const tokenLine = /\{PHONE_AGENT_BASE_URL:-(.*)\}"\nprintf %s "\$\{PHONE_AGENT_TOKEN:(.*)\}" \|/;
  expect(tokenLine.exec(onServer("curl"))?.slice(1)).toEqual([server, "?"]);
  expect(tokenLine.exec(textOf("curl", inQuery))?.slice(1)).toEqual([
    "http://127.0.0.1:4010",
    "-demo-token-not-secret",
  ]);
  for (const language of ["fetch", "Python"]) {
    expect(onServer(language)).toMatch(/"PHONE_AGENT_BASE_URL"(\] \?\?|,) "https:\/\/a\.example\.com"/);
    expect(textOf(language, inQuery)).not.toMatch(/https?:/);
  }
});

test("cookies share one header with the credential among them", () => {
  const theme = parameter("cookie");
  expect(textOf("fetch", theme)).toContain('headers: { cookie: "a=b" }');
  const withCredential = textOf("fetch", { ...theme, credentials: [secret("cookie")] });
  expect(withCredential).toMatch(/headers: \{ cookie: `a=b; key=\$\{process\.env\["PHONE_AGENT_TOKEN"\]\}` \}/);
  expect(textOf("fetch", { credentials: [secret("cookie")] })).toContain("cookie: `key=$");
});

test("a call of fetch is on one line if that has at most 80 characters, and so is a value", () => {
  const callWith = (length: number) => textOf("fetch", { method: "M".repeat(length) });
  const line = (length: number) => `fetch(url, { method: "${"M".repeat(length)}" })`;
  const longest = 80 - line(0).length;
  expect(callWith(longest)).toContain(line(longest));
  expect(callWith(longest + 1)).toContain(`fetch(url, {\n  method: "`);
});
