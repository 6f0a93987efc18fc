import { expect, test } from "vitest";
import { createPathMatcher, segmentsOf } from "../../src/openapi/path.ts";

const routes = {
  getAgent: { method: "GET", path: "/agents/{id}" },
  deleteAgent: { method: "DELETE", path: "/agents/{id}" },
  getLive: { method: "GET", path: "/agents/{id}/live" },
  getVersion: { method: "GET", path: "/agents/versions/{version}" },
  listVersions: { method: "GET", path: "/agents/versions" },
  exportAgent: { method: "GET", path: "/agents/{id}.json" },
  publish: { method: "POST", path: "/agents/{agentId}:publish" },
  update: { method: "POST", path: "/agents/{id}" },
  compare: { method: "GET", path: "/agents/{from}...{to}" },
  getNumber: { method: "GET", path: "/agents/v{number}" },
  headAgent: { method: "HEAD", path: "/probe/{id}" },
  getSheet: { method: "GET", path: "/my%20sheets/{id}%2B{page}" },
  listSheets: { method: "GET", path: "/my%20sheets/%40all" },
};
const entries = Object.entries(routes);

test.each([
  ["GET", "/agents/7", "getAgent", { id: "7" }],
  ["DELETE", "/agents/7", "deleteAgent", { id: "7" }],
  ["GET", "/agents/7/live", "getLive", { id: "7" }],
  ["GET", "/agents/versions/live", "getVersion", { version: "live" }],
  ["GET", "/agents/versions", "listVersions", {}],
  ["DELETE", "/agents/versions", "deleteAgent", { id: "versions" }],
  ["GET", "/agents/7.json", "exportAgent", { id: "7" }],
  ["GET", "/agents/a.json.json", "exportAgent", { id: "a.json" }],
  ["GET", "/agents/.json", "getAgent", { id: ".json" }],
  ["POST", "/agents/7:publish", "publish", { agentId: "7" }],
  ["POST", "/agents/:publish", "update", { id: ":publish" }],
  ["POST", "/agents/7", "update", { id: "7" }],
  ["GET", "/agents/1...2", "compare", { from: "1", to: "2" }],
  ["GET", "/agents/....2", "compare", { from: ".", to: "2" }],
  ["GET", "/agents/v2", "getNumber", { number: "2" }],
  ["GET", "/agents/2v", "getAgent", { id: "2v" }],
  ["HEAD", "/agents/7", "getAgent", { id: "7" }],
  ["HEAD", "/probe/7", "headAgent", { id: "7" }],
  ["GET", "/my sheets/7+8", "getSheet", { id: "7", page: "8" }],
  ["GET", "/my sheets/@all", "listSheets", {}],
])("%s %s matches %s in any order of the routes", (method, path, id, pathValues) => {
  for (const order of [entries, entries.toReversed()]) {
    expect(createPathMatcher(Object.fromEntries(order)).match(method, segmentsOf(path))).toEqual({
      id,
      pathValues,
    });
  }
});

test.each([
  ["/agents", []],
  ["/agentsmith/7", []],
  ["/agents/7/staging", []],
  ["/agents//live", []],
  ["/agents/7", ["GET", "DELETE", "POST", "HEAD"]],
  ["/probe/7", ["HEAD"]],
])("%s has the methods %j, and another method doesn't match", (path, methods) => {
  const matcher = createPathMatcher(routes);
  expect(matcher.methods(segmentsOf(path))).toEqual(methods);
  expect(matcher.match("PUT", segmentsOf(path))).toBeUndefined();
});

test("the next route matches if the first isn't accepted", () => {
  const match = createPathMatcher(routes).match(
    "GET",
    segmentsOf("/agents/versions/live"),
    ({ id }) => id !== "getVersion",
  );
  expect(match).toEqual({ id: "getLive", pathValues: { id: "versions" } });
});

test("a long segment is compared with a template of many parts in linear time", () => {
  const path = `/${Array.from({ length: 12 }, (_, index) => `{v${index}}`).join("-")}!`;
  expect(
    createPathMatcher({ many: { method: "GET", path } }).match("GET", ["-".repeat(100_000)]),
  ).toBeUndefined();
});
