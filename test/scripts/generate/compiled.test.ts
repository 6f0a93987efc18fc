import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { writeGenerated } from "../../../scripts/generate.ts";
import { root, runBin } from "../../../scripts/tools/run.ts";
import { contractWith, objectAt } from "../contract-copy.ts";

const names = ["Record", "Options", "Operations", "Promise", "OperationId", "Readable", "Writable", "Received"];

/** Returns the name of a model in the package. The first five are names of other types. */
const exportedName = (name: string) => (names.indexOf(name) < 5 ? `${name}Model` : name);

const integer = { type: "integer" };
const string = { type: "string" };
const reference = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });

/** An operation that sends a schema, and receives it. */
const echo = (name: string) => ({
  operationId: `echo${name}`,
  tags: ["Tasks"],
  summary: `Echo ${name}`,
  description: "Added.",
  "x-repeatable": false,
  requestBody: { required: true, content: reference(name) },
  responses: { "200": { description: "OK.", content: reference(name) } },
});

/** Checks code that uses the generated types of a contract with all of these schemas. Returns TypeScript's messages. */
async function compile(checks: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "compiled-"));
  const contract = contractWith((copy) => {
    const schemas = {
      Thing: {
        type: "object",
        required: ["id", "name", "secret"],
        properties: {
          id: { ...integer, readOnly: true },
          name: string,
          secret: { ...string, writeOnly: true },
          size: { ...integer, default: 5 },
        },
      },
      ...Object.fromEntries(
        names.map((name) => [name, { type: "object", required: ["kind"], properties: { kind: { const: name } } }]),
      ),
    };
    Object.assign(copy.components.schemas, schemas);
    Object.assign(copy, { servers: [{ url: "https://api.service.test" }] });
    objectAt(copy, "paths", "/api/v2/tokens")["servers"] = [{ url: "https://tokens.service.test" }];
    for (const name of Object.keys(schemas)) objectAt(copy, "paths")[`/api/v2/echo${name}`] = { post: echo(name) };
  });
  const file = join(folder, "openapi.yaml");
  writeFileSync(file, stringify(contract));
  // Generated files import the package's types.
  symlinkSync(join(root, "src"), join(folder, "src"));
  await writeGenerated({ file, out: join(folder, "generated") });
  writeFileSync(join(folder, "generated/check.ts"), checks);
  const compilerOptions = { declaration: true, types: [], module: "esnext", moduleResolution: "bundler" };
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["generated/*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { output } = await runBin("tsc", "--project", folder);
  return output;
}

test("what is generated compiles, and says of a field whether it is sent and received", async () => {
  const checks = `
    import type * as models from "./models.ts";
    import { fixtures } from "./fixtures.ts";
    import type { Operations } from "./operations.ts";

    export { fixtures };
    export type Call = Operations<{ own: true }>;
    type Sent = Parameters<Call["echoThing"]>[0];
    type Received = Awaited<ReturnType<Call["echoThing"]>>;

    export const sent: Sent = { name: "", secret: "" };
    // @ts-expect-error A field that may only be received isn't sent.
    export const sentId: Sent = { name: "", secret: "", id: 1 };
    export const received: Received = { id: 1, name: "" };
    // @ts-expect-error A field that may only be received is there.
    export const receivedWithout: Received = { name: "" };
    // @ts-expect-error A field that may only be sent isn't there.
    export const receivedSecret: Received = { id: 1, name: "", secret: "" };
    export const thing: models.Thing = received;

    ${names
      .map(
        (name) => `
    export const sent${name}: Parameters<Call["echo${name}"]> = [{ kind: "${name}" }, { own: true }];
    export const model${name}: models.${exportedName(name)} = { kind: "${name}" };
    export const received${name}: globalThis.Promise<{ kind: "${name}" }> = (0 as never as Call).echo${name}(model${name});`,
      )
      .join("\n")}
  `;
  expect(await compile(checks)).toBe("");
});
