import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, run } from "../../scripts/run.ts";
import { at, contractWith } from "../scripts/contract-copy.ts";

/** An operation as a maintainer would add it, on the day when it is no longer known by name alone. */
const added = {
  operationId: "checkAgentUrl",
  tags: ["Agent URLs"],
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

const use = `
import { createPhoneAgentClient } from "./src/index.ts";

const phone = createPhoneAgentClient();
const { available } = await phone.checkAgentUrl("an/agent", { detail: true }, { headers: { Prefer: "example=taken" } });
const answer: boolean = available;
// @ts-expect-error the path value is a string
() => phone.checkAgentUrl(1);
// @ts-expect-error the contract has no such query input
() => phone.checkAgentUrl("an-agent", { color: "red" });
console.log(JSON.stringify({ answer }));
`;

mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/added-operation-"));
const contract = join(folder, "openapi.yaml");

beforeAll(async () => {
  const copy = contractWith((edited) => {
    at(edited, "paths")["/api/v2/agentUrls/{agent-url}"] = { get: added };
    const row = edited["x-operation-index"].find(({ name }) => name === "Check agent url availability");
    Object.assign(row ?? {}, { operationId: added.operationId });
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

test("is in the reference", async () => {
  const out = join(folder, "reference");
  await buildReference({ contract, out });
  const page = readFileSync(join(out, "index.html"), "utf8");
  expect(page).toContain(added.summary);
  expect(page).toContain(added.description);
});
