import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import type { Contract } from "../../scripts/contract/document.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, runBin } from "../../scripts/tools/run.ts";
import { indexEntries } from "../../src/openapi/operation-index.ts";
import { addToIndex, contractWith, objectAt } from "../scripts/contract-copy.ts";

/** An operation as a maintainer would add it, on the day when it is no longer name-only. */
const addedOperation = {
  operationId: "readAdded",
  summary: "Check agent URL availability",
  description: "Checks whether an agent URL is still available.",
  "x-repeatable": true,
  parameters: [
    {
      name: "agent-url",
      in: "path",
      required: true,
      description: "The agent URL.",
      schema: { type: "string" },
      examples: { first: { summary: "A placeholder", value: "example/agent" } },
    },
    { name: "detail", in: "query", description: "Whether to return details.", schema: { type: "boolean" } },
  ],
  responses: {
    "200": {
      description: "The availability.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["available"],
            properties: { available: { type: "boolean", description: "Whether it is available." } },
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

/** An operation with a request body. */
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
    description: "The new name and labels.",
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
              "x-not-shown": { "write-added-name-bounds": "Length limits of the name" },
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
  responses: { "200": { description: "The version was renamed." }, default: addedOperation.responses.default },
};

const use = `
import { createPhoneAgentClient } from "./src/index.ts";

const phone = createPhoneAgentClient();
const { available } = await phone.readAdded("an/agent", { detail: true }, { headers: { Prefer: "example=taken" } });
export const value: boolean = available;
// @ts-expect-error the path value is a string
() => phone.readAdded(1);
// @ts-expect-error the contract has no such query input
() => phone.readAdded("an-agent", { color: "red" });
await phone.writeAdded("1", { name: "Example", labels: { label: null } });
// @ts-expect-error the body needs a name
() => phone.writeAdded("1", {});
`;

mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/added-operation-"));
const contract = join(folder, "openapi.yaml");

/** Documents the first name-only operation, or adds one if none is left. */
function document(
  copy: Contract,
  method: "GET" | "POST",
  path: string,
  operation: { operationId: string; summary: string },
) {
  const entry = indexEntries(copy).find((entry) => entry.method === method && !entry.operationId);
  const { operationId, summary: name } = operation;
  const area = entry?.area ?? copy.tags.at(-1)?.name ?? "";
  if (entry) Object.assign(objectAt(copy, ...entry.keys), { operationId });
  else addToIndex(copy, area, { method, name, operationId });
  objectAt(copy, "paths")[path] = { [method.toLowerCase()]: { ...operation, tags: [area] } };
}

beforeAll(async () => {
  const copy = contractWith((edited) => {
    document(edited, "GET", "/api/v2/readAdded/{agent-url}", addedOperation);
    document(edited, "POST", "/api/v2/writeAdded/{version}", withBody);
  });
  writeFileSync(contract, stringify(copy));
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true });
  await writeGenerated({ file: contract, out: join(folder, "generated") });
});
afterAll(() => rmSync(folder, { recursive: true }));

test("passes the lint without a change elsewhere", async () => {
  expect(await lintContract([contract])).toMatchObject({ ok: true });
});

test("is typed in the client and served by the mock", async () => {
  writeFileSync(join(folder, "use.ts"), use);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["use.ts"] }));
  expect(await runBin("tsc", "--project", folder)).toEqual({
    ok: true,
    output: "",
  });
  const mock = await startMock({ port: 0, contract });
  vi.stubEnv("PHONE_AGENT_BASE_URL", mock.url);
  vi.stubEnv("PHONE_AGENT_TOKEN", "demo-token-not-secret");
  const { value } = await import(join(folder, "use.ts"));
  vi.unstubAllEnvs();
  await mock.close();
  expect(value).toBe(false);
});

test("is in the reference, with its body", async () => {
  const referenceFolder = join(folder, "reference");
  await buildReference({ contract, out: referenceFolder, redoc: "" });
  const fullText = readFileSync(join(referenceFolder, "llms-full.txt"), "utf8");
  expect(fullText).toContain(addedOperation.summary);
  expect(fullText).toContain(addedOperation.description);
  const page = readFileSync(join(referenceFolder, "operations/writeAdded.html"), "utf8");
  const text = readFileSync(join(referenceFolder, "operations/writeAdded.md"), "utf8");
  expect(text).toContain(
    `${withBody.requestBody.description}\n\nMedia type: \`application/json\`\n\n- \`name\` (\`string\`, required): The new name.\n`,
  );
  expect(text).toMatch(/length limits of the name .*`write-added-name-bounds`/i);
  expect(text).toContain(
    "- `labels` (`object of string or null`, optional): Labels. Each: The text of the label.\n\nExample `named`: With a label",
  );
  expect(page).toContain('id="write-added-name-bounds"');
});

test("can be tried with the contract's own examples", () => {
  const page = readFileSync(join(folder, "reference/operations/writeAdded.html"), "utf8");
  const [, form = ""] = /class="playground"(.*?)<\/form>/s.exec(page) ?? [];
  const plain = form.replaceAll("&quot;", '"');
  expect(plain).toContain('"method":"POST"');
  expect(plain).toContain('"path":"/api/v2/writeAdded/{version}"');
  expect(plain).toContain('value="example/version"');
  const [, body = ""] = /<textarea[^>]*>(.*?)<\/textarea>/s.exec(plain) ?? [];
  expect(JSON.parse(body)).toEqual({ name: "Example", labels: { label: "text" } });
});
