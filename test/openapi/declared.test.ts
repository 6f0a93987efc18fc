import { expect, test } from "vitest";
import { responseSchemaOf } from "../../src/openapi/contents.ts";
import { operationsOf } from "../../src/openapi/operations.ts";

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
const twoJson = {
  content: { ...json(made).content, "application/problem+json": { schema: queued } },
};
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
  // Who doesn't know the type of a body takes that of any.
  [{ "200": twoJson }, 200, undefined, { anyOf: [made, queued] }],
  [{ "200": twoJson }, 200, "application/problem+json", queued],
  [{ "200": otherTypes }, 200, "text/csv; charset=utf-8", queued],
  [{ "200": otherTypes }, 200, "image/png", made],
  [{ "404": json(failed) }, 200, undefined, undefined],
])("%j: the body of %s in %s must meet %j", (responses, status, type, schema) => {
  expect(responseSchemaOf(read(responses), status, type)).toEqual(schema);
});

test("of two operations with one id, the later one has its method and path as its id", () => {
  const paths = {
    "/a": { get: { operationId: "list" }, post: { operationId: "list" }, put: {} },
  };
  expect(operationsOf({ paths }).map(({ id }) => id)).toEqual(["list", "PUT /a", "POST /a"]);
});
