import { describe, expect, test } from "vitest";
import type { Contract } from "../../scripts/contract/document.ts";
import { documentedOperations } from "../../scripts/contract/operations.ts";
import type { CallParameter, CallResult, OperationCall } from "../../scripts/docs/samples/call.ts";
import type { CallCredential } from "../../scripts/docs/samples/credentials.ts";
import { createCall, samplesOf } from "../../scripts/docs/samples/samples.ts";
import { contractOf, responding } from "./contract.ts";

type Change = Partial<OperationCall>;

/**
 * Writes the sample of a call that sends nothing but its address, and gets nothing, unless that is
 * changed.
 */
function write(language: string, change: Change): string {
  const call: OperationCall = {
    operationId: "call",
    method: "GET",
    path: "/a",
    parameters: [],
    credentials: [],
    server: { url: "http://127.0.0.1:4010", isMock: true },
    result: { kind: "nothing" },
    missingValues: [],
    ...change,
  };
  return (
    samplesOf(call).find(({ label }) => label === language)?.code ?? expect.unreachable(language)
  );
}

const parameter = (location: CallParameter["in"]): Change => {
  const form = { style: undefined, explode: undefined, isText: true, isFreeForm: false };
  return { parameters: [{ name: "a", input: "a", in: location, value: "b", ...form }] };
};
const secret = (location: CallCredential["in"], name = "key", isToken = true): CallCredential => {
  return {
    in: location,
    name,
    scheme: name,
    variable: "PHONE_AGENT_TOKEN",
    isToken,
    isBase64: name === "basic",
  };
};
const sending = (type: string, value: NonNullable<CallParameter["value"]> = { a: 1 }): Change => ({
  body: { type, value },
});
const inQuery = { credentials: [secret("query")] };
const inHeader = { credentials: [secret("header")] };
const basic = { credentials: [secret("authorization", "basic")] };

test.each<[language: string, part: string, change: Change]>([
  ["curl", "--request POST", { method: "POST" }],
  ["curl", '"$base/b" && echo Done', { path: "/b" }],
  ["curl", "--get", parameter("query")],
  ["curl", "--url-query 'a=b'", { ...parameter("query"), ...sending("text/csv") }],
  ["curl", "--globoff", { path: "/[0]" }],
  ["curl", `"$base"'/$a'`, { path: "/$a" }],
  ["curl", "key@-", inQuery],
  ["curl", "--header @-", inHeader],
  ["curl", "--request DELETE \\\n    --url-query key@-", { ...inQuery, method: "DELETE" }],
  [
    "curl",
    "--data-urlencode b@<(printf %s ",
    { credentials: [secret("query"), secret("query", "b")] },
  ],
  ["curl", "| base64 | tr -d '\\n')", basic],
  ["curl", "--header 'a: b'", parameter("header")],
  ["curl", "--form-string 'a=1'", sending("multipart/form-data")],
  ["curl", "--data-binary '{\n  \"a\": 1\n}'", sending("application/json")],
  ["curl", "--data-binary 'it'\\''s'", sending("text/csv", "it's")],
  [
    "TypeScript",
    'const form = new FormData();\nform.append("a", "1");',
    sending("multipart/form-data"),
  ],
  ["TypeScript", 'call(new Blob(["a"]))', sending("application/octet-stream", "a")],
  ["TypeScript", 'call("a")', sending("text/csv", "a")],
  [
    "TypeScript",
    '({ token: { key: process.env["PHONE_AGENT_TOKEN"] } })',
    { credentials: [secret("header", "key", false)] },
  ],
  [
    "TypeScript",
    'token: { a: process.env["PHONE_AGENT_TOKEN"], "b-c": ',
    { credentials: [secret("query", "a"), secret("header", "b-c")] },
  ],
  ["Python", 'method="POST"', { method: "POST" }],
  [
    "Python",
    '"Basic " + base64.b64encode(os.environ.get("PHONE_AGENT_TOKEN", "demo:demo-token-not-secret")',
    basic,
  ],
  ["Python", "import base64", basic],
  ["Python", "import json", sending("application/json")],
  ["Python", "import json", { result: { kind: "list" } }],
  ["Python", "import json", { result: { kind: "object" } }],
  ["Python", "import urllib.error", { result: { kind: "location" } }],
  ["Python", "redirect_request = lambda *_: None", { result: { kind: "location" } }],
  ["Python", 'urlencode([("a", "b")])', parameter("query")],
  [
    "Python",
    'urlencode([("key", os.environ.get("PHONE_AGENT_TOKEN", "demo-token-not-secret"))])',
    inQuery,
  ],
  ["Python", 'headers={\n        "a": "b",\n    }', parameter("header")],
  ["Python", '"key": os.environ.get("PHONE_AGENT_TOKEN", ', inHeader],
  ["Python", "boundary=example-boundary", sending("multipart/form-data")],
  ["Python", 'data="a=1".encode()', sending("application/x-www-form-urlencoded")],
  [
    "Python",
    'json.dumps({\n        "a": [\n            True,\n            None,\n            "true"\n',
    sending("application/json", { a: [true, null, "true"] }),
  ],
])("the %s sample has %j if it is needed, and not else: %j", (language, part, change) => {
  expect(write(language, change)).toContain(part);
  expect(write(language, {})).not.toContain(part);
});

test.each<[CallResult, typescript: string, python: string]>([
  [{ kind: "nothing" }, '"Done"', '"Done"'],
  [{ kind: "text" }, "characters", "response.read()"],
  [{ kind: "bytes" }, "for await", "response.read()"],
  [{ kind: "unknown" }, "typeof response", "response.read()"],
  [{ kind: "location" }, "new URL(location).host", ".netloc"],
  [{ kind: "list" }, "result.length} items", 'len(json.load(response)), "items"'],
  [{ kind: "object" }, "keys(result)", "list(json.load(response))"],
  [{ kind: "object", record: "b" }, "keys(result.b)", 'list(json.load(response)["b"])'],
  [
    { kind: "object", list: "a", record: "b" },
    "result.a.length} a`",
    'len(json.load(response)["a"]), "a"',
  ],
])("each sample that gets %j prints what is no secret of it", (result, ...parts) => {
  for (const [index, language] of ["TypeScript", "Python"].entries())
    expect(write(language, { result })).toContain(parts[index]);
});

describe("a sample", () => {
  test("of a token in a header alone sends no query, and imports nothing for it", () => {
    expect(write("Python", inHeader)).not.toMatch(/base64|json|parse/);
    expect(write("curl", inHeader)).not.toMatch(/--get|@-.*@-|base64|shows/s);
    expect(write("curl", { ...parameter("query"), ...sending("text/csv") })).not.toContain("--get");
  });

  test("prints the main list of a result, or else the keys of its main object or its own", () => {
    const fields = {
      total: { type: "integer" },
      record: { type: "object" },
      "a-b": { type: "array" },
      names: { type: "array" },
    };
    const codeOf = (contract: Contract) =>
      samplesOf(createCall(contract, documentedOperations(contract)[0] ?? expect.unreachable()))[1]
        ?.code;
    const sampleOf = (...required: string[]) =>
      codeOf(contractOf({ call: responding({ type: "object", properties: fields, required }) }));
    expect(sampleOf("total", "a-b", "record", "names")).toContain("result.names.length");
    expect(sampleOf("total", "record")).toContain("keys(result.record)");
    expect(sampleOf("total")).toContain("keys(result)");
    expect(sampleOf()).toContain("typeof response");
    const { responses } = responding({ type: "array" });
    const choice = contractOf({
      call: { responses: { ...responses, "204": { description: "" } } },
    });
    expect(codeOf(choice)).toContain("typeof response");
  });

  test("calls the known server, and only one that calls the mock has a token that everyone knows", () => {
    const server = { ...inQuery, server: { url: "https://a.example.com", isMock: false } };
    expect(write("curl", server)).toMatch(
      /BASE_URL:-https:\/\/a\.example\.com\}"\nprintf %s "\$\{PHONE_AGENT_TOKEN:\?\}" \|/,
    );
    expect(write("curl", inQuery)).toMatch(
      /BASE_URL:-http:\/\/127\.0\.0\.1:4010\}"\nprintf %s "\$\{PHONE_AGENT_TOKEN:-demo-token-not-secret\}" \|/,
    );
    expect(write("Python", server)).toMatch(
      /_TOKEN"\].*"PHONE_AGENT_BASE_URL", "https:\/\/a\.example\.com"/s,
    );
    expect(write("Python", inQuery)).toMatch(
      /_TOKEN", "demo-.*"PHONE_AGENT_BASE_URL", "http:\/\/127\.0\.0\.1:4010"/s,
    );
  });

  test("has a value on one line if that has at most 80 characters", () => {
    const createValue = (length: number) => ({
      a: "x".repeat(length - '{ a: "", "b-c": [1, 2] }'.length),
      "b-c": [1, 2],
    });
    const bodyOf = (length: number) =>
      write("TypeScript", sending("application/json", createValue(length)));
    expect(bodyOf(80)).toMatch(/call\(\{ a: "x+", "b-c": \[1, 2\] \}\)/);
    expect(bodyOf(81)).toMatch(/call\(\{\n {2}a: "x+",\n {2}"b-c": \[\n {4}1,/);
  });
});
