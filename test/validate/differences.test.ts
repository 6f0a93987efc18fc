import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Contract } from "../../scripts/contract/document.ts";
import { writeValidators as generate } from "../../scripts/generate/validators/responses.ts";
import { type CompiledSchema, findDifferences } from "../../src/openapi/differences.ts";
import { isPresenceUnknown } from "../../src/openapi/unknowns.ts";

const schemas = {
  Parcels: {
    type: "object",
    required: ["success", "parcels"],
    properties: {
      success: { type: "boolean", const: true },
      parcels: { type: "array", items: { $ref: "#/components/schemas/Parcel" } },
      labels: { type: "object", additionalProperties: { type: "string" } },
    },
  },
  Parcel: {
    type: "object",
    required: ["id", "size"],
    properties: {
      id: { type: "integer" },
      size: {
        anyOf: [
          { type: "string" },
          { type: "object", required: ["x"], properties: { x: { type: "integer" } } },
        ],
      },
    },
  },
};
const content = { "application/json": { schema: { $ref: "#/components/schemas/Parcels" } } };
const operation = {
  operationId: "listParcels",
  responses: { "200": { description: "All parcels.", content } },
};

/** Creates a contract with one operation and some unknowns, such as the presence of fields. */
const contractOf = (unknowns: object) =>
  ({
    openapi: "3.1.1",
    info: { title: "Small", version: "1.0.0" },
    "x-not-shown": unknowns,
    paths: { "/api/v2/parcels": { get: operation } },
    components: { schemas },
  }) as unknown as Contract;

async function createJudge(
  unknowns: object = { "field-presence": "Presence" },
  isEnvelope = false,
) {
  const contract = contractOf(unknowns);
  const { "validators.js": source } = await generate(contract);
  const { responses } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const validator: CompiledSchema = responses.listParcels[0].contents[0].schema;
  return (value: unknown) =>
    findDifferences(validator, value, {
      isPresenceUnknown: isPresenceUnknown(contract),
      isEnvelope,
    });
}

const parcel = { id: 1, size: "s" };
const body = { success: true, parcels: [parcel] };
const oneOfTwo = "/parcels/0/size must be string or must be object";
const noneOfTwo = "contradiction /parcels/0/size must match a schema in anyOf";
const linesOf = (findings: ReturnType<typeof findDifferences>) =>
  findings.map(({ kind, pointer, message }) => `${kind} ${pointer} ${message}`);

test.each<[string, unknown, string[]]>([
  ["absent", { ...body, parcels: [{ size: "s" }] }, ["unknown-presence /parcels/0/id is missing"]],
  [
    "null",
    { ...body, parcels: [{ ...parcel, id: null }] },
    ["unknown-presence /parcels/0/id must be integer"],
  ],
  [
    "null for one of two types",
    { ...body, parcels: [{ ...parcel, size: null }] },
    [`unknown-presence ${oneOfTwo}`],
  ],
  [
    "an item that is null",
    { ...body, parcels: [null] },
    ["contradiction /parcels/0 must be object"],
  ],
  [
    "an entry of a map that is null",
    { ...body, labels: { a: null } },
    ["contradiction /labels/a must be string"],
  ],
  ["null as a whole", null, ["contradiction  must be object"]],
  [
    "another type",
    { ...body, parcels: [{ ...parcel, id: "1" }] },
    ["contradiction /parcels/0/id must be integer"],
  ],
  ["an undocumented field", { ...body, more: 1 }, ["unknown-field /more isn't in the contract"]],
  ["neither of two types", { ...body, parcels: [{ ...parcel, size: { x: "1" } }] }, [noneOfTwo]],
])("%s has the expected findings while presence is unknown", async (_, value, expected) => {
  expect(linesOf((await createJudge())(value))).toEqual(expected);
});

test("absence and null contradict the contract if presence is known", async () => {
  const findings = (await createJudge({}))({ ...body, parcels: [{ id: null }] });
  expect(linesOf(findings).sort()).toEqual([
    "contradiction /parcels/0/id must be integer",
    "contradiction /parcels/0/size is missing",
  ]);
});

test("an envelope without success: true contradicts the contract, even while presence is unknown", async () => {
  const judgeEnvelope = await createJudge({ "field-presence": "Presence" }, true);
  for (const success of [undefined, null, false, "true"]) {
    expect(linesOf(judgeEnvelope({ ...body, success }))).toEqual([
      "contradiction /success must be true",
    ]);
  }
});

test("a response has at most 100 findings of each kind, and findings of every kind", async () => {
  const more = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`more${index}`, 1]));
  const findings = (await createJudge())({
    ...body,
    ...more,
    parcels: [{ size: "s" }],
    labels: more,
  });
  const count = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  expect(["unknown-presence", "unknown-field", "contradiction"].map(count)).toEqual([1, 100, 100]);
});

test("equal findings in the items of a list are one, with a count, and hide no other", async () => {
  const sparse = Array.from({ length: 5000 }, () => ({ size: "s", more: 1 }));
  const parcels = [
    ...sparse,
    { ...parcel, id: "1" },
    { ...parcel, id: true },
    { ...parcel, id: "2" },
  ];
  const findings = (await createJudge())({ ...body, parcels });
  expect(findings.map(({ pointer, message, count }) => [pointer, message, count])).toEqual([
    ["/parcels/0/id", "is missing", 5000],
    ["/parcels/5000/id", "must be integer", 2],
    ["/parcels/5001/id", "must be integer", undefined],
    ["/parcels/0/more", "isn't in the contract", 5000],
  ]);
});

const isUnknown = { isPresenceUnknown: true, isEnvelope: false };

/**
 * Returns the findings of errors, given by their places, keywords and messages, as Ajv reports
 * them.
 */
const judgeErrors = (
  value: unknown,
  ...errors: [instancePath: string, keyword: string, message?: string][]
) => {
  const list = errors.map(([instancePath, keyword, message = keyword]) => {
    return { instancePath, keyword, message, params: {}, schemaPath: `#/${keyword}` };
  });
  const validator = Object.assign(() => false, { errors: list });
  return linesOf(findDifferences(validator, value, isUnknown));
};

test("a value that is nested too deeply for its schema is a contradiction, and a defect of the schema is thrown", () => {
  const failWith = (error: Error) => () => {
    throw error;
  };
  expect(linesOf(findDifferences(failWith(new RangeError("stack")), [], isUnknown))).toEqual([
    "contradiction  is nested too deeply to be compared",
  ]);
  expect(() => findDifferences(failWith(new TypeError("defect")), [], isUnknown)).toThrow("defect");
});

test("a failed condition is reported by what its schema finds", () => {
  const errors: [string, string, string?][] = [
    ["/a", "minimum", "must be >= 1"],
    ["", "if"],
  ];
  expect(judgeErrors({ a: 0 }, ...errors)).toEqual(["contradiction /a must be >= 1"]);
});

test("a property whose name is wrong is reported by what the schema of names finds, without the name", () => {
  const propertyNames = { pattern: "^[a-z]+$", maxLength: 2 };
  const validator = new Ajv2020({ allErrors: true, strict: false }).compile({
    properties: { map: { propertyNames } },
  });
  expect(linesOf(findDifferences(validator as CompiledSchema, { map: { A: 1 } }))).toEqual([
    'contradiction /map has a property whose name must match pattern "^[a-z]+$"',
  ]);
});

test("the messages of a place are joined by and, those of a choice by or, each once and ten at most", () => {
  const number: [string, string, string?][] = [
    ["/a", "minimum", "must be >= 1"],
    ["/a", "multipleOf", "must be even"],
  ];
  expect(judgeErrors({ a: 0 }, ...number, ...number)).toEqual([
    "contradiction /a must be >= 1 and must be even",
  ]);
  for (const choice of ["anyOf", "oneOf"]) {
    expect(judgeErrors({ a: 0 }, ...number, ["/a", choice])).toEqual([
      "contradiction /a must be >= 1 or must be even",
    ]);
  }
  const letters = [..."abcdefghijkl"];
  expect(
    judgeErrors({ a: 0 }, ...letters.map((letter): [string, string] => ["/a", letter])),
  ).toEqual(["contradiction /a a and b and c and d and e and f and g and h and i and j"]);
});

test("places below one that isn't a choice are reported, too", () => {
  expect(judgeErrors({}, ["/a/b", "type"], ["/a", "minProperties"])).toEqual([
    "contradiction /a/b type",
    "contradiction /a minProperties",
  ]);
});

test("places at any depth below a choice are left out, also if the choice is the whole value", () => {
  const deep: [string, string] = ["/a/b/c", "type"];
  for (const choice of ["anyOf", "oneOf"]) {
    expect(judgeErrors({}, deep, ["/a", choice], ["/ab", "type"])).toEqual([
      `contradiction /a ${choice}`,
      "contradiction /ab type",
    ]);
    expect(judgeErrors({}, deep, ["", choice])).toEqual([`contradiction  ${choice}`]);
    expect(judgeErrors({}, deep, ["/a/b", choice], ["/a", choice, "outer"])).toEqual([
      "contradiction /a outer",
    ]);
  }
});

test("only a field called success, and only of an envelope, has to be true", async () => {
  const value = { success: false, parcels: 1 };
  expect(linesOf((await createJudge({}, true))(value)).sort()).toEqual([
    "contradiction /parcels must be array",
    "contradiction /success must be true",
  ]);
  expect(linesOf((await createJudge({}, true))({ parcels: [] }))).toContain(
    "contradiction /success must be true",
  );
  expect(linesOf((await createJudge({}, false))({ parcels: [] }))).toContain(
    "contradiction /success is missing",
  );
});
