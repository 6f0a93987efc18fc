import { beforeAll, expect, test } from "vitest";
import type { Contract, Schema } from "../../scripts/contract/document.ts";
import { writeRequests } from "../../scripts/generate/servers/requests.ts";
import { writeValidators } from "../../scripts/generate/validators/responses.ts";
import type { CompiledResponse, CompiledSchema } from "../../src/openapi/differences.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

const parse = (text: string): unknown => JSON.parse(text);
const serverKey = { type: "integer", readOnly: true };
const inherited = `{"valueOf": {"type": "integer"}, "__proto__": {"type": "integer"}, "hasOwnProperty": false}`;
const allInherited = `{"toString": 1, "constructor": 1, "__proto__": 1}`;
const kinds = {
  type: "object",
  if: { properties: { kind: { const: "a" } }, required: ["kind"] },
  else: { properties: { size: { type: "integer" } }, required: ["size"] },
  unevaluatedProperties: false,
};

/** Schemas whose verdict is the same in requests and responses. */
const schemas: [name: string, schema: object, valid: unknown[], invalid: unknown[]][] = [
  ["cents", { multipleOf: 0.01 }, [19.99, 0.07, 12345678901.23, -4.35], [19.999, 12345678901.234]],
  ["tiny steps", { multipleOf: 1e-8 }, [12391239123, 0.00000003], [0.000000015]],
  ["a multiple beyond all numbers", { type: "integer", multipleOf: 0.123456789 }, [], [1e308]],
  ["a multiple of a whole number", { multipleOf: 3 }, [9, 0], [10, 9.000001]],
  [
    "inherited names that are required",
    { required: ["toString", "constructor", "__proto__"] },
    [parse(allInherited)],
    [{}, parse(`{"toString": 1, "constructor": 1}`), parse(`{"__proto__": 1}`)],
  ],
  [
    "inherited names with types",
    { type: "object", properties: parse(inherited) },
    [{}],
    [parse(`{"__proto__": "a"}`), parse(`{"valueOf": "a"}`)],
  ],
  [
    "an inherited name that needs another",
    { type: "object", dependentRequired: { toString: ["a"] }, properties: { a: {}, toString: {} } },
    [{}, parse(`{"toString": 1, "a": 1}`)],
    [parse(`{"toString": 1}`)],
  ],
  ["no value of an enumeration", { enum: [] }, [], [null, 1, "a", {}, []]],
  [
    "no value for a property",
    { type: "object", properties: { a: { enum: [] } } },
    [{}],
    [{ a: 1 }, { a: null }],
  ],
  [
    "what a condition without then evaluates",
    kinds,
    [{ kind: "a" }, { size: 1 }],
    [{ kind: "b", size: 1 }, { kind: "a", size: 1 }, { size: "a" }, {}],
  ],
  [
    "a pattern that Unicode rules out",
    { type: "string", pattern: "^[\\w-.]+$" },
    ["a-b.c"],
    ["a b"],
  ],
];

const uuid = "3d7a1f6e-3b1c-4f55-9c55-0b6f3a1c2d3e";
/** The formats, which requests alone are checked for: in responses, they are annotations. */
const formats: [name: string, valid: string[], invalid: string[]][] = [
  [
    "time",
    ["12:00:00Z", "12:00:00.5+01:30", "23:59:60Z", "01:29:60+01:30"],
    ["12:00:00+01", "24:00:00Z", "12:00:00", "22:59:60Z", "12:00:00+24:00"],
  ],
  [
    "date-time",
    ["2026-02-28T12:00:00.999999999999999999Z", "2024-02-29t23:59:60z"],
    [
      "2026-02-29T12:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T12:00:00+01",
      "2026-01-01",
      "T12:00:00Z",
    ],
  ],
  [
    "duration",
    ["P1Y2M3DT4H5M6S", "P3W", "PT5M", "P1M2D"],
    ["P1Y2D", "PT1H2S", "P1W2D", "P", "PT", "P1DT", "1D"],
  ],
  ["uuid", [uuid], [`urn:uuid:${uuid}`, uuid.replaceAll("-", "")]],
  [
    "email",
    [
      "a.b@example.com",
      '"a b"@example.com',
      '"a@b"@example.com',
      "a@[192.0.2.1]",
      "a@[IPv6:2001:db8::1]",
    ],
    ["a b@example.com", "a@[192.0.2.256]", "a@[IPv6:2001]", '"a"b"@example.com', "@example.com"],
  ],
  [
    "hostname",
    ["a.example", "a-b.c"],
    ["a.example.", "-a.example", "a..b", "", `${"a".repeat(64)}.b`],
  ],
  [
    "uri",
    [
      "https://a:b@example.com:8080/p?q=1#f",
      "http://[2001:db8::1]:80/",
      "mailto:a@example.com",
      "urn:x",
    ],
    "https://example.com:port/ http://[::ffff:01.2.3.4] http:/[::1] /p http://a@b@c/ http://2001:db8::1:8:9/ http://é.b/ "
      .split(" ")
      .concat("http://a b"),
  ],
  [
    "uri-reference",
    ["/p", "p?q#f", "", "//example.com/p", "https://a.example"],
    ['/a"b', "//example.com:x/p", "1:b"],
  ],
  ["iri", ["http://é.example/ü?q=ö"], ["/ü", "http://é.example/\n", "é"]],
  ["iri-reference", ["/ü", "#ü"], ["\\ü", "//é:x/"]],
  ["uri-template", ["/a/{b.c}{?d*,e:3}", "it's"], ["/a/{b", "/a\u007f", "{.}", '"']],
  ["party-time", ["x"], []],
];

const required = ["id"];
const properties = { id: serverKey };
const key = { $ref: "#/components/schemas/Key" };
const count = { $ref: "#/components/schemas/Count", readOnly: true };
/** Objects of which `id` is read-only, and required. */
const readOnly: [name: string, schema: object][] = [
  ["itself", { required, properties }],
  [
    "a part of the property",
    { required, properties: { id: { allOf: [{ readOnly: true }, serverKey] } } },
  ],
  [
    "an alternative of the property",
    { required, properties: { id: { oneOf: [serverKey, { type: "null" }] } } },
  ],
  ["a reference of the property", { required, properties: { id: key } }],
  ["a reference with a sibling", { required, properties: { id: count } }],
  ["another part", { allOf: [{ properties }, { required }] }],
  ["the whole, if a part requires it", { properties, allOf: [{ required }] }],
  [
    "the whole, if a reference requires it",
    { properties, allOf: [{ $ref: "#/components/schemas/WithId" }] },
  ],
  [
    "the whole, if one of several requires it",
    { properties, anyOf: [{ required }, { required: ["a"] }] },
  ],
];

const operationOf = (id: string, schema: object) => ({
  operationId: id,
  requestBody: { required: true, content: { "application/json": { schema } } },
  responses: { "200": { description: "OK.", content: { "application/json": { schema } } } },
});

const rows: [id: string, schema: object][] = [
  ...schemas.map(([name, schema]): [string, object] => [name, schema]),
  ...formats.map(([format]): [string, object] => [format, { type: "string", format }]),
  ...readOnly.map(([name, schema]): [string, object] => [name, schema]),
  ...readOnly.map(([name, schema]): [string, object] => [
    `items of ${name}`,
    { type: "array", items: schema },
  ]),
];
const ids = new Map(rows.map(([name], index) => [name, `case${index}`]));
const contract = {
  openapi: "3.1.1",
  info: { title: "Verdicts", version: "1" },
  paths: Object.fromEntries(
    rows.map(([, schema], index) => [`/${index}`, { post: operationOf(`case${index}`, schema) }]),
  ),
  components: {
    schemas: { Key: serverKey, Count: { type: "integer" }, WithId: { required: ["id"] } },
  },
} as unknown as Contract;
const load = async (source: string) => import(`data:text/javascript,${encodeURIComponent(source)}`);
let compiled: {
  requests: Record<string, Record<string, CompiledSchema>>;
  responses: Record<string, readonly CompiledResponse[]>;
};
let mock: Awaited<ReturnType<typeof createCompilers>>;
beforeAll(async () => {
  const { requests } = await load((await writeRequests(contract))["requests.js"]);
  const { responses } = await load((await writeValidators(contract))["validators.js"]);
  compiled = { requests, responses };
  mock = await createCompilers(contract);
});

/**
 * The verdicts of the mock, the test server and `validate`: on a value in a request, and in a
 * response.
 */
function verdictsOn(name: string, value: unknown) {
  const schema = rows.find(([row]) => row === name)?.[1] as Schema;
  const id = `${ids.get(name)}`;
  const body = { properties: { body: schema } };
  return {
    value,
    requests: [
      mock.request(body)({ body: value }),
      compiled.requests[id]?.["application/json"]?.({ body: value }),
    ],
    responses: [
      mock.response(schema)(value),
      compiled.responses[id]?.[0]?.contents[0]?.schema?.(value),
    ],
  };
}
const both = (verdict: boolean) => [verdict, verdict];

test.each(schemas)(
  "the mock, the test server and the client agree on %s",
  (name, _, valid, invalid) => {
    for (const value of [...valid, ...invalid]) {
      const verdicts = both(valid.includes(value));
      expect(verdictsOn(name, value)).toEqual({ value, requests: verdicts, responses: verdicts });
    }
  },
);

test.each(formats)(
  "the mock and the test server agree on the format %s",
  (name, valid, invalid) => {
    for (const value of [...valid, ...invalid]) {
      expect(verdictsOn(name, value)).toMatchObject({
        value,
        requests: both(valid.includes(value)),
      });
    }
  },
);

test.each(readOnly)(
  "a required property isn't due in a request, if it is read-only by %s",
  (name) => {
    const verdicts = { requests: both(true), responses: both(false) };
    expect(verdictsOn(name, {})).toMatchObject(verdicts);
    expect(verdictsOn(`items of ${name}`, [{}])).toMatchObject(verdicts);
  },
);
