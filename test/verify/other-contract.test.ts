import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { findServer } from "../../src/commands/server-option.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";

const parcel = {
  type: "object",
  required: ["weight"],
  properties: { weight: { type: "integer" } },
};
const document = {
  openapi: "3.1.1",
  info: { title: "Parcels", version: "1" },
  servers: [
    {
      url: "https://parcels.example/{stage}",
      variables: { stage: { enum: ["live", "test"], default: "live" } },
    },
  ],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Parcels" } } },
  security: [{ key: [] }],
  paths: {
    "/parcels/{id}": {
      get: {
        responses: {
          200: { description: "A parcel.", content: { "application/json": { schema: parcel } } },
        },
      },
    },
  },
};
const contractFile = writeTemporaryFile("parcels.json", JSON.stringify(document));

async function run(
  body: unknown,
  url = "https://parcels.example/live/parcels/7",
  ...args: string[]
) {
  const requestHeaders = { "X-Parcels": "key-of-parcels" };
  const file = writeTemporaryFile("a.har", har(entry({ url, requestHeaders, body })));
  const ending = await runHere(
    runVerify,
    [...(args.includes("--contract") ? [] : ["--contract", contractFile]), "--har", file, ...args],
    {
      PHONE_AGENT_BASE_URL: undefined,
    },
  );
  expect(ending.output).not.toContain("key-of-parcels");
  return ending;
}

describe("verify with another contract", () => {
  const server = ["--server", "live"];

  test("compares bodies with its schemas, also of an operation without an id", async () => {
    expect(await run({ weight: 1 }, undefined, ...server)).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await run({ weight: "1" }, undefined, ...server);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("✗ GET /parcels/{id}  GET /parcels/{id}\n");
    expect(stdout).toContain("✗ body /weight, contract: must be integer; seen: string, once");
  });

  test("drops the credential that it declares, also as the name of a field", async () => {
    expect(
      (await run({ weight: 1, "key-of-parcels": 1 }, undefined, ...server, "--format", "json"))
        .exitCode,
    ).toBe(0);
  });

  test("counts only requests below the server that was named", async () => {
    const { exitCode, stdout } = await run(
      { weight: 1 },
      "https://parcels.example/test/parcels/7",
      ...server,
    );
    expect(exitCode).toBe(3);
    expect(stdout).toContain("×1 in a.har: not below the base URL. Entries 1");
  });

  test.each([
    ["QUERY", "?weight=2", 0, "1 of 3 operations, 1 of them checked down to the body.\n"],
    ["QUERY", "?size=2", 0, "to the body. It shows 1 fact that the contract doesn't have.\n"],
    ["COPY", "", 0, "1 of 3 operations, 1 of them checked down to the body.\n"],
    ["MOVE", "", 3, "not a recorded request"],
  ])("reads what OpenAPI 3.2 adds: %s%s", async (method, query, exitCode, text) => {
    const [[path, item]] = Object.entries(document.paths) as [[string, { get: object }]];
    const content = { "application/x-www-form-urlencoded": { schema: parcel } };
    const operation = { ...item.get, parameters: [{ name: "all", in: "querystring", content }] };
    const paths = {
      [path]: { ...item, query: operation, additionalOperations: { COPY: item.get } },
    };
    const file = writeTemporaryFile(
      "new.json",
      JSON.stringify({ ...document, openapi: "3.2.0", paths }),
    );
    const url = `https://parcels.example/live/parcels/7${query}`;
    const requestHeaders = { "X-Parcels": "key-of-parcels" };
    const traffic = writeTemporaryFile(
      "a.har",
      har(entry({ method, url, requestHeaders, body: { weight: 1 } })),
    );
    const ending = await runHere(runVerify, ["--contract", file, ...server, "--har", traffic], {});
    expect(ending).toMatchObject({ exitCode, output: expect.stringContaining(text) });
  });

  const withId = {
    ...document,
    paths: { "/parcels/{id}": { get: { operationId: "getParcel", responses: {} } } },
  };
  test.each([
    ["YAML by its id", yaml.stringify(withId), "operationId: getParcel"],
    [
      "YAML in one line",
      yaml.stringify(withId, { collectionStyle: "flow" }),
      "operationId: getParcel",
    ],
    ["JSON by its id", JSON.stringify(withId, null, 2), '"operationId": "getParcel"'],
    ["YAML by its path", yaml.stringify(document), "/parcels/{id}:"],
    ["JSON by its path", JSON.stringify(document, null, 2), '"/parcels/{id}":'],
    ["JSON in one line", JSON.stringify(withId), '"operationId"'],
  ])("has the locations of SARIF: %s", async (_, text, line) => {
    const file = writeTemporaryFile("other.yaml", text);
    const { stdout } = await run({}, undefined, ...server, "--contract", file, "--format", "sarif");
    const [{ locations }] = JSON.parse(stdout).runs[0].results;
    const startLine = 1 + text.split("\n").findIndex((entry) => entry.includes(line));
    expect(locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: pathToFileURL(file).href },
      region: { startLine },
    });
  });

  test("says which schemas can't be compiled, and why, and verifies nothing with them", async () => {
    const wrong = { $ref: "#/components/schemas/Wrong" };
    const reference = { $ref: "#/components/schemas/Nested" };
    const pathOf = (schema: object) => ({
      get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
    });
    const paths = { "/a": pathOf(wrong), "/b": pathOf(reference), "/c": pathOf({ minimum: "1" }) };
    const schemas = { Nested: { properties: { a: wrong } }, Wrong: { pattern: "[" } };
    const file = writeTemporaryFile(
      "bad.json",
      JSON.stringify({ ...document, security: [], components: { schemas }, paths }),
    );
    const traffic = ["a", "b", "c"].map((name) =>
      entry({ url: `https://parcels.example/live/${name}`, body: {} }),
    );
    const recording = writeTemporaryFile("a.har", har(...traffic));
    const { exitCode, stdout } = await runHere(runVerify, ["--contract", file, "--har", recording]);
    expect(exitCode).toBe(3);
    for (const id of ["GET /a", "GET /b"])
      expect(stdout).toContain(
        `the contract's schema can't be compiled (${id}, response 200): Invalid`,
      );
    expect(stdout).toContain("(GET /c, response 200): minimum value must be");
  });

  test("whose schema is invalid ends with a sentence", async () => {
    const { exitCode, output } = await runHere(
      runVerify,
      ["--contract", writeTemporaryFile("bad.json", '{"openapi": "3.1.1"}'), "--har", "a"],
      {},
    );
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
