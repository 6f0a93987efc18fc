import fc from "fast-check";
import { expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { planRequests } from "../../src/verify/live/plan.ts";
import { runLive } from "../../src/verify/live/run.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { runs } from "../runs.ts";
import { runOptions } from "./service.ts";

const names = ["listTypes", "getRelay", "deleteRelay", "a", "b", "c"];
const segment = fc.constantFrom(
  "types",
  "relay",
  "{type}",
  "{id}",
  "{id}.json",
  "tokens",
  "delete",
  "%2e",
  "ü",
);
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.join("/")}`);
const value = fc.constantFrom(
  "types",
  "delete",
  "tokens",
  "a/b",
  "..",
  ".",
  "",
  "ü",
  "sms",
  "%2e%2e",
  "relay/delete",
);

const operation = fc.record({
  method: fc.constantFrom("get", "get", "post", "put", "delete", "patch", "head"),
  path,
  // A contract can contain any value here: only `true` allows a request.
  repeatable: fc.constantFrom<unknown>(true, true, false, undefined, "true", 1, null),
  requestBody: fc.constantFrom<unknown>(undefined, undefined, { content: {} }),
  required: fc.constantFrom(false, false, true),
});
type Operations = Record<string, { [Name in "method" | "path"]: string } & Record<string, unknown>>;

/**
 * Creates an OpenAPI document. Of two operations with the same method and path, the last counts.
 */
function createDocument(operations: Operations) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, { method, path, repeatable, required, ...rest }] of Object.entries(
    operations,
  )) {
    const parameters = [{ name: "q", in: "query", required, schema: { type: "string" } }];
    paths[path] = {
      ...paths[path],
      [method]: { operationId, "x-repeatable": repeatable, parameters, ...rest },
    };
  }
  return { openapi: "3.1.1", paths, security: [{ apiToken: [] }] };
}

const contract = fc.record({
  operations: fc.dictionary(fc.constantFrom(...names), operation, { noNullPrototype: true }),
  values: fc.dictionary(fc.constantFrom("type", "id"), fc.array(value), { noNullPrototype: true }),
  include: fc.constantFrom<string[]>([], [], ["deleteRelay"], ["a"]),
  probeAuth: fc.boolean(),
  typeList: fc.array(value),
});

test("verify sends only requests that are safe to retry or included, with contracts of any kind", async () => {
  const originalFetch = globalThis.fetch;
  let requestCount = 0;
  try {
    await fc.assert(
      fc.asyncProperty(contract, async ({ operations, typeList, ...options }) => {
        const requests: { method: string; path: string; token: string | null }[] = [];
        globalThis.fetch = async (url, init) => {
          const { pathname, searchParams } = new URL(String(url));
          expect(init?.redirect).toBe("manual");
          requests.push({
            method: init?.method ?? "GET",
            path: pathname,
            token: searchParams.get("token"),
          });
          return Response.json(typeList);
        };
        const contract = createVerifiableContract(createDocument(operations));
        await runLive(
          contract,
          { ...runOptions, ...options, maxRequests: 12 },
          createVerification(contract),
          () => {},
        );
        const { include } = options;
        const documentedOperations = Object.entries(operations).filter(([id]) =>
          Object.hasOwn(contract.operations, id),
        );
        expect(requests.length).toBeLessThanOrEqual(12);
        requestCount += requests.length;
        for (const { method, path, token } of requests) {
          expect(options.probeAuth ? ["tok-right"] : [token]).toContain("tok-right");
          expect(
            documentedOperations.some(([id, row]) => isAllowed(id, row, include, method, path)),
          ).toBe(true);
          // No path value makes a request reach the literal path of an operation that isn't
          // allowed.
          const exact = documentedOperations.find(
            ([, row]) => row.method.toUpperCase() === method && row.path === decodeURI(path),
          );
          if (exact) expect(isAllowed(exact[0], exact[1], include, method, path)).toBe(true);
        }
      }),
      { numRuns: runs(3000), seed: 11 },
    );
  } finally {
    globalThis.fetch = originalFetch;
  }
  expect(requestCount).toBeGreaterThan(75);
});

/**
 * Returns whether the contract allows a request for an operation. Doesn't use the plan, which is
 * under test.
 */
function isAllowed(
  id: string,
  row: Operations[string],
  include: string[],
  method: string,
  path: string,
) {
  const isSafeOrIncluded = row["repeatable"] === true || include.includes(id);
  const pattern = row.path
    .split("/")
    .map((segment) =>
      segment
        .split(/\{[^}]+\}/)
        .map((text) => encodeURIComponent(text).replaceAll(".", "\\."))
        .join("[^/]+"),
    )
    .join("/");
  return (
    isSafeOrIncluded && row.method.toUpperCase() === method && new RegExp(`^${pattern}$`).test(path)
  );
}

const ownContract = createVerifiableContract(readContract());
const planOptions = { values: {}, include: [], probeAuth: false };
const linesOf = (options: object, names: object = {}) =>
  planRequests(createVerifiableContract(readContract(), undefined, names), {
    ...planOptions,
    ...options,
  }).requests.map(
    ({ operation, segments, query, probe = "own" }) =>
      `${operation.method} ${segments.slice(2).join("/")}${query && `?${query}`} ${probe}`,
  );

test("the default plan has one request for each operation that is safe to retry", () => {
  expect(linesOf({})).toEqual([
    "GET tokens own",
    "GET junkConversations own",
    "GET webhookRelay/types own",
  ]);
  expect(planRequests(ownContract, planOptions).obstacles).toEqual({
    getWebhookRelay: { reason: "no value for type: pass --value type=VALUE", isExcused: false },
    deleteSipRegistration: {
      reason: "the contract doesn't mark it as safe to retry",
      isExcused: true,
    },
  });
});

test.each([
  ["a body", { requestBody: { content: {} } }],
  ["a query parameter", { parameters: [{ name: "q", in: "query", required: true }] }],
])("an operation that needs %s gets no request", (_, fields) => {
  const get = { operationId: "search", "x-repeatable": true, responses: {}, ...fields };
  expect(
    planRequests(createVerifiableContract({ paths: { "/search": { get } } }), planOptions),
  ).toEqual({
    requests: [],
    obstacles: { search: { reason: "it needs inputs, and verify makes none up", isExcused: true } },
  });
});

test("the path of a request isn't encoded twice", () => {
  const get = { operationId: "list", "x-repeatable": true, responses: {} };
  const contract = createVerifiableContract({ paths: { "/my%20sheets": { get } } });
  expect(planRequests(contract, planOptions).requests).toMatchObject([{ segments: ["my sheets"] }]);
});

test("the plan contains path values, pages, probes and the deletion only by their options, the deletion last", () => {
  const names = { paginate: "all pages", pageNumber: "page" };
  expect(
    linesOf({ values: { type: ["sms", "a/b"] }, include: ["deleteSipRegistration"] }, names),
  ).toEqual([
    "GET tokens own",
    ...["0", "1"].map((page) => `GET junkConversations?all+pages=true&page=${page} own`),
    "GET webhookRelay/types own",
    "GET webhookRelay/sms own",
    "GET webhookRelay/a/b own",
    "DELETE sip/registration own",
  ]);
  expect(
    linesOf({ probeAuth: true, include: ["deleteSipRegistration"] }).filter(
      (line) => !line.endsWith("own"),
    ),
  ).toEqual(
    ["tokens", "junkConversations", "webhookRelay/types"].flatMap((path) => [
      `GET ${path} without a token`,
      `GET ${path} with a wrong token`,
    ]),
  );
});
