import { expect, test } from "vitest";
import { compileModule } from "../../scripts/generate/validators/compile.ts";
import { type CompiledSchema, findDifferences } from "../../src/openapi/differences.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

const count = 20_000;
const item = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const schemas = {
  Item: item,
  Choice: { oneOf: [{ $ref: "#/components/schemas/Item" }, { type: "null" }] },
};
const document = { openapi: "3.1.0", paths: {}, components: { schemas } };

const compile = {
  "in the mock": async (schema: object) => (await createCompilers(document)).response(schema),
  "ahead of time": async (schema: object): Promise<CompiledSchema> => {
    const modules = await compileModule(
      "validators",
      document as never,
      { all: { it: schema as never } },
      "writeOnly",
    );
    const code = `data:text/javascript,${encodeURIComponent(modules["validators.js"])}`;
    return (await import(code)).all.it;
  },
};

test.each(
  Object.entries(compile).flatMap(([place, compile]) =>
    ["Item", "Choice"].map((name) => [place, name, compile] as const),
  ),
)("20,000 bad items are compared in linear time, compiled %s: %s", async (_, name, compile) => {
  const validate = await compile({
    type: "array",
    items: { $ref: `#/components/schemas/${name}` },
  });
  const start = performance.now();
  expect(validate(Array.from({ length: count }, () => ({})))).toBe(false);
  expect(validate.errors?.length).toBeGreaterThanOrEqual(count);
  const options = { isPresenceUnknown: false, isEnvelope: false };
  const findings = findDifferences(
    validate,
    Array.from({ length: count }, () => ({})),
    options,
  );
  expect(findings[0]).toMatchObject({ count });
  // With lists that are copied for each finding, it takes half a minute.
  expect(performance.now() - start).toBeLessThan(5_000);
});
