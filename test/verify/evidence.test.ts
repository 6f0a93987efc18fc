import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";
import { contractOf, findingsOf, verify, verifyFile } from "./recorded.ts";

const parcel = {
  type: "object",
  properties: { id: { type: "integer" }, key: { type: "string", writeOnly: true } },
};
const json = { description: "", content: { "application/json": { schema: parcel } } };
const list = { type: "array", items: parcel };
const contract = contractOf({ 200: json });

test("a field of requests alone in a response, and one of responses alone in a request, are new facts", async () => {
  const input = {
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, key: { type: "string" } },
  };
  const post = {
    requestBody: { content: { "application/json": { schema: { type: "array", items: input } } } },
    responses: { 200: { description: "", content: { "application/json": { schema: list } } } },
  };
  const file = contractOf({ 200: json }, { paths: { "/parcels": { post } } });
  const { exitCode, report } = await verify(
    [{ method: "POST", url: "/parcels", sent: [{ id: 1, key: "a" }], body: [{ id: 1, key: "a" }] }],
    "--contract",
    file,
  );
  expect(exitCode).toBe(0);
  expect(report.findings).toMatchObject([
    { kind: "new", place: "body", pointer: "/*/key", contract: "write-only", seen: "string" },
    {
      kind: "new",
      place: "request body",
      pointer: "/*/id",
      contract: "read-only",
      seen: "integer",
    },
  ]);
});

test.each([
  ["an absolute URL", "https://service.example.com/api/v1"],
  ["a path", "/api/v1"],
])("the path of a server, as %s, belongs to the address", async (_, url) => {
  const file = contractOf({ 200: json }, { servers: [{ url }] });
  for (const baseUrl of [[], ["--base-url", "https://service.example.com"]]) {
    const exchange = { url: "/api/v1/parcels", body: { id: "1" } };
    const { exitCode } = await verify([exchange], "--contract", file, ...baseUrl);
    expect(exitCode).toBe(1);
  }
});

test("the basePath of OpenAPI 2.0 belongs to the address", async () => {
  const file = writeTemporaryFile(
    "old.json",
    JSON.stringify({
      ...{ swagger: "2.0", info: { title: "", version: "" }, basePath: "/api/v1" },
      paths: { "/parcels": { get: { responses: { 200: { description: "", schema: parcel } } } } },
      produces: ["application/json"],
    }),
  );
  const { exitCode } = await verify(
    [{ url: "/api/v1/parcels", body: { id: 1 } }],
    "--contract",
    file,
  );
  expect(exitCode).toBe(0);
});

test("a path of the contract that ends with a slash is found with and without it", async () => {
  const get = { responses: { 200: json } };
  const file = contractOf({}, { paths: { "/parcels/": { get }, "/parcels/{id}/": { get } } });
  for (const url of ["/parcels/", "/parcels", "/parcels/1/", "/parcels/1"]) {
    const { exitCode } = await verify([{ url, body: { id: "1" } }], "--contract", file);
    expect(exitCode).toBe(1);
  }
});

test("of two operations with one id, each is compared", async () => {
  const get = { operationId: "read", responses: { 200: json } };
  const file = contractOf({}, { paths: { "/parcels": { get }, "/letters": { get } } });
  for (const url of ["/parcels", "/letters"]) {
    const { exitCode } = await verify([{ url, body: { id: "1" } }], "--contract", file);
    expect(exitCode).toBe(1);
  }
});

const body = { id: 1 };
test.each<[string, Parameters<typeof entry>[0] & { fields?: object }]>([
  ["an error of the browser", { body, error: "net::ERR_INCOMPLETE_CHUNKED_ENCODING" }],
  ["an error of the entry", { body, fields: { _error: "net::ERR_ABORTED" } }],
  ["a longer body in its header", { body, headers: { "Content-Length": "100" } }],
])(
  "an entry that says that it broke off, by %s, verifies nothing",
  async (_, { fields, ...exchange }) => {
    const recorded = har({ ...entry({ url: "/parcels", ...exchange }), ...fields });
    const { exitCode, report } = await verifyFile(recorded, "--contract", contract);
    expect([exitCode, report.findings]).toEqual([3, []]);
  },
);

test("web pages alone contradict nothing; beside other responses of the service, they do", async () => {
  const page = { url: "/parcels", mimeType: "text/html", body: "<p>" };
  const alone = await verify([page, page], "--contract", contract);
  expect([alone.exitCode, alone.report.findings]).toEqual([3, []]);
  expect(await findingsOf(page, contract)).toEqual([1, "contradiction content type  text/html"]);
});

/** Returns the report as text of responses of this package's operations. */
async function textOf(exchanges: readonly Parameters<typeof entry>[0][], ...args: string[]) {
  const file = writeTemporaryFile("a.har", har(...exchanges.map(entry)));
  return (await runHere(runVerify, ["--har", file, ...args], {})).stdout;
}

test("unknowns that the traffic answers come first, with what was seen", async () => {
  const { tokens, success } = fixtures.listTokens["every-field"];
  const text = await textOf([
    { body: { success, tokens } },
    { url: "/api/v2/webhookRelay/types", body: [] },
  ]);
  const [, list = ""] = text.split("may answer them.\n");
  expect(list.split("\n    ").map((line) => line.trim().replace(/, .*/s, ""))).toEqual([
    "field-presence: body /message absent",
    "list-tokens-success-status: status 200",
    "list-webhook-relay-types-answer: body array",
    "list-webhook-relay-types-success-status: status 200",
    "list-webhook-relay-types-details",
  ]);
});

test("a 404 of an operation whose path prefix is assumed names what to try", async () => {
  expect(await textOf([{ url: "/api/v2/webhookRelay/types", status: 404, body: {} }])).toContain(
    "status 404 ×1; the prefix /api/v2 is assumed: try GET /webhookRelay/types",
  );
});

test("a contradiction that the baseline has says why it fails all the same", async () => {
  const exchange = { body: { ...fixtures.listTokens["every-field"], success: false } };
  const { report } = await verify([exchange]);
  const baseline = writeTemporaryFile("report.json", JSON.stringify(report));
  expect(await textOf([exchange], "--baseline", baseline)).toContain(
    "must be true; seen: boolean, once, in the baseline, which excuses new facts alone",
  );
});
