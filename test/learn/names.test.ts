import { expect, test } from "vitest";
import { seeded } from "../../scripts/bench/seeded.ts";
import { assign } from "../../scripts/learn/names/assign.ts";
import { match } from "../../scripts/learn/names/match.ts";
import { alike, words } from "../../scripts/learn/names/words.ts";
import { ownPairs, publicApis, publicPairs, quality } from "./vocabularies.ts";

test("of the 97 names at least 95 % come first, 99 % among three, and 60 % surely", () => {
  const { pairs, documented } = ownPairs();
  const { operations, first, amongThree, sure, surelyWrong } = quality(pairs, publicPairs("box"), documented);
  expect(operations).toBe(92);
  expect(first / operations).toBeGreaterThanOrEqual(0.95);
  expect(amongThree / operations).toBeGreaterThanOrEqual(0.99);
  expect(sure / operations).toBeGreaterThanOrEqual(0.6);
  expect(surelyWrong).toBe(0);
});

test.each(publicApis)("the names of a public API, %s, find their paths as well", (name) => {
  const foreign = publicPairs(name === "vapi" ? "box" : "vapi");
  const { operations, first, amongThree, sure, surelyWrong } = quality(publicPairs(name), foreign);
  expect(operations).toBe(97);
  expect(first / operations).toBeGreaterThanOrEqual(0.95);
  expect(amongThree / operations).toBeGreaterThanOrEqual(0.99);
  expect(sure / operations).toBeGreaterThanOrEqual(0.6);
  expect(surelyWrong).toBe(0);
});

test("a path that no name fits gets none", () => {
  const names = [{ area: "Tasks", method: "GET", name: "Fetch all tasks" }];
  expect(match(names, [{ method: "GET", path: "/api/v2/featureFlags" }])).toEqual([]);
  expect(match(names, [{ method: "POST", path: "/api/v2/tasks" }])).toEqual([]);
});

test("a documented pair teaches a word: conversations stand for an inbox", () => {
  const names = [
    { area: "Messaging", method: "GET", name: "List Priority Inbox" },
    { area: "Messaging", method: "GET", name: "Fetch Conversation" },
  ];
  const seen = { method: "GET", path: "/api/v2/priorityConversations" };
  const junk = { area: "Messaging", method: "GET", name: "List Junk Inbox" };
  const [candidate] = match(names, [seen], [[junk, { method: "GET", path: "/api/v2/junkConversations" }]]);
  expect(candidate?.named.name).toBe("List Priority Inbox");
});

test("a rejected pair gives way to the next best", () => {
  const names = ["Fetch task limits", "Fetch all tasks"].map((name) => ({ area: "Tasks", method: "GET", name }));
  const all = [{ method: "GET", path: "/api/v2/tasks/limits" }];
  expect(match(names, all)[0]?.named.name).toBe("Fetch task limits");
  expect(match(names, all, [], ({ name }) => name === "Fetch task limits")[0]?.named.name).toBe("Fetch all tasks");
});

test("names split into words of any spelling", () => {
  expect(words("GET outboundSMSMessages/by_id")).toEqual(["get", "outbound", "sms", "message", "by", "id"]);
  expect(words("Queue outbound call(s)")).toEqual(["queue", "outbound", "call"]);
  expect(alike("registration", "register")).toBeGreaterThan(0.5);
  expect(alike("task", "token")).toBe(0);
});

test("the assignment has the greatest sum, as trying all shows", () => {
  const random = seeded(3);
  for (let round = 0; round < 50; round++) {
    const values = Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => random() - 0.4));
    const { columns } = assign(values);
    const sum = columns.reduce(
      (all: number, column, row) => all + (column === undefined ? 0 : (values[row]?.[column] ?? 0)),
      0,
    );
    expect(sum).toBeCloseTo(greatest(values, 0, new Set()), 9);
  }
});

function greatest(values: number[][], row: number, taken: Set<number>): number {
  if (row === values.length) return 0;
  const alone = greatest(values, row + 1, taken);
  return Math.max(
    alone,
    ...(values[row] ?? []).map((value, column) =>
      taken.has(column) ? 0 : value + greatest(values, row + 1, new Set([...taken, column])),
    ),
  );
}

test("the regret of a pair is what the whole loses without it", () => {
  const values = [
    [0.9, 0.8],
    [0.7, 0.1],
  ];
  const { columns, regret } = assign(values);
  expect(columns).toEqual([1, 0]);
  expect(regret(0)).toBeCloseTo(1.5 - 1.0, 9);
});
