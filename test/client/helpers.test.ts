import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { parseRoomId, relayHeaders, unixDate } from "../../src/index.ts";
import { failureOf } from "./server.ts";

test.each([
  ["1700000000", "2023-11-14T22:13:20.000Z"],
  [0, "1970-01-01T00:00:00.000Z"],
  ["-1", "1969-12-31T23:59:59.000Z"],
])("unixDate reads %j as seconds", (seconds, want) => {
  expect(unixDate(seconds).toISOString()).toBe(want);
});

test.each(["", "soon", "1.5", 1.5, Infinity, 1e30])("unixDate rejects %j", async (seconds) => {
  expect(await failureOf(() => unixDate(seconds))).toMatchObject({
    kind: "configuration",
    operation: "unixDate",
  });
});

test("parseRoomId returns the two integers", () => {
  expect(parseRoomId("1001:2001")).toEqual([1001, 2001]);
  expect(parseRoomId("-1:0")).toEqual([-1, 0]);
});

test.each(["1", "1:2:3", "1.5:2", " 1:2", "9007199254740993:1"])(
  "parseRoomId rejects %j",
  async (roomId) => {
    expect(await failureOf(() => parseRoomId(roomId))).toMatchObject({ kind: "configuration" });
  },
);

test("relayHeaders joins the values of a repeated name", () => {
  const headers = relayHeaders(fixtures.getWebhookRelay["several-headers"].config.headers);
  expect([...headers]).toEqual([
    ["authorization", "<RELAY_SECRET>"],
    ["x-example-header", "example value, second example value"],
  ]);
});

test("relayHeaders rejects a header that HTTP can't carry, without quoting it", async () => {
  const error = await failureOf(() => relayHeaders([{ Authorization: "s3cret\nx" }]));
  expect(error).toMatchObject({ kind: "configuration", operation: "relayHeaders" });
  expect(error.message).not.toContain("s3cret");
});
