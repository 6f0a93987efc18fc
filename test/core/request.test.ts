import { expect, test } from "vitest";
import { parseRequest } from "../../src/core/request.ts";

const parse = (target: string, headers = {}) => parseRequest({ method: "GET", target, headers, body: "" });

test.each([
  ["in the query", "/api/v2/tokens?token=s3cret&a=b", {}],
  ["by an encoded name", "/api/v2/tokens?%74oken=s3cret&a=b", {}],
  ["behind a plus that is a space", "/api/v2/tokens?a=b&token=s3cret+more", {}],
  ["in headers", "/api/v2/tokens?token=t&a=b", { authorization: "Bearer s3cret", cookie: "s3cret", referer: "s3cret" }],
])("a secret %s is not in the parsed request, and the rest is", (_, target, headers) => {
  const request = parse(target, { ...headers, accept: "*/*" });
  expect(request).toMatchObject({ segments: ["api", "v2", "tokens"], hasToken: true, headers: { accept: "*/*" } });
  const { query } = request as { query: URLSearchParams };
  expect(String(query)).toBe("a=b");
  expect(JSON.stringify(request)).not.toContain("s3cret");
});

test.each([
  ["/api/v2/tokens", false],
  ["/api/v2/tokens?token=", false],
  ["/api/v2/tokens?Token=t", false],
  ["http://proxy.test/api/v2/tokens?token=t", true],
])("%s has a token: %s", (target, hasToken) => {
  expect(parse(target)).toMatchObject({ segments: ["api", "v2", "tokens"], hasToken });
});

test("a dot segment is rejected, not resolved", () => {
  for (const dots of ["..", ".", "%2e%2E"]) expect(parse(`/a/${dots}/b?token=t`)).toMatchObject({ status: 400 });
});
