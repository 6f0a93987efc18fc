import { describe, expect, test } from "vitest";
import { versionPrefixOf } from "../../src/openapi/path.ts";
import { createBaseUrls } from "../../src/traffic/base-urls.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { readData } from "../data.ts";

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
  return { results, ambiguity: baseUrls.findAmbiguity() };
}

interface Cases extends Record<"urls" | "below" | "escaped" | "anywhere", Record<string, string>> {
  prefixes: Record<string, [paths: string[], prefix: string[]]>;
  clear: Record<string, string[]>;
}

const cases: Cases = readData("traffic/base-urls.yaml");

test.each(Object.entries(cases.prefixes))(
  "the prefix is what paths begin with: %s",
  (_, [paths, prefix]) => {
    expect(versionPrefixOf(paths)).toEqual(prefix);
  },
);

test.each<[string, Record<string, string>, (string | undefined)?, typeof contract?]>([
  ["without a base URL", cases.urls],
  ["below a base URL", cases.below, "https://A.example/base/"],
  ["below a base URL with any path", cases.escaped, "https://a.example/api/@me/a%20b"],
  [
    "of a contract without a prefix",
    cases.anywhere,
    undefined,
    contractOf("/parcels", "/notes/all"),
  ],
])("addresses %s are read", (_, results, baseUrl, document) => {
  expect(readAll(Object.keys(results), baseUrl, document).results).toEqual(Object.values(results));
});

describe("the service is", () => {
  test.each(Object.entries(cases.clear))("clear with %s", (_, urls) => {
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
});
