import { describe, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { contractFile } from "../../scripts/contract/document.ts";
import { writeTemporaryFile } from "../traffic/files.ts";
import { contractOf, type Exchange, findingsOf, verify } from "./recorded.ts";

const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});
const integer = { type: "integer" };
const text = { type: "string" };
const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });

const responses = {
  200: {
    description: "",
    content: {
      "application/json": { schema: object({ id: integer }, ["id"]) },
      "application/vnd.list+json": { schema: { type: "array", items: object({ id: integer }) } },
    },
  },
  201: json(object({ location: text }, ["location"])),
  202: json(object({ ticket: integer }, ["ticket"])),
  "4XX": json(object({ reason: text })),
  404: json(object({ code: integer })),
  default: json(object({ message: text })),
};
const several = contractOf(responses);

describe("a body is compared with what the contract declares for its status and media type", () => {
  test.each<[string, Exchange, ...unknown[]]>([
    ["a right 201", { status: 201, body: { location: "/1" } }, 0],
    ["a right 202", { status: 202, body: { ticket: 1 } }, 0],
    [
      "a 201 without its required field",
      { status: 201, body: {} },
      1,
      "contradiction body /location absent",
    ],
    [
      "a 202 with the body of a 200",
      { status: 202, body: { id: 1 } },
      1,
      "contradiction body /ticket absent",
      "new body /id integer",
    ],
    ["a right list", { mimeType: "application/vnd.list+json", body: [{ id: 1 }] }, 0],
    [
      "a wrong list",
      { mimeType: "application/vnd.list+json", body: [{ id: "1" }] },
      1,
      "contradiction body /*/id string",
    ],
    ["a right 404", { status: 404, body: { code: 1 } }, 0],
    ["a wrong 404", { status: 404, body: { code: "x" } }, 1, "contradiction body /code string"],
    ["a right 4XX", { status: 409, body: { reason: "x" } }, 0, "new status  409"],
    [
      "a wrong 4XX",
      { status: 409, body: { reason: 1 } },
      1,
      "contradiction body /reason integer",
      "new status  409",
    ],
    [
      "a wrong failure that default declares",
      { status: 500, body: { message: 1 } },
      1,
      "contradiction body /message integer",
      "new status  500",
    ],
  ])("%s", async (_, exchange, ...findings) => {
    expect(await findingsOf(exchange, several)).toEqual(findings);
  });

  test("a success that only default declares isn't, beside a declared success", async () => {
    const exchange = { status: 204 + 3, body: { message: 1 } };
    expect(await findingsOf(exchange, several)).toEqual([0, "new status  207"]);
  });

  test.each<[string, object, object]>([
    [
      "2.0",
      { swagger: "2.0", produces: ["application/json"] },
      { 200: { description: "", schema: object({ id: integer }) } },
    ],
    ["3.0", { openapi: "3.0.3" }, { 200: json(object({ id: { ...integer, nullable: true } })) }],
  ])("in OpenAPI %s, too", async (_, fields, successes) => {
    const failure =
      "swagger" in fields ? { schema: object({ code: integer }) } : json(object({ code: integer }));
    const paths = {
      "/parcels": { get: { responses: { ...successes, 404: { description: "", ...failure } } } },
    };
    const contract = writeTemporaryFile(
      "old.json",
      JSON.stringify({ info: { title: "", version: "" }, ...fields, paths }),
    );
    expect(await findingsOf({ body: { id: "1" } }, contract)).toEqual([
      1,
      "contradiction body /id string",
    ]);
    expect(await findingsOf({ status: 404, body: { code: "x" } }, contract)).toEqual([
      1,
      "contradiction body /code string",
    ]);
  });
});

describe("an undocumented field of another contract is a new fact", () => {
  const deep = contractOf(
    {
      200: json({
        allOf: [
          object({ id: integer }),
          object({
            list: { type: "array", items: { $ref: "#/components/schemas/Item" } },
            map: { type: "object", additionalProperties: { $ref: "#/components/schemas/Item" } },
          }),
        ],
      }),
    },
    { components: { schemas: { Item: object({ name: text }) } } },
  );

  test.each<[string, object, string]>([
    ["beside allOf", { page: 1 }, "new body /page integer"],
    ["below a list", { list: [{ name: "a", page: 1 }] }, "new body /list/*/page integer"],
    ["below a map", { map: { a: { name: "a", page: 1 } } }, "new body /map/*/page integer"],
  ])("%s", async (_, body, finding) => {
    expect(await findingsOf({ body: { id: 1, ...body } }, deep)).toEqual([0, finding]);
  });

  test("a format is an annotation: a text in another form is no contradiction", async () => {
    const contract = contractOf({
      200: json(object({ id: integer, day: { ...text, format: "date" } })),
    });
    expect(await findingsOf({ body: { id: 1, day: "Monday" } }, contract)).toEqual([0]);
  });
});

test("verify gives the same report of the same traffic with this package's contract as with it as --contract", async () => {
  const { listTokens, getWebhookRelay } = fixtures;
  const tokens = listTokens["every-field"];
  const relay = getWebhookRelay["every-field"];
  const relayUrl = "/api/v2/webhookRelay/sms";
  const exchanges: Exchange[] = [
    { body: tokens },
    { body: { ...tokens, page: 1 } },
    { body: { ...tokens, success: null } },
    { body: { tokens: [] } },
    {
      status: 201,
      body: { ...tokens, tokens: [{ ...tokens.tokens[0], timestamp: "now", page: 1 }] },
    },
    { status: 404, body: { code: 1 } },
    { url: relayUrl, body: relay },
    { url: relayUrl, body: { ...relay, config: { ...relay.config, url: "no URL" } } },
    { url: relayUrl, body: { ...relay, config: null } },
    { url: relayUrl, status: 500, body: "<p>", mimeType: "text/html" },
    { method: "DELETE", url: "/api/v2/sip/registration", body: { success: false } },
    { url: "/api/v2/webhookRelay/types", body: ["sms"] },
    { url: "/api/v2/other", body: {} },
  ];
  for (const exchange of exchanges) {
    const { exitCode, report } = await verify([exchange]);
    expect(await verify([exchange], "--contract", contractFile)).toEqual({
      exitCode,
      report: { ...report, ignored: report.ignored },
    });
  }
});
