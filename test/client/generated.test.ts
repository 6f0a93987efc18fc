import { cp, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/run.ts";
import { at, contractWith } from "../scripts/contract-copy.ts";
import { failureOf, json, sentToken, sequence, serve, text } from "./server.ts";

const added = {
  operationId: "addPart",
  tags: ["Tasks"],
  summary: "Add a part",
  description: "An operation that the contract does not have.",
  "x-repeatable": true,
  parameters: [
    { name: "id", in: "path", required: true, description: "The first.", schema: { type: "string" } },
    { name: "part", in: "path", required: true, description: "The second.", schema: { type: "integer" } },
    { name: "dryRun", in: "query", description: "A third.", schema: { type: "boolean" } },
  ],
  requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
  responses: {
    "200": {
      description: "OK.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/TokenList" } } },
    },
  },
};

test("an operation added to the contract is in the client with nothing written by hand", async () => {
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  const contract = contractWith((copy) => {
    at(copy, "paths")["/api/v2/things/{id}/parts/{part}"] = { post: added };
  });
  await writeFile(join(folder, "openapi.json"), JSON.stringify(contract));
  await writeGenerated({ file: join(folder, "openapi.json"), out: join(folder, "generated") });
  for (const name of ["src", "tsconfig.json"]) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const { createPhoneAgentClient } = await import(join(folder, "src/index.ts"));
  const { validators } = await import(join(folder, "src/validate.ts"));

  const list = { success: true, message: "", tokens: [] };
  await using service = await serve(
    sequence(text("", 503), json(list), json({ success: false }), json({ success: true })),
  );
  const options = {
    baseUrl: service.baseUrl,
    token: "<EXAMPLE_TOKEN_1>",
    retry: { baseDelayMs: 1 },
    validate: validators,
  };
  const phone = createPhoneAgentClient(options);
  expect(await phone.addPart("a/b", 7, { size: 1 }, { dryRun: true }, { headers: { "x-a": "1" } })).toEqual(list);
  expect(service.received[1]).toMatchObject({
    method: "POST",
    target: `/api/v2/things/a%2Fb/parts/7?dryRun=true&${sentToken}`,
    body: '{"size":1}',
    headers: { "x-a": "1" },
  });
  expect((await failureOf(phone.addPart("a", 7, {}))).kind).toBe("unsuccessful");
  expect((await failureOf(phone.addPart("a", 7, {}))).kind).toBe("contract");
  for (const [id, part] of [
    ["..", 7],
    ["a", "7"],
    ["a", Number.NaN],
  ]) {
    expect(await failureOf(phone.addPart(id, part, {}))).toMatchObject({ kind: "configuration", operation: "addPart" });
  }
  expect(service.received.length).toBe(4);
});
