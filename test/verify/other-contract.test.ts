import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { findServer } from "../../src/commands/server-option.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";
import { contractOf, verify, verifyHar } from "./recorded.ts";

describe("verify with another contract", () => {
  const responses = { 200: { content: { "application/json": { schema: { type: "integer" } } } } };
  const documentOf = (operation: object) => ({
    openapi: "3.1.1",
    info: { title: "", version: "" },
    paths: { "/parcels": { get: { ...operation, responses } } },
  });
  const [withId, withoutId] = [documentOf({ operationId: "getParcel" }), documentOf({})];

  test.each([
    ["YAML by its id", yaml.stringify(withId), "operationId: getParcel"],
    [
      "YAML in one line",
      yaml.stringify(withId, { collectionStyle: "flow" }),
      "operationId: getParcel",
    ],
    ["JSON by its path", JSON.stringify(withoutId, null, 2), '"/parcels":'],
    ["JSON in one line", JSON.stringify(withId), '"operationId"'],
  ])("has the locations of SARIF: %s", async (_, text, line) => {
    const file = writeTemporaryFile("other.yaml", text);
    const content = har(entry({ url: "/parcels", body: "no" }));
    const { stdout } = await verifyHar(content, "--contract", file, "--format", "sarif");
    const [{ locations }] = JSON.parse(stdout).runs[0].results;
    const startLine = 1 + text.split("\n").findIndex((entry) => entry.includes(line));
    expect(locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: pathToFileURL(file).href },
      region: { startLine },
    });
  });

  test("says which schemas can't be compiled, and why, and verifies nothing with them", async () => {
    const wrong = { $ref: "#/components/schemas/Wrong" };
    const schemas = { Nested: { properties: { a: wrong } }, Wrong: { pattern: "[" } };
    const bad = { a: wrong, b: { $ref: "#/components/schemas/Nested" }, c: { minimum: "1" } };
    const paths = Object.entries(bad).map(([name, schema]) => {
      const responses = { 200: { description: "", content: { "application/json": { schema } } } };
      return [`/${name}`, { get: { responses } }];
    });
    const file = contractOf({}, { components: { schemas }, paths: Object.fromEntries(paths) });
    const entries = Object.keys(bad).map((name) => entry({ url: `/${name}`, body: {} }));
    const { exitCode, stdout } = await verifyHar(har(...entries), "--contract", file);
    expect(exitCode).toBe(3);
    for (const id of ["GET /a", "GET /b"])
      expect(stdout).toContain(
        `the contract's schema can't be compiled (${id}, response 200): Invalid`,
      );
    expect(stdout).toContain("(GET /c, response 200): minimum value must be");
  });

  test("compares no body that takes forever to search for a pattern, and ends with the reason", async () => {
    const content = { "application/json": { schema: { items: { pattern: "^(a+)+$" } } } };
    const file = contractOf({ 200: { description: "", content } });
    const slow = { url: "/parcels", body: [`${"a".repeat(50)}!`] };
    const { report } = await verify([slow], "--contract", file);
    expect(report.ignored).toMatchObject([
      {
        reason:
          "the body (GET /parcels, response 200) takes more than a second to check: a pattern can match it in too many ways (ReDoS)",
      },
    ]);
    expect(report.findings).toEqual([]);
  });

  test("whose schema is invalid ends with a sentence", async () => {
    const file = writeTemporaryFile("bad.json", '{"openapi": "3.1.1"}');
    const { exitCode, output } = await verifyHar(har(), "--contract", file);
    expect(exitCode).toBe(2);
    expect(output).not.toContain("    at ");
  });
});

describe("a server of the contract is found by", () => {
  const servers = [
    { url: "https://a.example/", description: "Production." },
    {
      url: "https://{region}.b.example/{version}",
      variables: { region: { enum: ["eu", "us"] }, version: { default: "v1" } },
    },
    { url: "https://c.example", name: "Staging" },
    { url: "https://d.example" },
    { url: "{base_url}", variables: { base_url: { default: "http://127.0.0.1:4010" } } },
    { url: "/relative" },
  ];
  test.each([
    ["its description", "production", "https://a.example"],
    ["a value of its variable", "US", "https://us.b.example/v1"],
    ["its name", "staging", "https://c.example"],
    ["its host", "d.example", "https://d.example"],
  ])("%s", (_, name, url) => {
    expect(findServer({ servers }, name)).toBe(url);
  });

  test("no name, without an address", () => {
    expect(() => findServer({ servers: servers.slice(4) }, "production")).toThrow(
      "The contract knows no address of the service, so --server has no names: leave it out.",
    );
  });

  test("nothing else: an address without a known value isn't listed", () => {
    expect(() => findServer({ servers }, "127.0.0.1:4010")).toThrow(
      "--server takes the name of a server in the contract: production, eu, us, staging, d.example.",
    );
  });
});
