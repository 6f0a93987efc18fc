import { expect, test } from "vitest";
import { type ParsedRequest, parseRequest } from "../../src/core/request.ts";

const declaredCredentials = [
  { in: "query", name: "token" },
  { in: "header", name: "x-key" },
  { in: "cookie", name: "sid" },
  { in: "authorization", name: "bearer" },
  { in: "authorization", name: "basic" },
] as const;
const parse = (target: string, headers = {}) =>
  parseRequest({ method: "GET", target, headers, body: "" }, declaredCredentials);
const hasToken = (request: object) =>
  (request as ParsedRequest).credentials.some((credential) => credential.name === "token");

test.each([
  ["/api/v2/tokens", false],
  ["/api/v2/tokens?token=", false],
  ["http://proxy.test/api/v2/tokens?token=t", true],
])("%s has a token: %s", (target, has) => {
  const request = parse(target);
  expect(request).toMatchObject({ segments: ["api", "v2", "tokens"] });
  expect(hasToken(request)).toBe(has);
});

test.each(["*", "http://proxy.test", "a/b"])(
  "the target %s is rejected, as it has no path",
  (target) => {
    expect(parse(target)).toMatchObject({ status: 400 });
  },
);

test("parsing lists the credentials of a request, in every location", () => {
  const headers = { "x-key": "k", cookie: "a=1; sid=2", authorization: "Bearer x" };
  expect(parse("/a?token=t", headers)).toMatchObject({
    credentials: declaredCredentials.slice(0, 4),
    lacksCredentials: false,
    cookies: new Map([["a", "1"]]),
  });
  expect(parse("/a?b=1", { authorization: "Digest x" })).toMatchObject({ lacksCredentials: true });
  const request = { method: "GET", target: "/a", headers: {}, body: "" };
  expect(parseRequest(request, [])).toMatchObject({ lacksCredentials: false });
});

test("a cookie without a value is ignored, and one that can't be decoded stays unchanged", () => {
  const cookie = "sid=; empty=; a=%C3%A4; b=%zz";
  expect(parse("/a", { cookie })).toMatchObject({
    credentials: [],
    cookies: new Map([
      ["a", "ä"],
      ["b", "%zz"],
    ]),
  });
});

test("basic credentials are a user and a password, encoded", () => {
  const hasBasic = (text: string) =>
    (parse("/a", { authorization: `Basic ${text}` }) as ParsedRequest).credentials.length > 0;
  // Either of the two may be empty.
  for (const text of ["user:password", "user:", ":password", "a:b:c"])
    expect(hasBasic(btoa(text))).toBe(true);
  for (const text of ["abc123", btoa("user"), "user:password", "%"])
    expect(hasBasic(text)).toBe(false);
});

test("a body of more than a million characters is rejected", () => {
  const request = { method: "POST", target: "/a", headers: {} };
  const body = "a".repeat(1_000_000);
  expect(parseRequest({ ...request, body }, [])).toMatchObject({ body });
  expect(parseRequest({ ...request, body: `${body}a` }, [])).toMatchObject({ status: 413 });
});
