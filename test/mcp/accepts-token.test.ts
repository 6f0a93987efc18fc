import { expect, test } from "vitest";
import { toBasic, toHeader, withNothing, withSchemes } from "../../src/client/schemes.ts";
import { acceptsToken } from "../../src/mcp/calls.ts";

const schemes = { key: toHeader("X-API-Key"), bearer: toHeader("authorization", "Bearer "), basic: toBasic };
const withAlternatives = (...alternatives: (keyof typeof schemes)[][]) =>
  withSchemes(schemes, alternatives, [alternatives[0]?.[0] ?? ""]);

test("a token is accepted if it is all that one of the alternatives takes", async () => {
  const operation = {};
  const accepts = (...alternatives: (keyof typeof schemes)[][]) =>
    acceptsToken(withAlternatives(...alternatives), operation, "secret");
  expect(await acceptsToken(withNothing, operation, "")).toBe(true);
  expect(await accepts(["key"])).toBe(true);
  expect(await accepts(["key"], ["bearer", "basic"])).toBe(true);
  expect(await accepts(["key", "bearer"])).toBe(false);
  // It is no user and password.
  expect(await accepts(["basic"])).toBe(false);
});
