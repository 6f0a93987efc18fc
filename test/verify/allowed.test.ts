import { expect, test } from "vitest";
import { declared } from "../../generated/declared.ts";
import { operations } from "../../generated/operations.ts";
import { planOf } from "../../src/verify/live/plan.ts";
import { expectOnlyAllowed } from "./allowed.ts";

// Whatever else is documented by now.
const { listTokens, listWebhookRelayTypes, getWebhookRelay, deleteSipRegistration } = operations;
const pages = { items: "rooms", page: "pageNumber", size: "pageSize", total: "totalRooms" };
const listJunkInbox = { ...operations.listJunkInbox, pages };
const five = { listTokens, listJunkInbox, listWebhookRelayTypes, getWebhookRelay, deleteSipRegistration };
const planned = { operations: five, declarations: declared, values: {}, included: [], names: {}, probeAuth: false };
const lines = (options: object) =>
  planOf({ ...planned, ...options }).requests.map(
    ({ method, segments, query, token }) => `${method} ${segments.slice(2).join("/")}${query && `?${query}`} ${token}`,
  );

test("of 500 contracts, nothing is sent that isn't marked as safe to repeat", async () => {
  await expectOnlyAllowed(500);
});

test("by default, each operation that is safe to repeat gets one request", () => {
  expect(lines({})).toEqual(["GET tokens own", "GET junkConversations own", "GET webhookRelay/types own"]);
  expect(planOf(planned).skippedOperations).toEqual([
    { operation: "getWebhookRelay", reason: "no value for type: pass --value type=VALUE", isExcused: false },
    {
      ...{ operation: "deleteSipRegistration", isExcused: true },
      reason: "the contract doesn't mark it as safe to retry",
    },
  ]);
});

test("path values, pages, probes and the deletion are there only if asked for, the deletion last", () => {
  const names = { paginate: "all pages", pageNumber: "page" };
  expect(lines({ values: { type: ["sms", "a/b"] }, names, included: ["deleteSipRegistration"] })).toEqual([
    "GET tokens own",
    ...["0", "1"].map((page) => `GET junkConversations?all+pages=true&page=${page} own`),
    "GET webhookRelay/types own",
    "GET webhookRelay/sms own",
    "GET webhookRelay/a/b own",
    "DELETE sip/registration own",
  ]);
  expect(
    lines({ probeAuth: true, included: ["deleteSipRegistration"] }).filter((line) => !line.endsWith("own")),
  ).toEqual(
    ["tokens", "junkConversations", "webhookRelay/types"].flatMap((path) => [
      `GET ${path} absent`,
      `GET ${path} wrong`,
    ]),
  );
});
