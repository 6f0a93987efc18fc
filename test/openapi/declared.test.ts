import { expect, test } from "vitest";
import { responseSchemaOf } from "../../src/openapi/contents.ts";
import { findContent } from "../../src/openapi/media-type.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { createPathMatcher, isTemplate } from "../../src/openapi/path.ts";
import { findDeclared } from "../../src/openapi/status.ts";

test.each([
  [["default", "2XX", "200"], 200, "200"],
  [["default", "2XX", "200"], 201, "2XX"],
  [["2XX", "default"], 404, "default"],
  [["2XX", "404"], 405, undefined],
])("of %j, %i is declared as %s", (codes, status, code) => {
  expect(
    findDeclared(
      codes.map((code) => ({ code })),
      status,
    )?.code,
  ).toBe(code);
});

test.each([
  ["application/json", "application/json"],
  ["application/json; charset=utf-8", "application/json"],
  ["text/csv", "text/*"],
  ["text/plain; version=1", "text/plain; version=1"],
  ["image/png", undefined],
])("a body of type %s has the content %s", (type, mediaType) => {
  const contents = ["text/*", "text/plain", "text/plain; version=1", "application/json"].map(
    (mediaType) => ({ mediaType }),
  );
  expect(findContent(contents, type)?.mediaType).toBe(mediaType);
});

const [made, queued, failed] = ["made", "queued", "failed"].map((name) => ({
  type: "object",
  required: [name],
}));
const json = (schema?: object) => ({ content: { "application/json": { schema } } });

/** Reads an operation with these responses. */
function read(responses: object) {
  const [operation] = operationsOf({ paths: { "/parcels": { post: { responses } } } });
  return operation ?? expect.unreachable();
}

const twoSuccesses = { "201": json(made), "202": json(queued), default: json(failed) };
const otherTypes = { content: { ...json(made).content, "text/csv": { schema: queued } } };
test.each<
  [responses: object, status: number | undefined, type: string | undefined, schema: unknown]
>([
  [twoSuccesses, 201, undefined, made],
  [twoSuccesses, 202, undefined, queued],
  [twoSuccesses, 500, undefined, failed],
  // `default` has the schema of failures.
  [twoSuccesses, 200, undefined, undefined],
  [{ default: json(made) }, 200, undefined, made],
  [twoSuccesses, undefined, undefined, { anyOf: [made, queued] }],
  [{ "200": json(made), "2XX": json(made) }, undefined, undefined, made],
  [{ "200": json(made), "2XX": json() }, undefined, undefined, undefined],
  [{ "200": json(made), "204": {} }, undefined, undefined, made],
  [{ "200": otherTypes }, 200, undefined, made],
  [{ "200": otherTypes }, 200, "text/csv; charset=utf-8", queued],
  [{ "200": otherTypes }, 200, "image/png", undefined],
  [{ "404": json(failed) }, 200, undefined, undefined],
])("%j: the body of %s in %s must meet %j", (responses, status, type, schema) => {
  expect(responseSchemaOf(read(responses), status, type)).toEqual(schema);
});

test.each([
  ["/relays/{type}", true],
  ["{id}.json", true],
  ["/relays/types", false],
  ["/relays/{}", false],
])("%s is a template: %s", (text, is) => {
  expect(isTemplate(text)).toBe(is);
});

test("a request below a server's path has the route without it, and the path itself comes first", () => {
  const routes = {
    list: { method: "GET", path: "/parcels" },
    listOfList: { method: "GET", path: "/v1/parcels" },
    add: { method: "POST", path: "/parcels" },
  };
  const { match, methods } = createPathMatcher(routes, [["v1"]]);
  expect(match("GET", ["parcels"])?.id).toBe("list");
  expect(match("GET", ["v1", "parcels"])?.id).toBe("listOfList");
  expect(match("POST", ["v1", "parcels"])?.id).toBe("add");
  expect(match("POST", ["v2", "parcels"])).toBeUndefined();
  expect(methods(["v1", "parcels"])).toEqual(["GET", "POST", "HEAD"]);
});

test("of two operations with one id, the later one has its method and path as its id", () => {
  const paths = {
    "/a": { get: { operationId: "list" }, post: { operationId: "list" }, put: {} },
  };
  expect(operationsOf({ paths }).map(({ id }) => id)).toEqual(["list", "PUT /a", "POST /a"]);
});
