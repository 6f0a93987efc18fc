import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { checkStructure } from "../../src/mock/structure.ts";
import type { Path } from "../../src/openapi/nodes.ts";
import { pointerOf, valueAt } from "../../src/openapi/pointer.ts";
import { loadMetaSchema } from "../../src/schemas/validators.ts";
import { readData } from "../data.ts";
import { createRandom, pick } from "../random.ts";
import { runs } from "../runs.ts";
import { type Document, writeTemporaryFile } from "./helpers.ts";

/** A contract with each kind of object that OpenAPI has. */
const contract31 = `
openapi: 3.1.1
info: { title: Library, version: "1" }
security: [{ key: [] }]
paths:
  /books:
    parameters: [{ name: page, in: query, schema: { type: integer, minimum: 0 } }]
    get:
      operationId: listBooks
      parameters:
        - { $ref: "#/components/parameters/filter" }
        - { name: X-Trace, in: header, required: true, schema: { type: string, pattern: "^[a-z]*$" } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: range, in: query, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
      responses:
        "200":
          description: Books.
          headers: { X-Total: { schema: { type: integer }, example: 1 } }
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Book" } }
              examples: { none: { value: [] }, some: { $ref: "#/components/examples/some" } }
            application/xml: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } }
        default: { $ref: "#/components/responses/Failure" }
    post:
      security: [{ bearer: [], key: [] }, {}]
      requestBody: { $ref: "#/components/requestBodies/Book" }
      callbacks: { sold: { "{$request.body#/url}": { post: { responses: { "204": { description: Ok. } } } } } }
      responses: { "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /books/{id}:
    $ref: "#/components/pathItems/book"
webhooks:
  added: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }, responses: { "204": { description: Ok. } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    bearer: { type: http, scheme: bearer }
  parameters:
    filter: { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { year: { type: integer } } } }
  headers: { Next: { schema: { type: string, format: uri } } }
  examples: { some: { value: [{ id: 1, title: A }] } }
  responses:
    Failure: { description: A failure., headers: { Link: { $ref: "#/components/headers/Next" } }, content: { application/problem+json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
  requestBodies:
    Book:
      required: true
      content:
        application/json: { schema: { $ref: "#/components/schemas/Book" } }
        application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Book" }, encoding: { tags: { style: form, explode: false } } }
  pathItems:
    book:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      get: { responses: { "200": { description: A book., content: { application/json: { schema: { oneOf: [{ $ref: "#/components/schemas/Book" }, { type: "null" }] } } } } } }
      delete: { responses: { 2XX: { description: Removed. } } }
  schemas:
    Book:
      type: object
      required: [id, title]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, minLength: 1, examples: [A title] }
        tags: { type: array, items: { enum: [old, new] } }
        parent: { $ref: "#/components/schemas/Book" }
        price: { type: number, multipleOf: 0.01 }
      patternProperties: { "^x-": { type: string } }
`;

const contracts: readonly (readonly [name: string, document: Document])[] = [
  ["OpenAPI 3.1", parse(contract31)],
  ["OpenAPI 3.0", { ...parse(contract31), openapi: "3.0.3" }],
  ["OpenAPI 2.0", readData("mock/contracts/garden-2.0.yaml")],
];

/** Lists the places of a value, but for those of the version. */
const placesIn = (value: unknown, place: Path = []): Path[] =>
  Object.entries(typeof value === "object" && value ? value : {}).flatMap(([key, inner]) => {
    const innerPlace = [...place, Array.isArray(value) ? Number(key) : key];
    return key === "openapi" || key === "swagger"
      ? []
      : [innerPlace, ...placesIn(inner, innerPlace)];
  });

const wrongValues = [
  null,
  5,
  -1.5,
  "",
  "text",
  true,
  [],
  [null],
  {},
  { "": null },
  { $ref: "#/nowhere" },
  { $ref: 5 },
];

/** Deletes, replaces, renames or moves a part of a document. Returns in words what it did. */
function mutate(random: () => number, document: Document): string {
  const places = placesIn(document).filter(({ length }) => length > 1);
  const place = pick(random, places);
  const key = place.at(-1) ?? "";
  const parent = valueAt(document, place.slice(0, -1)) as Document;
  const action = pick(random, [
    "delete",
    "replace",
    "replace",
    "rename",
    "move",
    "refer to itself",
  ]);
  if (action === "delete" && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (action === "delete") delete parent[key];
  else if (action === "replace") parent[key] = pick(random, wrongValues);
  else if (action === "move")
    parent[key] = structuredClone(valueAt(document, pick(random, places)));
  else if (action === "rename" && !Array.isArray(parent)) {
    const { [key]: value } = parent;
    delete parent[key];
    parent[pick(random, [`${key}x`, "toString", "", "$ref", "default"])] = value;
  } else parent[key] = { $ref: `#${pointerOf(place)}` };
  return `${action} ${pointerOf(place)}`;
}

const key = { "x-key": "k", authorization: "Bearer t", "x-trace": "a" };
const json = {
  headers: { ...key, "content-type": "application/json" },
  body: '{"id":1,"title":"A"}',
};
const form = {
  headers: { ...key, "content-type": "application/x-www-form-urlencoded" },
  body: "title=A&tags=old",
};
const reads = [{ headers: key }, { headers: { ...key, accept: "application/xml" } }];

/**
 * Sends requests to each operation that a document still has, and returns the responses that the
 * mock fails on.
 */
async function listFailures(mock: Mock, document: Document): Promise<string[]> {
  const failures: string[] = [];
  for (const [path, item] of Object.entries(Object(document.paths))) {
    for (const method of new Set(["get", "post", "put", "delete", ...Object.keys(Object(item))])) {
      if (!path.startsWith("/") || !/^(get|post|put|delete)$/.test(method)) continue;
      const url = `${mock.url}${path.replace("{id}", "1")}?key=k&filter[year]=1&page=1`;
      for (const init of method === "get" ? reads : [json, form]) {
        const { status, headers } = await fetch(url, { method: method.toUpperCase(), ...init });
        if (status >= 500 && headers.get("mock-source") === "mock")
          failures.push(`${method} ${path}: ${status}`);
      }
    }
  }
  return failures;
}

const refusal = /It has no operations\.|Self-referencing circular pointer\./;

test.each(contracts)(
  "a mock of an invalid contract of %s never fails on a request",
  async (name, original) => {
    const random = createRandom(name.length);
    vi.spyOn(console, "error").mockImplementation(() => {});
    const failures: string[] = [];
    for (let round = 0; round < runs(150); round++) {
      const document = structuredClone(original);
      const mutations = Array.from({ length: 1 + (round % 2) }, () => mutate(random, document));
      const contract = writeTemporaryFile("library.json", JSON.stringify(document));
      const mock = await startMock({ port: 0, contract }).catch(({ message }: Error) => message);
      if (typeof mock === "string") {
        if (!refusal.test(mock)) failures.push(`${mutations.join(", ")}: ${mock}`);
        continue;
      }
      const responses = await listFailures(mock, document).finally(() => mock.close());
      if (responses.length > 0) failures.push(`${mutations.join(", ")}: ${responses.join(", ")}`);
    }
    expect(failures).toEqual([]);
  },
);

/** Values that the mock doesn't look at: data, texts for readers, and names. */
const isUnread = (place: Path) =>
  place[0] === "info" ||
  place.some((key) => /^(description|example|examples|value|enum)$/.test(`${key}`));

const fieldNames =
  /^(parameters|responses|requestBody|content|schema|name|in|headers|callbacks|security|scheme)$/;

test("the start names each wrong value and each misspelled field with its pointer", async () => {
  const metaSchema = await loadMetaSchema();
  const original = parse(contract31);
  const unnamed: string[] = [];
  const edit = (
    place: Path,
    pointer: string,
    change: (parent: Document, key: string | number) => void,
  ) => {
    const document = structuredClone(original);
    change(valueAt(document, place.slice(0, -1)), place.at(-1) ?? "");
    const isNamed = checkStructure(document, metaSchema).some((problem) =>
      problem.startsWith(`#${pointer}: `),
    );
    if (!isNamed) unnamed.push(pointer);
  };
  for (const place of placesIn(original).filter((place) => !isUnread(place))) {
    const pointer = pointerOf(place);
    if (typeof valueAt(original, place) === "object")
      edit(place, pointer, (parent, key) => (parent[key] = 5));
    if (!fieldNames.test(`${place.at(-1)}`) || place.includes("properties")) continue;
    edit(place, `${pointer}x`, (parent, key) => {
      parent[`${key}x`] = parent[key];
      delete parent[key];
    });
  }
  expect(unnamed).toEqual([]);
});
