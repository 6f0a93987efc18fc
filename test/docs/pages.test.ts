import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { describeObserved } from "../../scripts/contract/unknowns.ts";
import { callOf, resultOf } from "../../scripts/docs/model/method-call.ts";
import { root } from "../../scripts/tools/run.ts";
import { contractOf, input, type Operations, responding, writePages } from "./contract.ts";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object) => ({ content: { "application/json": { schema } } });
const object = (properties: object, keywords: object = {}) => ({ type: "object", properties, ...keywords });
const examples = (...values: unknown[]) => ({
  examples: Object.fromEntries(values.map((value, index) => [`example${index}`, { summary: "An example", value }])),
});

const schemas = {
  Tree: { type: "array", description: "A tree.", items: ref("Tree") },
  Base: { type: "object", description: "A base." },
  Label: object({ label: text }),
  Alias: ref("Label"),
  Owner: object({ email: text }),
  Owned: object(
    {
      id: { ...text, readOnly: true },
      secret: { ...text, writeOnly: true },
      name: text,
      owner: { ...ref("Owner"), readOnly: true },
    },
    { required: ["id", "secret"] },
  ),
};

const servers = [
  {
    url: "https://{region}.example.com",
    description: "Production.",
    variables: { region: { default: "eu", enum: ["eu", "us"], description: "Where data is stored." } },
  },
  { url: "https://staging.example.com/phone/", description: "Staging." },
];

/** The line of a field of a response, after its name. */
const fields: [line: string, schema: object][] = [
  [" (`any JSON`)", {}],
  [" (`object`)", { properties: {} }],
  [" (`string or null`)", { type: ["string", "null"] }],
  [' (`"a"`)', { const: "a" }],
  [" (`null`)", { const: null }],
  [' (`"a" or 1`)', { enum: ["a", 1] }],
  [" (`string or null`)", { anyOf: [text, { type: "null" }] }],
  [" (`string`)", { oneOf: [text, text] }],
  [" (`integer`)", { allOf: [{}, { type: "integer" }] }],
  [" (`any JSON`)", { allOf: [{}] }],
  [" (`string`)", { ...text, allOf: [{ type: "integer" }] }],
  [" (`object of string`)", { type: "object", additionalProperties: text }],
  [" (`array of array`): A tree.", ref("Tree")],
  [" (`string, date, default today`)", { ...text, format: "date", default: "today" }],
  [" (`integer, minimum 0, default 0`)", { type: "integer", minimum: 0, default: 0 }],
  [" (`number, exclusiveMinimum 0, multipleOf 0.01`)", { type: "number", multipleOf: 0.01, exclusiveMinimum: 0 }],
  [" (`object, minProperties 1, maxProperties 2`)", { type: "object", minProperties: 1, maxProperties: 2 }],
  [" (`array of string, minItems 1, uniqueItems`)", { type: "array", minItems: 1, uniqueItems: true, items: text }],
  [" (`string`)", { ...text, readOnly: false, writeOnly: false, uniqueItems: false }],
  [" (`string, read-only`)", { ...text, readOnly: true }],
  [" (`` string, pattern ^`[a|b]+`$ ``): A field.", { ...text, pattern: "^`[a|b]+`$", description: "A field." }],
  [" (`string`): Deprecated.", { ...text, deprecated: true }],
  [" (`string`): Deprecated. A.", { ...text, deprecated: true, description: "A." }],
  [" (`array of string`): A. Each: B.", { type: "array", description: "A.", items: { ...text, description: "B." } }],
  [" (`object`): A base. More.", { allOf: [ref("Base"), {}, { description: "More." }] }],
  [" (`object`): More.", { description: "More.", allOf: [ref("Base")] }],
  [
    " (`string`): One.\n\n  Two.\n  - **Unknown:** Its `unit` (`unit`).",
    { ...text, description: "One.\n\nTwo.", "x-not-shown": { unit: "Its `unit`" } },
  ],
];

/** The result of a client's method, for each kind of response. */
const results: [result: string, parts: object][] = [
  ["Label", responding(ref("Label"))],
  ["Label", responding({ ...ref("Label"), description: "A label." })],
  ["Alias", responding(ref("Alias"))],
  ["RESULTResponse", responding({ $ref: "#/components/schemas/Label/properties/label" })],
  ["RESULTResponse", responding(object({ label: text }))],
  ["RESULTResponse", responding({ type: "array", items: ref("Label") })],
  ["RESULTResponse", responding({ oneOf: [ref("Label"), text] })],
  ["string", responding(text)],
  ["number", responding({ type: "integer", minimum: 1 })],
  ["RESULTResponse", responding({ type: ["integer", "null"] })],
  ["unknown", responding({ description: "Anything." })],
  ["string", responding(text, "text/csv")],
  ["ReadableStream<Uint8Array>", responding({}, "application/pdf")],
  ["string", { responses: { "302": { description: "" } } }],
  ["void", { responses: { "200": { description: "" } } }],
  ["Label | undefined", { responses: { ...responding(ref("Label")).responses, "204": { description: "" } } }],
];

/** What stands on the page of an operation, and what doesn't. `ID` is its id. */
type Row = [title: string, parts: object, lines: string[], absent?: string];

const rows: Row[] = [
  [
    "what an operation does, how safe it is and what it takes",
    { description: "Reads it. Slowly.", "x-repeatable": true, ...responding(text) },
    [
      "`GET /api/v2/ID` · safe to retry, by our judgment · requires the token · operation id `ID`\n\nReads it. Slowly.\n",
      "phone.ID(options?): Promise<string>`\n",
      "## Request\n\n- `token` (`string, in the query`, required): An API token",
      "It takes no inputs except the token, as far as is known.",
    ],
    "Deprecated",
  ],
  [
    "an operation without a credential",
    { security: [], ...responding(text), "x-repeatable": false },
    ["· not safe to retry, by our judgment · operation id `ID`", "It takes no inputs, as far as is known."],
    "token",
  ],
  [
    "an optional token",
    { security: [{}, { apiToken: [] }], requestBody: {} },
    ["requires the token, or nothing", "except its body and the token, as", "in the query`, optional)"],
  ],
  [
    "an operation of traffic",
    { "x-observed": { source: "HAR", exchanges: 1, first: "2026-03-01", last: "2026-03-01" }, ...responding(text) },
    [
      " · whether it requires the token is unknown · observed in recorded traffic · ",
      "- `token` (`string, in the query`): ",
      "\n\nObserved in 1 exchange (HAR), on 2026-03-01.\n\n",
    ],
  ],
  ["an operation of which only the path is known", {}, [" · known by path only · "]],
  [
    "inputs with their examples, one of them deprecated",
    {
      parameters: [
        input("q", { ...examples("a`b", 2), description: "An input.", deprecated: true }),
        input("X-Page", { in: "header", required: true, "x-not-shown": { pages: "Their `number`" } }),
      ],
    },
    [
      "- `q` (`string, in the query`, optional): Deprecated. An input. Example: `` a`b ``, `2`.\n",
      "- `X-Page` (`string, in the header`, required)\n  - **Unknown:** Their `number` (`pages`).\n",
      "phone.ID(inputs, options?)",
    ],
    "takes no inputs",
  ],
  [
    "the fields of an input in brackets, in JSON, and of one whose properties are inputs",
    {
      parameters: [
        input("where", { schema: object({ from: text }), style: "deepObject", explode: true }),
        input("json", { schema: undefined, ...content(object({ to: text })) }),
        input("plain", { schema: object({ by: text }) }),
      ],
    },
    ["- `where.from` (`string`, optional)", "- `json.to` (`string`, optional)", "- `by` (`string`, optional)"],
  ],
  [
    "inputs whose names are unknown, by their titles",
    {
      parameters: [
        input("inputs", {
          schema: { type: "object", additionalProperties: { anyOf: [{ ...text, title: "Largest `distance`" }, text] } },
        }),
      ],
    },
    ["- **Largest `distance`**, name unknown (`string`, optional)\n"],
    "`Largest",
  ],
  [
    "a body for requests without read-only fields, and one for responses without write-only ones",
    {
      method: "post",
      requestBody: { required: true, ...content(ref("Owned")) },
      responses: { "200": { description: "OK.", ...content(ref("Owned")) } },
    },
    [
      "## Body, required\n\nMedia type: `application/json`\n\n- `secret` (`string, write-only`, required)\n- `name` (`string`, optional)\n\n",
      "## Response 200\n\nOK.\n\nMedia type: `application/json`\n\n- `id` (`string, read-only`)\n- `name` (`string`)\n- `owner` (`object, read-only`)\n- `owner.email` (`string`)\n",
      "phone.ID(body, options?)",
    ],
  ],
  [
    "an optional body after required inputs",
    { parameters: [input("q", { required: true })], requestBody: content({ type: "array", items: object({ a: {} }) }) },
    ["phone.ID(inputs, body?, options?)", "## Body\n\nMedia type: `application/json`\n\n- `[].a` ("],
    "A value of type",
  ],
  [
    "a body with fields that has a type, because that says more",
    responding({ anyOf: [object({ a: text }), { type: "null" }] }),
    ["A value of type `object or null`.\n\n- `a` (`string`, in one alternative)"],
  ],
  [
    "a list with a bound",
    responding({ type: "array", minItems: 1, items: object({}) }),
    ["`array of object, minItems 1`."],
  ],
  [
    "the fields of alternatives",
    responding({ oneOf: [object({ a: text }), object({ b: text })] }),
    ["- `b` (`string`, in one alternative)"],
  ],
  [
    "several media types, and an example of text",
    {
      responses: {
        "200": {
          description: "",
          content: { "application/json": { schema: text }, "text/csv": { schema: text, ...examples("a,b") } },
        },
      },
    },
    [
      "### `application/json`\n\nA value of type `string`.\n\n### `text/csv`",
      "Example `example0`: An example\n\n```\na,b\n```",
    ],
  ],
  [
    "successes before failures, with their headers",
    {
      responses: {
        "401": { description: "No.", "x-not-shown": { reasons: "Its reasons" } },
        default: { description: "Other." },
        "2XX": {
          description: "OK.",
          headers: {
            "X-Total": { description: "Their number.", required: true, schema: { type: "integer" } },
            "X-Page": { $ref: "#/components/headers/Page" },
          },
        },
      },
    },
    [
      "## Response 2XX\n\nOK.\n\n- `X-Total` (`integer, in the header`, required): Their number.\n- `X-Page` (`string, in the header`, optional): The page.\n\n## Response 401\n\nNo.\n\n**Unknown:** Its reasons (`reasons`).\n\n## Response default\n\nOther.\n",
    ],
  ],
  ["a deprecated operation", { deprecated: true, description: "Old." }, ["\n\n**Deprecated.**\n\nOld."]],
  [
    "links to its callbacks",
    {
      callbacks: {
        result: { "{$request.query.url}": { post: { operationId: "on", summary: "A result", responses: {} } } },
      },
    },
    ["The service calls back: [A result](../webhooks/result.md)."],
  ],
];

const schemes = {
  key: { type: "apiKey", in: "query", name: "X-Key", description: "A key." },
  session: { type: "apiKey", in: "cookie", name: "session" },
  bearer: { type: "http", scheme: "bearer", description: "A token." },
  certificate: { type: "mutualTLS" },
};

/** Rows of a contract with several schemes, which knows whether fields are present. */
const schemeRows: Row[] = [
  ["no credential", { security: [{}] }, ["It takes no inputs, as far as is known."], "requires"],
  [
    "one scheme",
    { security: [{ key: [] }], ...responding(text) },
    [" · requires `X-Key` · ", "- `X-Key` (`string, in the query`, required): A key.", "except `X-Key`, as far"],
  ],
  [
    "one scheme or nothing",
    { security: [{ key: [] }, {}], ...responding(text) },
    [" · requires `X-Key`, or nothing · ", "- `X-Key` (`string, in the query`, optional)", "except `X-Key`, as far"],
  ],
  [
    "schemes that are needed together, or instead of each other",
    { security: [{ key: [], session: [] }, { bearer: [] }], ...responding(text) },
    [
      " · requires `X-Key` and `session` or `Authorization: Bearer` · ",
      "- `X-Key` (`string, in the query`, in one alternative): A key.",
      "- `session` (`string, in the cookie`, in one alternative)",
      "- `Authorization` (`string, in the header, with Bearer`, in one alternative): A token.",
    ],
  ],
  [
    "a certificate, in one alternative",
    { security: [{ key: [] }, { key: [], certificate: [] }], ...responding(text) },
    [
      " · requires `X-Key` or `X-Key` and `client certificate` · ",
      "- `X-Key` (`string, in the query`, required)",
      "- `client certificate` (`string, in the connection`, in one alternative)",
    ],
  ],
  [
    "the presence of fields",
    responding(object({ a: text, b: text }, { required: ["a"], oneOf: [object({ c: text })] })),
    ["- `a` (`string`, required)\n- `b` (`string`, optional)\n- `c` (`string`, optional in one alternative)\n"],
  ],
];

const serverRows: Row[] = [
  [
    "the known servers, which its samples call without the demo token",
    responding(text),
    [
      " · on `https://{region}.example.com` or `https://staging.example.com/phone/`\n",
      "- `Authorization` (`string, in the header, with Bearer`, required): A token.",
      "{PHONE_AGENT_BASE_URL:-https://eu.example.com}",
      '"PHONE_AGENT_BASE_URL"] ?? "https://eu.example.com")',
      '"PHONE_AGENT_BASE_URL", "https://eu.example.com")',
    ],
    "demo-token",
  ],
  ["its own server", { servers: [{ url: "https://files.example.com" }] }, [" · on `https://files.example.com`\n"]],
];

const groups: [name: string, rows: Row[], edit: (copy: Contract) => void][] = [
  [
    "a contract with one token",
    rows,
    (copy) => {
      const headers = { Page: { description: "The page.", schema: text } };
      Object.assign(copy.components, { schemas, headers });
    },
  ],
  [
    "a contract with several schemes",
    schemeRows,
    (copy) => {
      copy.components.securitySchemes = schemes;
      copy["x-not-shown"] = {};
    },
  ],
  [
    "a contract with known servers",
    serverRows,
    (copy) => {
      copy.components.securitySchemes = { bearer: schemes.bearer };
      Object.assign(copy, { servers, security: [{ bearer: [] }] });
    },
  ],
];
const post = {
  summary: "A call has ended",
  description: "Sent when a call has ended.",
  parameters: [{ name: "X-Signature", in: "header", required: true, description: "Signs the body.", schema: text }],
  requestBody: { required: true, ...content(object({ id: text, secret: { ...text, readOnly: true } })) },
  responses: { "204": { description: "Received." } },
};

/** Gives each operation, or each field, a name of its own. */
const withNames = (prefix: string, parts: object[]): Operations =>
  Object.fromEntries(parts.map((part, index) => [`${prefix}${index}`, part]));

describe.each(groups)("in %s", (_, groupRows, edit) => {
  const operations = groupRows.map(([, parts]) => parts);
  const files = writePages(describeObserved(contractOf(withNames("op", operations), edit)));
  for (const [index, [title, , lines, absent]] of groupRows.entries())
    test(`a page shows ${title}`, () => {
      const page = files[`operations/op${index}.md`] ?? "";
      for (const line of lines) expect(page).toContain(line.replaceAll("ID", `op${index}`));
      if (absent) expect(page).not.toContain(absent);
    });
});

describe("in a contract of many types", () => {
  const responses = results.map(([, parts]) => parts);
  const schemasOfFields = fields.map(([, schema]) => schema);
  const operations = { ...withNames("op", responses), fields: responding(object(withNames("field", schemasOfFields))) };
  const files = writePages(contractOf(operations, (copy) => Object.assign(copy.components, { schemas })));
  for (const [index, [line]] of fields.entries())
    test(`field ${index} has the line ${line}`, () => {
      expect(files["operations/fields.md"]).toContain(`\n- \`field${index}\`${line}\n`);
    });
  for (const [index, [result]] of results.entries())
    test(`the call of operation ${index} returns ${result}`, () => {
      const type = result.replace("RESULT", `Op${index}`);
      expect(files[`operations/op${index}.md`]).toContain(`phone.op${index}(options?): Promise<${type}>\`\n`);
    });
});

test("the page of a webhook has the service's request and the expected response, and that of a callback its address", () => {
  const callbacks = {
    result: { "{$request.query.url}": { post: { operationId: "on", summary: "A", responses: {} } } },
  };
  const files = writePages(
    contractOf({ call: { callbacks } }, (copy) => Object.assign(copy, { webhooks: { ended: { post } } })),
  );
  expect(files["webhooks/ended.md"]).toBe(`# A call has ended

Webhook \`ended\`: the service sends a \`POST\` request to your address.

Sent when a call has ended.

## Headers

- \`X-Signature\` (\`string, in the header\`, required): Signs the body.

## Body, required

Media type: \`application/json\`

- \`id\` (\`string\`, optional)
- \`secret\` (\`string, read-only\`, optional)

## Response 204

Received.
`);
  expect(files["webhooks/result.md"]).toContain(
    "Callback `result`: the service sends a `POST` request to your address, `{$request.query.url}`.",
  );
});

test("the call and the result on the page of each operation are those of the generated client", () => {
  const generatedText = readFileSync(join(root, "generated/operations.ts"), "utf8");
  const contract = readContract();
  for (const pathOperation of pathOperations(contract)) {
    const [, parameters = "", result] =
      new RegExp(`^  ${pathOperation.operation.operationId}\\((.*)\\): (Promise<.*>);$`, "m").exec(generatedText) ?? [];
    expect(resultOf(contract, pathOperation)).toBe(result);
    expect(callOf(pathOperation)).toContain(`(${parameters.replaceAll(/: [^,]*/g, "")})`);
  }
});

test("known servers are on the first page, and the samples of npm start call the mock", () => {
  const contract = contractOf({ call: {} }, (copy) => Object.assign(copy, { servers }));
  expect(writePages(contract)["index.md"]).toContain(`- \`https://{region}.example.com\`: Production.
  - \`region\` (\`"eu" or "us"\`): Where data is stored. Default \`eu\`.
- \`https://staging.example.com/phone/\`: Staging.`);
  const onMock = writePages(contract, { onMock: true })["operations/call.md"];
  expect(onMock).toContain("{PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}");
  expect(onMock).not.toContain("https://eu");
  expect(writePages(contractOf({ call: {} }))["operations/call.md"]).not.toContain(" · on `");
});
