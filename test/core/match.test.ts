import { expect, test } from "vitest";
import { matcher } from "../../src/core/match.ts";

const operations = {
  getAgent: { method: "GET", path: "/agents/{id}" },
  deleteAgent: { method: "DELETE", path: "/agents/{id}" },
  getLive: { method: "GET", path: "/agents/{id}/live" },
  getVersion: { method: "GET", path: "/agents/versions/{version}" },
  listVersions: { method: "GET", path: "/agents/versions" },
  exportAgent: { method: "GET", path: "/agents/{id}.json" },
  publish: { method: "POST", path: "/agents/{agentId}:publish" },
  update: { method: "POST", path: "/agents/{id}" },
  compare: { method: "GET", path: "/agents/{from}...{to}" },
  headAgent: { method: "HEAD", path: "/probe/{id}" },
};
const declared = Object.entries(operations);

test.each([
  ["GET", "agents/7", "getAgent", { id: "7" }],
  ["DELETE", "agents/7", "deleteAgent", { id: "7" }],
  ["GET", "agents/7/live", "getLive", { id: "7" }],
  ["GET", "agents/versions/live", "getVersion", { version: "live" }],
  ["GET", "agents/versions", "listVersions", {}],
  ["DELETE", "agents/versions", "deleteAgent", { id: "versions" }],
  ["GET", "agents/7.json", "exportAgent", { id: "7" }],
  ["GET", "agents/a.json.json", "exportAgent", { id: "a.json" }],
  ["GET", "agents/.json", "getAgent", { id: ".json" }],
  ["POST", "agents/7:publish", "publish", { agentId: "7" }],
  ["POST", "agents/:publish", "update", { id: ":publish" }],
  ["POST", "agents/7", "update", { id: "7" }],
  ["GET", "agents/1...2", "compare", { from: "1", to: "2" }],
  ["HEAD", "agents/7", "getAgent", { id: "7" }],
  ["HEAD", "probe/7", "headAgent", { id: "7" }],
])("%s %s is %s, in whatever order the operations are declared", (method, path, id, pathValues) => {
  for (const order of [declared, declared.toReversed()]) {
    expect(matcher(Object.fromEntries(order))(method, path.split("/"))).toEqual({ id, pathValues });
  }
});

test.each([
  ["GET", "agents/7/staging", 404, undefined],
  ["GET", "agents//live", 404, undefined],
  ["PUT", "agents/7", 405, "GET, DELETE, POST, HEAD"],
  ["GET", "probe/7", 405, "HEAD"],
])("%s %s is rejected with %i and allows %s", (method, path, status, allow) => {
  expect(matcher(operations)(method, path.split("/"))).toMatchObject({ status, headers: allow ? { allow } : {} });
});

test("a segment of many literal parts is matched in time that grows with its length alone", () => {
  const path = `/${Array.from({ length: 12 }, (_, at) => `{v${at}}`).join("-")}!`;
  const match = matcher({ many: { method: "GET", path } });
  expect(match("GET", ["-".repeat(100_000)])).toMatchObject({ status: 404 });
});
