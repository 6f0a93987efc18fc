import { expect, test } from "vitest";
import { prepareContract } from "../../src/verify/contract.ts";
import { planRequests } from "../../src/verify/live/plan.ts";
import { initialContract } from "../learn/contract.ts";
import { expectOnlyAllowed } from "./allowed.ts";

const contract = prepareContract(initialContract());
const planOptions = { values: {}, include: [], probeAuth: false };
const linesOf = (options: object, names: object = {}) =>
  planRequests(prepareContract(initialContract(), undefined, names), { ...planOptions, ...options }).requests.map(
    ({ operation, segments, query, probe = "own" }) =>
      `${operation.method} ${segments.slice(2).join("/")}${query && `?${query}`} ${probe}`,
  );

test("500 contracts: verify sends only requests that are marked as safe to retry", async () => {
  await expectOnlyAllowed(500);
});

test("the default plan has one request for each operation that is safe to retry", () => {
  expect(linesOf({})).toEqual(["GET tokens own", "GET junkConversations own", "GET webhookRelay/types own"]);
  expect(planRequests(contract, planOptions).obstacles).toEqual({
    getWebhookRelay: { reason: "no value for type: pass --value type=VALUE", isExcused: false },
    deleteSipRegistration: { reason: "the contract doesn't mark it as safe to retry", isExcused: true },
  });
});

test("the plan contains path values, pages, probes and the deletion only by their options, the deletion last", () => {
  const names = { paginate: "all pages", pageNumber: "page" };
  expect(linesOf({ values: { type: ["sms", "a/b"] }, include: ["deleteSipRegistration"] }, names)).toEqual([
    "GET tokens own",
    ...["0", "1"].map((page) => `GET junkConversations?all+pages=true&page=${page} own`),
    "GET webhookRelay/types own",
    "GET webhookRelay/sms own",
    "GET webhookRelay/a/b own",
    "DELETE sip/registration own",
  ]);
  expect(
    linesOf({ probeAuth: true, include: ["deleteSipRegistration"] }).filter((line) => !line.endsWith("own")),
  ).toEqual(
    ["tokens", "junkConversations", "webhookRelay/types"].flatMap((path) => [
      `GET ${path} without a token`,
      `GET ${path} with a wrong token`,
    ]),
  );
});
