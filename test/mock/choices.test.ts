import { expect, test } from "vitest";
import { servePaths } from "./helpers.ts";

const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const kind = (name?: string) => ({ petType: name ? { enum: [name] } : { type: "string" } });
const choose = (...oneOf: object[]) => ({
  oneOf,
  discriminator: { propertyName: "petType", mapping: { meow: "#/components/schemas/Cat" } },
});
const open = choose(
  object({ ...kind(), lives: { type: "integer" } }),
  object({ ...kind(), tricks: { type: "string" } }),
);
const closed = choose(object(kind("meow")), object(kind("woof")));

test.each<[schema: object, body: unknown, detail: string | undefined]>([
  [
    open,
    {},
    "The body, petType, is missing. The body, lives, is missing, or the body, tricks, is missing.",
  ],
  [open, { petType: "bird", lives: 9 }, undefined],
  [open, { petType: 1, lives: 9 }, "The body, petType, must be string."],
  [open, { lives: 9 }, "The body, petType, is missing."],
  [
    { oneOf: [object({ a: {}, b: {} }), object({ a: {}, b: {}, c: {} })] },
    {},
    "The body, a, is missing. The body, b, is missing.",
  ],
  [closed, { petType: "meow" }, undefined],
  [
    closed,
    { petType: "bird" },
    "The body, petType, must be equal to one of the allowed values: meow or must be equal to one of the allowed values: woof.",
  ],
  [closed, {}, "The body, petType, is missing."],
  [
    { anyOf: [object({ a: {} }), object({ a: {}, b: {} }), object({ c: {} })] },
    {},
    "The body, a, is missing, or the body, b, is missing, or the body, c, is missing.",
  ],
  [{ oneOf: [{ type: "string" }, { type: "string" }] }, 5, "The body must be string."],
])("a choice %j takes the body %j, or says what it needs: %s", async (schema, body, detail) => {
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
  const components = { schemas: { Cat: object(kind("meow")) } };
  const mock = await servePaths({ "/a": { post } }, { components });
  const response = await mock.post("/a", JSON.stringify(body));
  const problem = response.status === 204 ? undefined : (await response.json()).detail;
  expect(problem).toBe(detail);
});
