import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Contract, readContract } from "../../scripts/contract.ts";
import { presentation } from "../../scripts/docs/presentation.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, run } from "../../scripts/run.ts";
import { at, contractWith } from "../scripts/contract-copy.ts";

/** An operation as a maintainer would add it, on the day when it is no longer known by name alone. */
const added = {
  operationId: "readAdded",
  summary: "Check agent URL availability",
  description: "Tells whether an agent URL is still free.",
  "x-repeatable": true,
  parameters: [
    { name: "agent-url", in: "path", required: true, description: "The agent URL.", schema: { type: "string" } },
    { name: "detail", in: "query", description: "Whether to say more.", schema: { type: "boolean" } },
  ],
  responses: {
    "200": {
      description: "The availability.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["available"],
            properties: { available: { type: "boolean", description: "Whether it is free." } },
          },
          examples: {
            free: { summary: "Free", value: { available: true } },
            taken: { summary: "Taken", value: { available: false } },
            "free-too": { summary: "Free, again", value: { available: true } },
          },
        },
      },
    },
    default: { $ref: "#/components/responses/Failure" },
  },
};

/** And one that takes a body, which no operation does so far. */
const withBody = {
  operationId: "writeAdded",
  summary: "Rename a stored version",
  description: "Gives a stored version another name.",
  "x-repeatable": false,
  parameters: [
    {
      name: "version",
      in: "path",
      required: true,
      description: "The version.",
      schema: { type: "string" },
      examples: { first: { summary: "A placeholder", value: "example/version" } },
    },
  ],
  requestBody: {
    description: "What it is called from now on.",
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["name"],
          properties: {
            name: {
              type: "string",
              description: "The new name.",
              "x-not-shown": { "write-added-name-bounds": "How long the name may be is not shown." },
            },
            labels: {
              type: "object",
              description: "Labels.",
              additionalProperties: { type: ["string", "null"], description: "The text of the label." },
            },
          },
        },
        examples: { named: { summary: "With a label", value: { name: "Example", labels: { label: "text" } } } },
      },
    },
  },
  responses: { "200": { description: "The version has another name." }, default: added.responses.default },
};

const use = `
import { createPhoneAgentClient } from "./src/index.ts";

const phone = createPhoneAgentClient();
const { available } = await phone.readAdded("an/agent", { detail: true }, { headers: { Prefer: "example=taken" } });
const answer: boolean = available;
// @ts-expect-error the path value is a string
() => phone.readAdded(1);
// @ts-expect-error the contract has no such query input
() => phone.readAdded("an-agent", { color: "red" });
await phone.writeAdded("1", { name: "Example", labels: { label: null } });
// @ts-expect-error the body needs a name
() => phone.writeAdded("1", {});
console.log(JSON.stringify({ answer }));
`;

mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/added-operation-"));
const contract = join(folder, "openapi.yaml");

/** Takes the place of the first that is known by name alone: which one that is changes as the contract grows. */
function document(copy: Contract, method: "GET" | "POST", path: string, operation: { operationId: string }) {
  const row = copy["x-operation-index"].find((entry) => entry.method === method && !entry.operationId);
  if (!row) throw new Error(`No ${method} is known by name alone.`);
  row.operationId = operation.operationId;
  at(copy, "paths")[path] = { [method.toLowerCase()]: { ...operation, tags: [row.area] } };
}

beforeAll(async () => {
  const copy = contractWith((edited) => {
    document(edited, "GET", "/api/v2/readAdded/{agent-url}", added);
    document(edited, "POST", "/api/v2/writeAdded/{version}", withBody);
  });
  writeFileSync(contract, stringify(copy));
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true });
  await writeGenerated({ file: contract, out: join(folder, "generated") });
});
afterAll(() => rmSync(folder, { recursive: true }));

test("passes the lint without a word elsewhere", async () => {
  expect(await lintContract([contract])).toMatchObject({ ok: true });
});

test("is typed in the client, and answered by the mock", async () => {
  writeFileSync(join(folder, "use.ts"), use);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["use.ts"] }));
  expect(await run(process.execPath, ["node_modules/typescript/bin/tsc", "--project", folder])).toEqual({
    ok: true,
    output: "",
  });
  const mock = await startMock({ port: 0, contract });
  const environment = { PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: "example" };
  const outcome = await run(process.execPath, ["--import", "tsx", join(folder, "use.ts")], environment);
  await mock.close();
  expect(outcome).toEqual({ ok: true, output: '{"answer":false}' });
});

test("is in the reference, its body included", async () => {
  const out = join(folder, "reference");
  await buildReference({ contract, out });
  const page = readFileSync(join(out, "index.html"), "utf8");
  expect(page).toContain(added.summary);
  expect(page).toContain(added.description);
  const text = readFileSync(join(out, "operations/writeAdded.md"), "utf8");
  expect(text).toContain(`## Body, required

What it is called from now on.

- \`name\` (\`string\`, required): The new name.
  - **Not shown** (\`write-added-name-bounds\`): How long the name may be is not shown.
- \`labels\` (\`object of string or null\`, optional): Labels. Each: The text of the label.

Example \`named\`: With a label`);
  expect(page).toContain('id="unknown=write-added-name-bounds"');
});

test("is tried as the contract's own examples say, or not at all", () => {
  const { paths } = presentation(readContract(contract), [], []) as Contract;
  const { post } = paths["/api/v2/writeAdded/{version}"] ?? {};
  const [, sent = ""] = /data-try-it="([^"]+)"/.exec(post?.description ?? "") ?? [];
  expect(JSON.parse(sent.replaceAll("&quot;", '"'))).toEqual({
    method: "POST",
    path: "/api/v2/writeAdded/example%2Fversion?token=example",
    body: { name: "Example", labels: { label: "text" } },
  });
  expect(paths["/api/v2/readAdded/{agent-url}"]?.["get"]?.description).not.toContain("data-try-it");
});
