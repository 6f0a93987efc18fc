import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { writeTemporaryFile } from "./helpers.ts";

const object = (name: string) => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "string" } },
});
const json = (schema: object, examples?: object) => ({
  content: { "application/json": { schema, ...(examples && { examples }) } },
});
const failure = (name: string, code: string) => ({
  description: name,
  ...json(object(name), { first: { value: { [name]: code } } }),
});
const unknownFailure = {
  description: "Failed.",
  "x-not-shown": { "own-shape": "Shape" },
  ...json({}),
};

/** Returns an operation whose body needs a label, with these failures. */
const creating = (operationId: string, responses: object) => ({
  post: {
    operationId,
    requestBody: { required: true, ...json(object("label")) },
    responses: { "201": { description: "Made." }, ...responses },
  },
});

const document = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: { title: "Rejections", version: "1" },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "apiKey", in: "query", name: "token" } } },
  paths: {
    "/all": creating("all", {
      "401": failure("error", "no-token"),
      "422": failure("problem", "invalid"),
    }),
    "/only-400": creating("only400", { "400": failure("problem", "bad") }),
    "/range": creating("range", { "4XX": failure("problem", "any") }),
    "/generated": creating("generated", {
      "422": {
        description: "Invalid.",
        ...json({ ...object("problem"), additionalProperties: false }),
      },
    }),
    "/empty": creating("empty", { "422": { description: "Invalid." } }),
    "/known-default": creating("knownDefault", { default: failure("problem", "default") }),
    "/unknown": creating("unknown", { default: unknownFailure }),
  },
};

let mock: Mock;
beforeAll(async () => {
  const contract = writeTemporaryFile("openapi.json", JSON.stringify(document));
  mock = await startMock({ port: 0, contract, logLevel: "silent" });
});
afterAll(() => mock.close());

async function send(path: string, body = "{}") {
  const headers = { "content-type": "application/json" };
  const response = await fetch(mock.url + path, { method: "POST", headers, body });
  const text = await response.text();
  return { response, body: text && JSON.parse(text) };
}

const invalid = "The body, label, is missing.";

const noToken = "Credentials are missing: pass the query parameter token.";
test.each<[name: string, path: string, status: number, body: unknown, reason?: string]>([
  ["a documented 401", "/all?", 401, { error: "no-token" }, noToken],
  ["a documented 422", "/all?token=t", 422, { problem: "invalid" }],
  ["a documented 400, if 422 isn't", "/only-400?token=t", 400, { problem: "bad" }],
  ["a documented range", "/range?token=t", 422, { problem: "any" }],
  [
    "a body of the schema without an example",
    "/generated?token=t",
    422,
    { problem: expect.any(String) },
  ],
  ["no body, if none is documented", "/empty?token=t", 422, ""],
  ["a `default` of known shape", "/known-default?token=t", 422, { problem: "default" }],
])(
  "a rejection has %s, and its reason in a header alone",
  async (_, path, status, body, reason = invalid) => {
    const rejection = await send(path);
    expect([rejection.response.status, rejection.body]).toEqual([status, body]);
    expect(rejection.response.headers.get("mock-rejection")).toBe(reason);
    expect(rejection.response.headers.get("mock-source")).toBe("mock");
    expect(mock.journal().at(-1)).toMatchObject({ status, rejection: reason });
  },
);

test("a rejection that nothing documents names the unknowns that leave it open", async () => {
  const { response, body } = await send("/unknown?token=t");
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(body).toMatchObject({
    detail: invalid,
    source: "The mock, not the service. Unknown in the contract: own-shape.",
  });
});

test("another media type gets the documented 422, if 415 isn't documented", async () => {
  const headers = { "content-type": "application/x-none" };
  const response = await fetch(`${mock.url}/all?token=t`, { method: "POST", headers, body: "a" });
  expect([response.status, await response.json()]).toEqual([422, { problem: "invalid" }]);
  expect(response.headers.get("mock-rejection")).toContain("application/json");
});

test("a rejection repeats no name of its request, which could be a token", async () => {
  const { response } = await send("/all?tok%2Fen");
  expect(response.status).toBe(401);
  expect(JSON.stringify([...response.headers])).not.toContain("tok%2Fen");
});
