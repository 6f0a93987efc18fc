import { expect, test } from "vitest";
import { compileModule } from "../../scripts/generate/validators/compile.ts";
import { type CompiledSchema, findDifferences } from "../../src/openapi/differences.ts";
import type { JsonObject } from "../../src/openapi/json.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

const counts = [2_000, 20_000];
const item = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const schemas = {
  Item: item,
  Choice: { oneOf: [{ $ref: "#/components/schemas/Item" }, { type: "null" }] },
};
const document = { openapi: "3.1.0", paths: {}, components: { schemas } };

const compile = {
  "in the mock": async (schema: JsonObject) => (await createCompilers(document)).response(schema),
  "ahead of time": async (schema: object): Promise<CompiledSchema> => {
    const code = await compileModule(document as never, "writeOnly", (compile) => ({
      validate: compile(schema as never),
    }));
    return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).validate;
  },
};

/** Returns the shortest of three times, since another process can make one longer. */
const timeOf = (run: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );

const retried = { retry: 3 };

test.each(Object.entries(compile))(
  "items are compared with each other in linear time, compiled %s",
  retried,
  async (_, compile) => {
    const validate = await compile({ type: "array", uniqueItems: true });
    const check = (items: unknown[]) =>
      findDifferences(validate, items).map(({ message }) => message);
    const [few = 0, many = 0] = counts.map((count) => {
      const items = Array.from({ length: count }, (_, id) => ({ id }));
      return timeOf(() => expect(check(items)).toEqual([]));
    });
    expect(many / few).toBeLessThan(50);
    const message = "must NOT have duplicate items";
    expect(check([{ a: { b: 1, c: [2] } }, { a: { c: [2], b: 1 } }])).toEqual([message]);
    expect(check([1, "1", [1], ["1"], { 1: "1" }, null, "null", { a: {} }, { a: [] }])).toEqual([]);
  },
);

test.each(
  Object.entries(compile).flatMap(([place, compile]) =>
    ["Item", "Choice"].map((name) => [place, name, compile] as const),
  ),
)("bad items are compared in linear time, compiled %s: %s", retried, async (_, name, compile) => {
  const validate = await compile({
    type: "array",
    items: { $ref: `#/components/schemas/${name}` },
  });
  const options = { isPresenceUnknown: false, isEnvelope: false };
  const [few = 0, many = 0] = counts.map((count) => {
    const items = Array.from({ length: count }, () => ({}));
    return timeOf(() =>
      expect(findDifferences(validate, items, options)[0]).toMatchObject({ count }),
    );
  });
  // With lists that are copied for each finding, ten times the items take a hundred times as long.
  expect(many / few).toBeLessThan(50);
});
