import { describe, expect, test } from "vitest";
import { readCollection } from "../../src/traffic/postman.ts";

type Json = Record<string, unknown>;
const saved = { code: 200, body: "{}" };

/** Returns the request of each saved response of a collection. */
function requestsOf(
  request: unknown,
  { variables = {}, ...rest }: { variables?: Record<string, string> } & Json = {},
) {
  const collection = { item: [{ request, response: [saved] }], ...rest };
  return readCollection(JSON.stringify(collection), new Map(Object.entries(variables))).map(
    (entry) => ("reason" in entry ? entry.reason : (entry.harEntry as { request: Json }).request),
  );
}
const urlOf = (...args: Parameters<typeof requestsOf>) => (requestsOf(...args)[0] as Json)["url"];
const unknownValue = "00000000-0000-4000-8000-000000000000";

describe("the address of a saved request", () => {
  test.each<[string, unknown, string]>([
    [
      "has parts",
      {
        protocol: "https",
        host: ["a", "example"],
        port: "81",
        path: ["x", { type: "string", value: "y" }],
      },
      "https://a.example:81/x/y",
    ],
    ["has no values in its path", "{{host}}/x/:id", `{{host}}/x/${unknownValue}`],
    [
      "has examples of values in its path",
      { raw: "/x/:id", variable: [{ key: "id", value: "<integer>" }] },
      `/x/${unknownValue}`,
    ],
    ["has a port and no values", "http://a.example:81/x", "http://a.example:81/x"],
  ])("%s", (_, url, expected) => {
    expect(urlOf({ url })).toBe(expected);
  });

  test("has the values of variables: those given before those of the folder, and these before the collection's", () => {
    const folder = {
      variable: [
        { key: "b", value: "folder" },
        { key: "c", value: "folder" },
      ],
      item: [{ request: "/{{a}}/{{b}}/{{c}}", response: [saved] }],
    };
    const variable = ["a", "b", "c"].map((key) => ({ key, value: "collection" }));
    expect(urlOf(undefined, { item: [folder], variable, variables: { c: "given" } })).toBe(
      "/collection/folder/given",
    );
  });

  test("has the values of variables within variables, and none of a circle", () => {
    const variable = [
      { key: "a", value: "{{b}}/x" },
      { key: "b", value: "https://a.example" },
      { key: "c", value: "{{c}}" },
    ];
    expect(urlOf("{{a}}/{{c}}", { variable })).toBe(`https://a.example/x/${unknownValue}`);
  });
});

test.each([
  ["disabled", { key: "a", value: "1", disabled: true }],
  ["a secret by its type", { key: "a", value: "1", type: "secret" }],
  ["a secret by its name", { key: "apiToken", value: "1" }],
  ["empty", { key: "a", value: "" }],
])("a variable that is %s has no value", (_, variable) => {
  expect(urlOf(`/{{${variable.key}}}`, { variable: [variable] })).toBe(`/${unknownValue}`);
});

describe("the body of a saved request", () => {
  const bodyOf = (body: unknown, header: unknown = []) =>
    (requestsOf({ method: "POST", url: "/x", header, body })[0] as Json)["postData"];

  test.each<[string, unknown, unknown]>([
    [
      "with variables",
      { mode: "raw", raw: '{"a": {{a}}, "b": [{{b}}], "c": "x{{c}}"}' },
      { mimeType: "application/json", text: '{"a": "text", "b": ["text"], "c": "xtext"}' },
    ],
    [
      "of GraphQL without variables",
      { mode: "graphql", graphql: { query: "{a}", variables: "" } },
      { mimeType: "application/json", text: '{"query":"{a}"}' },
    ],
    ["that is disabled", { mode: "raw", raw: "a", disabled: true }, undefined],
    ["of no mode", {}, undefined],
  ])("%s", (_, body, expected) => {
    expect(bodyOf(body)).toEqual(expected);
  });

  test("has the content type of the header, unless that is disabled", () => {
    const header = { key: "content-type", value: "text/x" };
    expect(bodyOf({ mode: "raw", raw: "a" }, [header])).toMatchObject({ mimeType: "text/x" });
    expect(bodyOf({ mode: "raw", raw: "a" }, [{ ...header, disabled: true }])).toMatchObject({
      mimeType: "text/plain",
    });
  });
});

test("a saved response without its request, or without its address, has those of the item", () => {
  const item = (originalRequest: unknown) => ({
    request: { method: "PUT", url: "/x" },
    response: [{ ...saved, originalRequest }],
  });
  expect(
    requestsOf(undefined, { item: [item(undefined), item({ method: "POST" }), item("/y")] }),
  ).toMatchObject([
    { method: "PUT", url: "/x" },
    { method: "POST", url: "/x" },
    { method: "PUT", url: "/y" },
  ]);
});

test.each(["[]", "x", '{"item":{}}'])("%s isn't a collection", (text) => {
  expect(() => readCollection(text, new Map())).toThrow("it isn't a Postman collection 2.0 or 2.1");
});
