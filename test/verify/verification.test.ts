import { describe, expect, test } from "vitest";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { createReport } from "../../src/verify/verdict.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { entry as createEntry } from "../traffic/files.ts";

const parcels = {
  type: "object",
  properties: { total: { type: "integer" }, list: { type: "array" } },
};
const notes = { type: "object", properties: { text: { type: ["string", "null"] } } };
const contract = createVerifiableContract(
  {
    "x-not-shown": { "field-presence": "Presence of fields" },
    paths: {
      "/free": {
        get: {
          operationId: "search",
          parameters: [
            {
              name: "inputs",
              in: "query",
              schema: { type: "object" },
              "x-not-shown": { "input-names": "Names" },
            },
          ],
          responses: { 202: {}, 303: {} },
        },
      },
      "/notes": {
        get: {
          operationId: "listNotes",
          responses: { 200: { content: { "application/json": { schema: notes } } } },
        },
      },
      "/parcels": {
        get: {
          operationId: "listParcels",
          responses: {
            200: { content: { "application/json": { schema: parcels }, "text/csv": {} } },
            202: {},
            default: { content: { "application/json": {} } },
          },
        },
      },
    },
  },
  // As the validators, it finds that a listed field of the parcels is absent or null.
  ({ id }, _status, _mediaType, body) =>
    Object.keys(id === "listParcels" ? parcels.properties : {})
      .filter((name) => (Object(body)[name] ?? null) === null)
      .map((name) => ({ kind: "unknown-presence", pointer: `/${name}`, message: "is missing" })),
);

type Fields = Parameters<typeof createEntry>[0];

/** Verifies recorded exchanges of the operation, each given by what is particular about it. */
function verify(...exchanges: Fields[]) {
  const { readEntry } = createTrafficReader(contract);
  const verification = createVerification(contract);
  exchanges.forEach((fields, index) => {
    const origin = { source: "har", file: "a.har", session: "a.har", number: index + 1 } as const;
    verification.add(readEntry(createEntry({ url: "/parcels", ...fields }), origin));
  });
  const result = verification.result();
  return createReport(result, "", { required: [], failOnNew: false });
}

const success = { body: { total: 1, list: [] } };
const rejection = { status: 401, body: {} };

test("a success without a listed field verifies nothing, since nothing of the contract is in it", () => {
  const { exitCode, sentence, operations } = verify({ body: { error: "no" } });
  expect([exitCode, operations["listParcels"]?.outcome]).toEqual([3, "unverified"]);
  expect(sentence).toContain(
    "No successful response body could be checked: none of its own fields ×1.",
  );
});

test("a success whose body is rightly empty is verified", () => {
  const { exitCode, operations } = verify({ status: 202, content: { size: 0 } });
  expect([exitCode, operations["listParcels"]?.outcome]).toEqual([0, "verified"]);
});

test.each<[string, Fields, string]>([
  [
    "of which a recording has neither type nor content",
    { content: { mimeType: "", size: 9 } },
    "not recorded",
  ],
  [
    "of which a recording has a placeholder for the type",
    { content: { mimeType: "x-unknown", size: -1 } },
    "not recorded",
  ],
  ["of which a recording has the type alone", { content: { size: 9 } }, "not recorded"],
])("a body %s isn't compared, and contradicts nothing", (_, fields, reason) => {
  const { exitCode, findings, operations } = verify(fields);
  expect(exitCode).toBe(3);
  expect(findings).toEqual([]);
  expect(operations["listParcels"]?.notCompared).toEqual({ [reason]: 1 });
});

test("a body that wasn't recorded contradicts the contract by its type", () => {
  expect(verify(success, { content: { mimeType: "text/html", size: 9 } })).toMatchObject({
    findings: [{ kind: "contradiction", place: "content type", seen: "text/html" }],
  });
});

test("the base URL is doubted if there are only redirects and web pages, which other failures aren't", () => {
  const foreign = "Every response was a redirect or a web page.";
  const webPage = { mimeType: "text/html", body: "<p>" };
  expect(verify({ status: 302, content: { size: 0 } }, webPage).sentence).toContain(foreign);
  for (const status of [199, 299, 400])
    expect(verify({ status, content: { size: 0 } }).sentence).not.toContain(foreign);
  expect(verify(webPage, success)).toMatchObject({ exitCode: 1 });
});

test("a redirect that the contract declares next to a success is the service's", () => {
  const { sentence, findings, operations } = verify({
    url: "/free",
    status: 303,
    content: { size: 0 },
  });
  expect(sentence).toBe(
    "Could not verify. No successful response body could be checked: status 303 ×1.",
  );
  expect(findings).toEqual([]);
  expect(operations["search"]).toMatchObject({ notCompared: { "status 303": 1 } });
});

test.each<[string, Fields, string]>([
  [
    "502 with a web page",
    { status: 502, mimeType: "text/html", body: "<h1>" },
    "a redirect or a web page",
  ],
  [
    "404 with a web page",
    { status: 404, mimeType: "text/html", body: "<h1>" },
    "a redirect or a web page",
  ],
  ["503 without a body", { status: 503, content: { size: 0 } }, "a failure of a proxy or gateway"],
  [
    "504 with a text",
    { status: 504, mimeType: "text/plain", body: "timeout" },
    "a failure of a proxy or gateway",
  ],
])(
  "a %s may be a proxy's: it is unverified, with its reason, and shows nothing of the service",
  (_, fields, reason) => {
    const { exitCode, findings, operations } = verify(fields);
    expect([exitCode, findings]).toEqual([3, []]);
    expect(operations["listParcels"]).toMatchObject({
      outcome: "unverified",
      notCompared: { [reason]: 1 },
    });
    // Of an operation without `default`, too.
    expect(verify({ url: "/notes", ...fields })).toMatchObject({ exitCode: 3, findings: [] });
    expect(verify(success, fields).exitCode).toBe(0);
  },
);

test.each<[string, Fields]>([
  ["503 with the declared type", { status: 503, body: {} }],
  ["503 of which the type alone was recorded", { status: 503, content: { size: 9 } }],
  ["500 with a text", { status: 500, mimeType: "text/plain", body: "no" }],
  ["501 without a body", { status: 501, content: { size: 0 } }],
  ["505 without a body", { status: 505, content: { size: 0 } }],
])("a %s is the service's, and compared", (_, fields) => {
  expect(verify(fields).findings).not.toEqual([]);
});

describe("a status that only default declares", () => {
  const isNew = { kind: "new", place: "status", contract: "default" };

  test.each<[number, Fields]>([
    [204, { content: { size: 0 } }],
    [302, { content: { size: 0 } }],
  ])("is a new fact and contradicts nothing: %i", (status, fields) => {
    const { exitCode, findings, operations } = verify(success, { ...fields, status });
    expect(exitCode).toBe(0);
    expect(findings.filter(({ kind }) => kind === "contradiction")).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ ...isNew, seen: `${status}` }));
    expect(operations["listParcels"]?.responses["default"]).toBe(1);
  });

  test("is no verified success", () => {
    const { exitCode, operations } = verify({ status: 204, content: { size: 0 } });
    expect([exitCode, operations["listParcels"]?.notCompared]).toEqual([3, { "status 204": 1 }]);
  });

  test("contradicts an operation that declares no default", () => {
    const { exitCode, findings } = verify({ url: "/notes", status: 204, content: { size: 0 } });
    expect(exitCode).toBe(1);
    expect(findings).toMatchObject([
      { kind: "contradiction", place: "status", contract: "200", seen: "204" },
    ]);
  });
});

test("the token is doubted only if more than half of the responses reject it", () => {
  expect(verify(success, rejection).exitCode).toBe(0);
  expect(
    verify(success, success, rejection, rejection, { ...rejection, status: 403 }).sentence,
  ).toContain("Check the token.");
});

describe("an undeclared query parameter", () => {
  test("of an operation whose inputs have no name is reported as such, and touches the unknown", () => {
    const { findings, unknowns } = verify({
      url: "/free?inputs=1",
      status: 202,
      content: { size: 0 },
    });
    expect(unknowns.touched).toEqual(["input-names"]);
    expect(verify({ url: "/free", status: 202, content: { size: 0 } }).unknowns.touched).toEqual(
      [],
    );
    expect(findings).toMatchObject([
      { operation: "search", place: "query", contract: "unknown name" },
    ]);
  });

  test.each([
    ["boolean", "true"],
    ["integer", "-12"],
    ["empty", ""],
    ["number", "1.5"],
    ["string", "007"],
    ["list", "1&total=2"],
    ["integer", "1&total"],
  ])("is reported as %s", (type, text) => {
    expect(verify({ url: `/parcels?total=${text}`, ...success }).findings).toMatchObject([
      { kind: "new", place: "query", pointer: "total", contract: "no such parameter", seen: type },
    ]);
  });
});
