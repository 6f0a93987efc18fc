import { beforeAll, expect, test } from "vitest";
import type { Contract, Schema } from "../../scripts/contract/document.ts";
import { writeRequests } from "../../scripts/generate/servers/requests.ts";
import { writeValidators } from "../../scripts/generate/validators/responses.ts";
import type { CompiledSchema } from "../../src/openapi/differences.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

type Case = [name: string, schema: object, values: { valid: unknown[]; invalid: unknown[] }];

const parse = (text: string): unknown => JSON.parse(text);
const serverKey = { type: "integer", readOnly: true };
const format = (name: string) => ({ type: "string", format: name });

/** Schemas whose verdict is the same in requests and responses. */
const schemas: Case[] = [
  ["cents", { multipleOf: 0.01 }, { valid: [19.99, 0.07, 12345678901.23, -4.35], invalid: [19.999, 12345678901.234] }],
  ["tiny steps", { multipleOf: 1e-8 }, { valid: [12391239123, 0.00000003], invalid: [0.000000015] }],
  ["a multiple beyond all numbers", { type: "integer", multipleOf: 0.123456789 }, { valid: [], invalid: [1e308] }],
  ["a multiple of a whole number", { multipleOf: 3 }, { valid: [9, 0], invalid: [10, 9.000001] }],
  [
    "inherited names that are required",
    { required: ["toString", "constructor", "__proto__"] },
    {
      valid: [parse(`{"toString": 1, "constructor": 1, "__proto__": 1}`)],
      invalid: [{}, parse(`{"toString": 1, "constructor": 1}`), parse(`{"__proto__": 1}`)],
    },
  ],
  [
    "inherited names with types",
    {
      type: "object",
      properties: parse(`{"valueOf": {"type": "integer"}, "__proto__": {"type": "integer"}, "hasOwnProperty": false}`),
    },
    { valid: [{}, parse(`{"__proto__": 1}`)], invalid: [parse(`{"__proto__": "a"}`), parse(`{"valueOf": "a"}`)] },
  ],
  [
    "an inherited name that needs another",
    { type: "object", dependentRequired: { toString: ["a"] }, properties: { a: {}, toString: {} } },
    { valid: [{}, parse(`{"toString": 1, "a": 1}`)], invalid: [parse(`{"toString": 1}`)] },
  ],
  ["no value of an enumeration", { enum: [] }, { valid: [], invalid: [null, 1, "a", {}, []] }],
  [
    "no value for a property",
    { type: "object", properties: { a: { enum: [] } } },
    { valid: [{}], invalid: [{ a: 1 }, { a: null }] },
  ],
  [
    "what a condition without then evaluates",
    {
      type: "object",
      if: { properties: { kind: { const: "a" } }, required: ["kind"] },
      else: { properties: { size: { type: "integer" } }, required: ["size"] },
      unevaluatedProperties: false,
    },
    {
      valid: [{ kind: "a" }, { size: 1 }],
      invalid: [{ kind: "b", size: 1 }, { kind: "a", size: 1 }, { size: "a" }, {}],
    },
  ],
  [
    "a pattern that Unicode rules out",
    { type: "string", pattern: "^[\\w-.]+$" },
    { valid: ["a-b.c"], invalid: ["a b"] },
  ],
];

/** The formats, which requests alone are checked for: in responses, they are annotations. */
const formats: Case[] = [
  [
    "time",
    format("time"),
    {
      valid: ["12:00:00Z", "12:00:00.5+01:30", "23:59:60Z", "01:29:60+01:30"],
      invalid: ["12:00:00+01", "24:00:00Z", "12:00:00", "22:59:60Z", "12:00:00+24:00"],
    },
  ],
  [
    "date-time",
    format("date-time"),
    {
      valid: ["2026-02-28T12:00:00.999999999999999999Z", "2024-02-29t23:59:60z"],
      invalid: ["2026-02-29T12:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T12:00:00+01", "2026-01-01", "T12:00:00Z"],
    },
  ],
  [
    "duration",
    format("duration"),
    {
      valid: ["P1Y2M3DT4H5M6S", "P3W", "PT5M", "P1M2D"],
      invalid: ["P1Y2D", "PT1H2S", "P1W2D", "P", "PT", "P1DT", "1D"],
    },
  ],
  [
    "uuid",
    format("uuid"),
    {
      valid: ["3d7a1f6e-3b1c-4f55-9c55-0b6f3a1c2d3e"],
      invalid: ["urn:uuid:3d7a1f6e-3b1c-4f55-9c55-0b6f3a1c2d3e", "3d7a1f6e3b1c4f559c550b6f3a1c2d3e"],
    },
  ],
  [
    "email",
    format("email"),
    {
      valid: ["a.b@example.com", '"a b"@example.com', '"a@b"@example.com', "a@[192.0.2.1]", "a@[IPv6:2001:db8::1]"],
      invalid: ["a b@example.com", "a@[192.0.2.256]", "a@[IPv6:2001]", '"a"b"@example.com', "@example.com"],
    },
  ],
  [
    "hostname",
    format("hostname"),
    { valid: ["a.example", "a-b.c"], invalid: ["a.example.", "-a.example", "a..b", "", `${"a".repeat(64)}.b`] },
  ],
  [
    "uri",
    format("uri"),
    {
      valid: ["https://a:b@example.com:8080/p?q=1#f", "http://[2001:db8::1]:80/", "mailto:a@example.com", "urn:x"],
      invalid: [
        ...[
          "https://example.com:port/",
          "http://[::ffff:01.2.3.4]",
          "http:/[::1]",
          "/p",
          "http://a b",
          "http://a@b@c/",
        ],
        ...["http://2001:db8::1:8:9/", "http://é.example/", ""],
      ],
    },
  ],
  [
    "uri-reference",
    format("uri-reference"),
    {
      valid: ["/p", "p?q#f", "", "//example.com/p", "https://a.example"],
      invalid: ['/a"b', "//example.com:x/p", "1:b"],
    },
  ],
  ["iri", format("iri"), { valid: ["http://é.example/ü?q=ö"], invalid: ["/ü", "http://é.example/\n", "é"] }],
  ["iri-reference", format("iri-reference"), { valid: ["/ü", "#ü"], invalid: ["\\ü", "//é:x/"] }],
  [
    "uri-template",
    format("uri-template"),
    { valid: ["/a/{b.c}{?d*,e:3}", "it's"], invalid: ["/a/{b", "/a\u007f", "{.}", '"'] },
  ],
  ["a format of another party", format("party-time"), { valid: ["x"], invalid: [] }],
];

/** Objects of which `id` is read-only, and required. */
const readOnly: [name: string, schema: object][] = [
  ["itself", { required: ["id"], properties: { id: serverKey } }],
  ["a part of the property", { required: ["id"], properties: { id: { allOf: [{ readOnly: true }, serverKey] } } }],
  [
    "an alternative of the property",
    { required: ["id"], properties: { id: { oneOf: [serverKey, { type: "null" }] } } },
  ],
  ["a reference of the property", { required: ["id"], properties: { id: { $ref: "#/components/schemas/Key" } } }],
  [
    "a reference with a sibling",
    { required: ["id"], properties: { id: { $ref: "#/components/schemas/Count", readOnly: true } } },
  ],
  ["another part", { allOf: [{ properties: { id: serverKey } }, { required: ["id"] }] }],
  ["the whole, if a part requires it", { properties: { id: serverKey }, allOf: [{ required: ["id"] }] }],
  [
    "the whole, if a reference requires it",
    { properties: { id: serverKey }, allOf: [{ $ref: "#/components/schemas/WithId" }] },
  ],
  [
    "the whole, if one of several requires it",
    { properties: { id: serverKey, a: {} }, anyOf: [{ required: ["id"] }, { required: ["a"] }] },
  ],
];

const operationOf = (id: string, schema: object) => ({
  operationId: id,
  requestBody: { required: true, content: { "application/json": { schema } } },
  responses: { "200": { description: "OK.", content: { "application/json": { schema } } } },
});

const listOf = (schema: object) => ({ type: "array", items: schema });
const rows = [
  ...[...schemas, ...formats].map(([, schema], index) => [`case${index}`, schema] as const),
  ...readOnly.flatMap(([, schema], index) => [
    [`readOnly${index}`, schema] as const,
    [`readOnlyItems${index}`, listOf(schema)] as const,
  ]),
];
const contract = {
  openapi: "3.1.1",
  info: { title: "Verdicts", version: "1" },
  paths: Object.fromEntries(rows.map(([id, schema]) => [`/${id}`, { post: operationOf(id, schema) }])),
  components: { schemas: { Key: serverKey, Count: { type: "integer" }, WithId: { required: ["id"] } } },
} as unknown as Contract;
const schemaOf = (id: string) => rows.find(([name]) => name === id)?.[1] as Schema;

const load = async (source: string) => import(`data:text/javascript,${encodeURIComponent(source)}`);
let compiled: { bodies: Record<string, CompiledSchema>; responses: Record<string, CompiledSchema> };
let mock: Awaited<ReturnType<typeof createCompilers>>;
beforeAll(async () => {
  const { bodies } = await load((await writeRequests(contract))["requests.js"]);
  const { responses } = await load((await writeValidators(contract))["validators.js"]);
  compiled = { bodies, responses };
  mock = await createCompilers(contract);
});

/** Returns whether the mock, the test server and `validate` accept a value. */
const verdictsOn = (id: string, value: unknown) => {
  const body = { properties: { body: schemaOf(id) } };
  return {
    mockRequest: mock.request(body)({ body: value }),
    testServerRequest: compiled.bodies[`${id} application/json`]?.({ body: value }),
    mockResponse: mock.response(schemaOf(id))(value),
    clientResponse: compiled.responses[id]?.(value),
  };
};

test.each(schemas.map((item, index) => [...item, `case${index}`] as const))(
  "the mock, the test server and the client agree on %s",
  (_name, _schema, { valid, invalid }, id) => {
    for (const value of [...valid, ...invalid]) {
      const isValid = valid.includes(value);
      expect({ value, ...verdictsOn(id, value) }).toEqual({
        value,
        mockRequest: isValid,
        testServerRequest: isValid,
        mockResponse: isValid,
        clientResponse: isValid,
      });
    }
  },
);

test.each(formats.map((item, index) => [...item, `case${schemas.length + index}`] as const))(
  "the mock and the test server agree on the format %s",
  (_name, _schema, { valid, invalid }, id) => {
    for (const value of [...valid, ...invalid]) {
      const isValid = valid.includes(value);
      const { mockRequest, testServerRequest } = verdictsOn(id, value);
      expect({ value, mockRequest, testServerRequest }).toEqual({
        value,
        mockRequest: isValid,
        testServerRequest: isValid,
      });
    }
  },
);

test.each(readOnly.map(([name], index) => [name, index] as const))(
  "a required property isn't due in a request, if it is read-only by %s",
  (_, index) => {
    expect(verdictsOn(`readOnly${index}`, {})).toEqual({
      mockRequest: true,
      testServerRequest: true,
      mockResponse: false,
      clientResponse: false,
    });
    expect(verdictsOn(`readOnlyItems${index}`, [{}])).toEqual({
      mockRequest: true,
      testServerRequest: true,
      mockResponse: false,
      clientResponse: false,
    });
  },
);
