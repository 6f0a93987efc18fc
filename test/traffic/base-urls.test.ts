import { describe, expect, test } from "vitest";
import { versionPrefixOf } from "../../src/openapi/path.ts";
import { createBaseUrls } from "../../src/traffic/base-urls.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";

const contractOf = (...paths: string[]) =>
  createVerifiableContract({
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
  });
const contract = contractOf("/api/v2/parcels", "/api/v2/notes/{id}");

function readAll(urls: readonly string[], baseUrl?: string, document = contract) {
  const baseUrls = createBaseUrls(document, baseUrl);
  const results = urls.map((url) => {
    try {
      const address = baseUrls.read(url);
      baseUrls.use(address.base, (name) => name);
      return `${address.base} ${address.segments.join("/")}${address.query.size > 0 ? `?${address.query}` : ""}`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  return { results, ambiguity: baseUrls.findAmbiguity(), others: baseUrls.describeOthers() };
}

test.each([
  ["of all paths, without their last segment", ["/api/v2/a", "/api/v2/b/c"], ["api", "v2"]],
  ["of one path", ["/api/v2/a"], ["api", "v2"]],
  ["up to the version", ["/api/v2/a/b", "/api/v2/a/c"], ["api", "v2"]],
  ["without a version", ["/rest/a/b", "/rest/a/c"], ["rest", "a"]],
  ["without a value", ["/{tenant}/a", "/{tenant}/b"], []],
  ["nothing, if they differ", ["/v2/a", "/a"], []],
  ["nothing, without paths", [], []],
])("the prefix is what paths begin with: %s", (_, paths, prefix) => {
  expect(versionPrefixOf(paths)).toEqual(prefix);
});

describe("an address", () => {
  test.each([
    ["https://A.example:443/api/v2/parcels/", "https://a.example api/v2/parcels"],
    [
      "https://user:pw@a.example:8443/page/api/v2/parcels?x=1#y",
      "https://a.example:8443/page api/v2/parcels?x=1",
    ],
    ["https://a.example/Margaret/api/v2/parcels", "https://a.example/* api/v2/parcels"],
    ["/api/v2/parcels?x=1", " api/v2/parcels?x=1"],
    ["{{ host }}/api/v2/parcels", "{{host}} api/v2/parcels"],
    ["https://a.example", "no /api/v2/ in the path"],
    ["https://a.example//api/v2//parcels//", "https://a.example api/v2/parcels"],
    ["https://a.example?x=1", "no /api/v2/ in the path"],
    ["https://a.example/api/v2", "https://a.example api/v2"],
    ["https://a.example/api/v3/parcels", "no /api/v2/ in the path"],
    ["https:///api/v2/parcels", "not an HTTP request"],
    ["ftp://a.example/api/v2/parcels", "not an HTTP request"],
    ["https://a.example/api/v2/%zz", "The request target has malformed percent-encoding."],
  ])("%s is read as %s", (url, result) => {
    expect(readAll([url]).results).toEqual([result]);
  });

  test("below a base URL has any path", () => {
    const urls = [
      "https://a.example/base/x",
      "https://a.example/x",
      "https://b.example/base/x",
      "{{host}}/x",
      "/base/x",
    ];
    expect(
      readAll([...urls, "http://a.example/base/x"], "https://A.example/base/").results,
    ).toEqual([
      "https://a.example x",
      "not below the base URL",
      "another host",
      "the host is a variable without a value",
      " x",
      "another host",
    ]);
  });

  test("of a contract without a prefix has any path", () => {
    expect(readAll(["https://a.example/x", "https://a.example"], undefined, contractOf("/parcels", "/notes/all")).results)
      // biome-ignore format: one for each URL.
      .toEqual(["https://a.example x", "https://a.example "]);
  });
});

describe("the service is", () => {
  test.each([
    ["one host", ["https://a.example/api/v2/x", "https://a.example/api/v2/y"]],
    ["one host with both schemes", ["http://a.example/api/v2/x", "https://a.example/api/v2/y"]],
    [
      "one host, next to others without the paths",
      ["https://a.example/api/v2/x", "https://b.example/x"],
    ],
    ["one host, and entries without any", ["https://a.example/api/v2/x", "/api/v2/y"]],
    ["none", []],
  ])("clear with %s", (_, urls) => {
    expect(readAll(urls).ambiguity).toBeUndefined();
  });

  test("unclear with several hosts, ports or paths before the prefix, and is asked for with its option", () => {
    const urls = [
      "https://a.example/api/v2/x",
      "https://a.example/page/api/v2/x",
      "{{host}}/api/v2/x",
      "{{host}}/api/v2/y",
    ];
    expect(readAll(urls).ambiguity).toBe(
      [
        "Several services have /api/v2/ in their paths. Choose one:",
        "  --base-url https://a.example  (requests: 1)",
        "  --base-url https://a.example/page  (requests: 1)",
        "  --variable host=URL  (requests: 2)",
      ].join("\n"),
    );
  });

  test("clear with a base URL", () => {
    expect(
      readAll(["https://a.example/x", "https://b.example/x"], "https://b.example").ambiguity,
    ).toBeUndefined();
  });
});

test("the baseUrls of other requests are those without the contract's paths, or that aren't below the base URL", () => {
  expect(
    readAll(["https://a.example/v3/x", "/Margaret/x", "{{host}}/x"]).others?.split("\n"),
  ).toEqual([
    "No request has /api/v2/ in its path. Others, with the option for their address:",
    "  --base-url https://a.example  (requests: 1)",
    "  no host, so no option  (requests: 1)",
    "  --variable host=URL  (requests: 1)",
  ]);
  expect(readAll(["https://a.example/x"], "https://b.example").others).toMatch(
    /^No request is below the base URL\. /,
  );
  expect(readAll(["https://b.example/x"], "https://b.example").others).toBeUndefined();
});
