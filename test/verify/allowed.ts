import fc from "fast-check";
import { expect } from "vitest";
import type { DeclaredOperation } from "../../generated/declared.ts";
import { deletion, type PlanOptions } from "../../src/verify/live/plan.ts";
import { runLive } from "../../src/verify/live/run.ts";

const names = ["listWebhookRelayTypes", "getWebhookRelay", deletion, "listJunkInbox", "a", "b", "c"];
const segment = fc.constantFrom("types", "relay", "{type}", "{id}", "{id}.json", "tokens", "delete", "%2e", "ü");
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
const value = fc.constantFrom("types", "delete", "tokens", "a/b", "..", ".", "", "ü", "sms", "%2e%2e", "relay/delete");

const operation = fc.record({
  method: fc.constantFrom("GET", "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"),
  path,
  // A contract can contain any value here: only `true` allows a request.
  repeatable: fc.constantFrom<unknown>(true, true, false, undefined, "true", 1, null),
  body: fc.constantFrom<unknown>(undefined, undefined, true, ["application/json"]),
});

const declaredAs = (required: string[]): DeclaredOperation => ({
  required,
  unknowns: [],
  queryUnknowns: [],
  responses: {},
});

const contract = fc.record({
  operations: fc.dictionary(fc.constantFrom(...names), operation, { noNullPrototype: true }),
  required: fc.constantFrom<string[]>([], [], ["q"]),
  values: fc.dictionary(fc.constantFrom("type", "id"), fc.array(value), { noNullPrototype: true }),
  included: fc.constantFrom<string[]>([], [], [deletion], ["a"]),
  probeAuth: fc.boolean(),
  typeList: fc.array(value),
});

/** Runs verify with generated contracts, and checks every request that it sends. */
export async function expectOnlyAllowed(numRuns: number): Promise<void> {
  const originalFetch = globalThis.fetch;
  let requestCount = 0;
  try {
    await fc.assert(
      fc.asyncProperty(contract, async ({ operations, required, typeList, ...rest }) => {
        const requests: { method: string; path: string; token: string | null }[] = [];
        globalThis.fetch = async (url, init) => {
          const { pathname, searchParams } = new URL(String(url));
          expect(init?.redirect).toBe("manual");
          requests.push({ method: init?.method ?? "GET", path: pathname, token: searchParams.get("token") });
          return Response.json(typeList);
        };
        const planOptions = {
          operations,
          declarations: Object.fromEntries(names.map((name) => [name, declaredAs(required)])),
          names: {},
          ...rest,
        } as PlanOptions;
        await runLive(
          planOptions,
          {
            baseUrl: "https://service.example.com",
            token: "tok-right",
            timeoutMs: 1000,
            signal: new AbortController().signal,
          },
          { pauseMs: 0, maxRequests: 12 },
          { exchange: () => {}, probe: () => {}, failure: () => {}, progress: () => {} },
        );
        expect(requests.length).toBeLessThanOrEqual(12);
        requestCount += requests.length;
        for (const { method, path, token } of requests) {
          expect(rest.probeAuth ? ["tok-right"] : [token]).toContain("tok-right");
          expect(Object.entries(operations).some(([id, row]) => isAllowed(id, row, rest.included, method, path))).toBe(
            true,
          );
          // No path value makes a request reach the literal path of an operation that isn't allowed.
          const exact = Object.entries(operations).find(
            ([, row]) => row.method === method && row.path === decodeURI(path),
          );
          if (exact) expect(isAllowed(exact[0], exact[1], rest.included, method, path)).toBe(true);
        }
      }),
      { numRuns, seed: 11 },
    );
  } finally {
    globalThis.fetch = originalFetch;
  }
  expect(requestCount).toBeGreaterThan(numRuns / 2);
}

/** Returns whether the contract allows a request for an operation. Doesn't use the plan, which is under test. */
function isAllowed(
  id: string,
  row: { method: string; path: string; repeatable: unknown },
  included: string[],
  method: string,
  path: string,
) {
  const isSafeOrIncluded = row.repeatable === true || (id === deletion && included.includes(deletion));
  const pattern = row.path
    .split("/")
    .map((segment) =>
      segment
        .split(/\{[^}]+\}/)
        .map((text) => encodeURIComponent(text).replaceAll(".", "\\."))
        .join("[^/]+"),
    )
    .join("/");
  return isSafeOrIncluded && row.method === method && new RegExp(`^${pattern}$`).test(path);
}
