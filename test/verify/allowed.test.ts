import { expect, test } from "vitest";
import { declared } from "../../generated/declared.ts";
import { operations } from "../../generated/operations.ts";
import { planOf } from "../../src/verify/live/plan.ts";
import { expectOnlyAllowed } from "./allowed.ts";

// These operations only, so that the tests don't depend on operations that are documented later.
const { listTokens, listWebhookRelayTypes, getWebhookRelay, deleteSipRegistration } = operations;
const pages = { items: "rooms", page: "pageNumber", size: "pageSize", total: "totalRooms" };
const listJunkInbox = { ...operations.listJunkInbox, pages };
const knownOperations = { listTokens, listJunkInbox, listWebhookRelayTypes, getWebhookRelay, deleteSipRegistration };
const planOptions = {
  operations: knownOperations,
  declarations: declared,
  values: {},
  included: [],
  names: {},
  probeAuth: false,
};
const linesOf = (options: object) =>
  planOf({ ...planOptions, ...options }).requests.map(
    ({ method, segments, query, token }) => `${method} ${segments.slice(2).join("/")}${query && `?${query}`} ${token}`,
  );

test("500 contracts: verify sends only requests that are marked as safe to retry", async () => {
  await expectOnlyAllowed(500);
});

test("the default plan has one request for each operation that is safe to retry", () => {
  expect(linesOf({})).toEqual(["GET tokens own", "GET junkConversations own", "GET webhookRelay/types own"]);
  expect(planOf(planOptions).skippedOperations).toEqual([
    { operation: "getWebhookRelay", reason: "no value for type: pass --value type=VALUE", isExcused: false },
    {
      ...{ operation: "deleteSipRegistration", isExcused: true },
      reason: "the contract doesn't mark it as safe to retry",
    },
  ]);
});

test("the plan contains path values, pages, probes and the deletion only by their options, the deletion last", () => {
  const names = { paginate: "all pages", pageNumber: "page" };
  expect(linesOf({ values: { type: ["sms", "a/b"] }, names, included: ["deleteSipRegistration"] })).toEqual([
    "GET tokens own",
    ...["0", "1"].map((page) => `GET junkConversations?all+pages=true&page=${page} own`),
    "GET webhookRelay/types own",
    "GET webhookRelay/sms own",
    "GET webhookRelay/a/b own",
    "DELETE sip/registration own",
  ]);
  expect(
    linesOf({ probeAuth: true, included: ["deleteSipRegistration"] }).filter((line) => !line.endsWith("own")),
  ).toEqual(
    ["tokens", "junkConversations", "webhookRelay/types"].flatMap((path) => [
      `GET ${path} absent`,
      `GET ${path} wrong`,
    ]),
  );
});
