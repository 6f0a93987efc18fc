import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import type { Contract } from "../../../scripts/contract/document.ts";
import { lintContract } from "../../../scripts/lint.ts";
import { contractWith, junkInbox, objectAt, token, tokens } from "../contract-copy.ts";

/**
 * A change of the operation that lists tokens, or an edit of the contract; and the place and the words of the finding.
 * Edits with the same `file` are of one copy: a lint takes its time. Default: a copy for each.
 */
type Case = [
  name: string,
  edit: object | ((contract: Contract) => unknown),
  pointer: string,
  message: string,
  file?: string,
];

const pages = (value: unknown) => changeTokens({ "x-pagination": value });
const evidence = (value: unknown) => changeTokens({ "x-observed": value });
const changeUnknowns = (unknowns: unknown) => changeTokens({ "x-not-shown": unknowns });
const entry = (position: number, change: object) => (contract: Contract) =>
  Object.assign(objectAt(contract, "x-operation-index", "Agents", position), change);
const changeTokens = (change: object) => change;

const operation = "#/paths/~1api~1v2~1tokens/get";
const pagination = `${operation}/x-pagination`;
const evidencePointer = `${operation}/x-observed`;
const unknownsPointer = `${operation}/x-not-shown`;
const days = { first: "2026-01-01", last: "2026-01-02" };
const noPhrase = "`token-order` property must match pattern";

const parameter = { in: "query", name: "q", description: "An input.", schema: { type: "string" } };
const media = { schema: {} };
const takes = (change: object) => changeTokens({ parameters: [{ ...parameter, ...change }] });
const parameterPointer = `${operation}/parameters/0`;
const post = (content: object) => (contract: Contract) => {
  const requestBody = { description: "A body.", content };
  Object.assign(contract.paths, { "/api/v2/tokens": { post: { ...objectAt(contract, ...tokens), requestBody } } });
};
const style = "The client fills paths and headers in style simple only: describe the value as a string.";

/** Contracts that the client would garble. */
const uncallable: Case[] = [
  [
    "an operation id that isn't a name in TypeScript",
    changeTokens({ operationId: "list-tokens" }),
    `${operation}/operationId`,
    "An operation id must be in camelCase, such as createToken.",
  ],
  [
    "a body of a GET",
    changeTokens({ requestBody: { description: "A body.", content: { "application/json": media } } }),
    `${operation}/requestBody`,
    "A GET has no body that a client could send",
  ],
  [
    "a body of any image",
    post({ "image/*": media }),
    "#/paths/~1api~1v2~1tokens/post/requestBody/content/image~1*",
    "name the media types",
  ],
  ["a body of no media type", post({}), "#/paths/~1api~1v2~1tokens/post/requestBody/content", "name the media types"],
  [
    "a query that isn't escaped",
    takes({ allowReserved: true }),
    `${parameterPointer}/allowReserved`,
    "The client escapes every value of a query: leave out allowReserved.",
  ],
  [
    "a header that OpenAPI ignores",
    takes({ in: "header", name: "Accept" }),
    `${parameterPointer}/name`,
    "OpenAPI ignores a header parameter of this name: media types and security say it. Leave it out.",
  ],
  ...["digest", "DPoP", "SCRAM-SHA-256"].map(
    (scheme): Case => [
      `the scheme ${scheme}`,
      (contract) =>
        Object.assign(contract.components, {
          securitySchemes: { apiToken: { type: "http", scheme, description: "A credential." } },
        }),
      "#/components/securitySchemes/apiToken/scheme",
      "This HTTP scheme has other credentials for each request, and the client sends a token unchanged",
    ],
  ),
  ["a path in another style", takes({ in: "path", style: "label" }), `${parameterPointer}/style`, style],
  ["a header in another style", takes({ in: "header", style: "form" }), `${parameterPointer}/style`, style],
];

const extensionForms: Case[] = [
  ["pages without items", pages({ page: "pageNumber" }), pagination, "must have required property 'items'"],
  [
    "pages by number and by cursor",
    pages({ items: "rooms", page: "pageNumber", next: "next" }),
    `${pagination}/page`,
    "`page` property boolean schema is false",
  ],
  [
    "a purpose in words",
    (contract) => Object.assign(objectAt(contract, ...token, "type"), { "x-pagination": "Turns pages on" }),
    "#/components/schemas/Token/properties/type/x-pagination",
    "is its purpose in camelCase",
  ],
  ["pages without a way on", pages({ items: "rooms" }), pagination, "must have required property 'next'"],
  [
    "a key of pages that nobody reads",
    pages({ items: "rooms", page: "pageNumber", last: "last" }),
    `${pagination}/last`,
    "additional properties `last`",
  ],
  [
    "an input of pages that nobody reads",
    pages({ items: "rooms", page: "pageNumber", inputs: { limit: "limit" } }),
    `${pagination}/inputs/limit`,
    "additional properties `limit`",
  ],
  ["x-repeatable as a word", changeTokens({ "x-repeatable": "yes" }), `${operation}/x-repeatable`, "true or false"],
  [
    "an operation that doesn't say whether it is repeatable",
    (contract) => delete objectAt(contract, ...tokens)["x-repeatable"],
    operation,
    "An operation says whether it is x-repeatable.",
  ],
  ["evidence without a source", evidence({ exchanges: 1 }), evidencePointer, "must have required property 'source'"],
  [
    "evidence with an empty source",
    evidence({ source: "", exchanges: 1 }),
    `${evidencePointer}/source`,
    "`source` property must NOT have fewer than 1 characters",
  ],
  [
    "evidence of no exchange",
    evidence({ source: "HAR", exchanges: 0 }),
    `${evidencePointer}/exchanges`,
    "`exchanges` property must be >= 1",
  ],
  [
    "evidence with a value",
    evidence({ source: "HAR", exchanges: 1, value: "x" }),
    `${evidencePointer}/value`,
    "additional properties `value`",
  ],
  [
    "evidence with one day alone",
    evidence({ source: "HAR", exchanges: 1, first: "2026-01-02" }),
    evidencePointer,
    "must have property last when property first is present",
  ],
  [
    "evidence of an impossible day",
    evidence({ source: "HAR", exchanges: 1, ...days, last: "2026-13-01" }),
    `${evidencePointer}/last`,
    '`last` property must match format "date"',
  ],
  [
    "evidence of a field, without a source",
    (contract) => Object.assign(objectAt(contract, ...token, "type"), { "x-observed": { exchanges: 1 } }),
    "#/components/schemas/Token/properties/type/x-observed",
    "must have required property 'source'",
    "shared",
  ],
  [
    "evidence of an index entry, without a source",
    entry(1, { "x-observed": { exchanges: 1 } }),
    "#/x-operation-index/Agents/1/x-observed",
    "must have required property 'source'",
    "shared",
  ],
  [
    "an index entry with another field",
    entry(2, { path: "/api/v2/tokens" }),
    "#/x-operation-index/Agents/2/path",
    "additional properties `path`",
    "shared",
  ],
  [
    "an index entry with an unknown method",
    entry(3, { method: "DEL" }),
    "#/x-operation-index/Agents/3/method",
    '"GET", "POST"',
    "shared",
  ],
  [
    "an index entry without a name",
    (contract) => delete objectAt(contract, "x-operation-index", "Authorization", 0)["name"],
    "#/x-operation-index/Authorization/0",
    "must have required property 'name'",
    "shared",
  ],
  [
    "an index entry with an empty name",
    entry(4, { name: "" }),
    "#/x-operation-index/Agents/4/name",
    "fewer than 1 characters",
    "shared",
  ],
  ["a phrase without an id", changeUnknowns("Order of tokens"), unknownsPointer, "type must be object"],
  ["no unknown", changeUnknowns({}), unknownsPointer, "must NOT have fewer than 1 properties"],
  [
    "an id in camelCase",
    changeUnknowns({ tokenOrder: "Order of tokens" }),
    `${unknownsPointer}/tokenOrder`,
    "`tokenOrder`",
  ],
  [
    "an unknown of the index in camelCase",
    entry(5, { "x-not-shown": { tokenOrder: "Order of tokens" } }),
    "#/x-operation-index/Agents/5/x-not-shown/tokenOrder",
    "`tokenOrder`",
    "shared",
  ],
  [
    "an unknown without a capital",
    changeUnknowns({ "token-order": "order of tokens" }),
    `${unknownsPointer}/token-order`,
    noPhrase,
  ],
  [
    "an unknown with a full stop",
    changeUnknowns({ "token-order": "Order of tokens." }),
    `${unknownsPointer}/token-order`,
    noPhrase,
  ],
  [
    "an unknown of 13 words",
    changeUnknowns({ "token-order": `Order of ${"very ".repeat(10)}tokens` }),
    `${unknownsPointer}/token-order`,
    noPhrase,
  ],
  [
    "an unknown that isn't text",
    changeUnknowns({ "token-order": 1 }),
    `${unknownsPointer}/token-order`,
    "type must be string",
  ],
];

const properties = "#/components/schemas/Token/properties";
const needsDescription = "must have required property 'description'";

const undescribed: Case[] = [
  [
    "a property without a description",
    (contract) => delete objectAt(contract, ...token, "userId")["description"],
    `${properties}/userId`,
    `Each property needs a description, a reference too: \`userId\` property ${needsDescription}.`,
    "shared",
  ],
  [
    "a property by reference",
    (contract) => Object.assign(objectAt(contract, ...token), { added: { $ref: "#/components/schemas/Room" } }),
    `${properties}/added`,
    needsDescription,
    "shared",
  ],
  [
    "a property that is itself called description",
    (contract) => delete objectAt(contract, ...token, "description")["description"],
    `${properties}/description`,
    needsDescription,
    "shared",
  ],
  [
    "a property that is called example",
    (contract) => Object.assign(objectAt(contract, ...token), { example: { type: "string" } }),
    `${properties}/example`,
    needsDescription,
    "shared",
  ],
  [
    "a property that is merely true",
    (contract) => Object.assign(objectAt(contract, ...token), { anything: true }),
    `${properties}/anything`,
    "type must be object",
    "shared",
  ],
  [
    "a component without a description",
    (contract) => delete objectAt(contract, "components", "schemas", "Room")["description"],
    "#/components/schemas/Room",
    `Each component needs a description: \`Room\` property ${needsDescription}.`,
    "shared",
  ],
  [
    "a link without a description",
    (contract) => Object.assign(contract.components, { links: { Next: { operationId: "listTokens" } } }),
    "#/components/links/Next",
    needsDescription,
    "shared",
  ],
  [
    "a component with a blank description",
    (contract) => Object.assign(objectAt(contract, "components", "schemas", "Token"), { description: " " }),
    "#/components/schemas/Token/description",
    "must match pattern",
    "shared",
  ],
];

const cases = [...uncallable, ...extensionForms, ...undescribed];

const folder = mkdtempSync(join(tmpdir(), "contract-"));
const copies = new Map<string, Contract>();
let findings: string[];

/** Returns a copy of the contract that is linted with the others. */
function copyNamed(name: string): Contract {
  const copy = copies.get(name) ?? contractWith(() => {});
  copies.set(name, copy);
  return copy;
}

/** Edits the copies. Changes of an operation are of ten operations in one copy. */
const places = cases.map(([name, edit, pointer, , group = name], number): [file: string, pointer: string] => {
  if (typeof edit === "function") {
    edit(copyNamed(group));
    return [group, pointer];
  }
  const file = `operations-${Math.floor(number / 10)}`;
  const copy = copyNamed(file);
  const get = { ...objectAt(copy, ...tokens), operationId: `case${number}`, ...edit };
  Object.assign(copy.paths, { [`/api/v2/cases/${number}`]: { get } });
  return [file, pointer.replace("~1tokens/get", `~1cases~1${number}/get`)];
});

Object.assign(objectAt(copyNamed("passing"), ...tokens), {
  parameters: [
    { ...parameter, in: "header", name: "X-Team" },
    { ...parameter, name: "accept", style: "form", allowReserved: false },
  ],
  security: [],
  "x-not-shown": {
    "phrase-with-code": "Unit of `timeout`",
    "phrase-of-code": "`timeout` in seconds or milliseconds",
    "phrase-of-12-words": `Order of ${"very ".repeat(9)}tokens`,
  },
  "x-observed": { source: "HAR", exchanges: 3, ...days },
});
Object.assign(objectAt(copyNamed("passing"), ...junkInbox), {
  security: [{ apiToken: [] }],
  "x-observed": { source: "Postman examples", exchanges: 1 },
});

Object.assign(objectAt(copyNamed("passing"), "x-operation-index", "Authorization", 0), {
  "x-observed": { source: "HAR", exchanges: 1 },
});

beforeAll(async () => {
  const files = [...copies].map(([name, copy]) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, stringify(copy, { aliasDuplicateObjects: false }));
    return file;
  });
  const { output } = await lintContract(files);
  findings = output.split(/^(?=\[\d+\] )/m);
});

test.each(cases.map(([name, , , message], number) => [name, message, ...(places[number] ?? ["", ""])] as const))(
  "%s is reported in its place",
  (_, message, file, pointer) => {
    const reports = findings.filter((finding) => finding.includes(`/${file}.yaml:`) && finding.includes(message));
    expect(
      reports.map((finding) => / at (\S+)/.exec(finding)?.[1]).filter((place) => place?.startsWith(pointer)),
    ).toEqual([pointer]);
  },
);

test("what the client can call passes, and extensions in their forms", () => {
  expect(findings.filter((finding) => finding.includes("/passing.yaml:"))).toEqual([]);
});
