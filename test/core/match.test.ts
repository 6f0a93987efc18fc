import { expect, test } from "vitest";
import { createMatcher } from "../../src/core/match.ts";

const match = createMatcher({
  getAgent: { method: "GET", path: "/agents/{id}" },
  deleteAgent: { method: "DELETE", path: "/agents/{id}" },
});

test("a request matches the operation of its method and path", () => {
  expect(match("DELETE", ["agents", "7"])).toEqual({ id: "deleteAgent", pathValues: { id: "7" } });
});

test.each([
  ["GET", "agents/7/staging", 404, {}],
  ["PUT", "agents/7", 405, { allow: "GET, DELETE, HEAD" }],
])("%s %s is rejected with %i and the headers %j", (method, path, status, headers) => {
  expect(match(method, path.split("/"))).toMatchObject({ status, headers });
});
