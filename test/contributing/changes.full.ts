import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { copyProject } from "../../scripts/tools/copy.ts";
import { outputOf, run } from "../../scripts/tools/run.ts";
import { applyEdits } from "../scripts/contract-copy.ts";
import { answerUnknown } from "./answers.ts";
import { pathsOfChange } from "./guide.ts";

/**
 * A copy of the project, in which a maintainer makes one change after another by CONTRIBUTING.md.
 */
const copy = copyProject("changes");
afterAll(() => rmSync(copy, { recursive: true, maxRetries: 3 }));

const contractFile = join(copy, "openapi/openapi.yaml");
const read = (file: string) => readFileSync(join(copy, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
const runNode = (...args: string[]) => outputOf(run(process.execPath, args, { FULL: "" }, copy));
const runScript = (name: string, ...args: string[]) =>
  runNode("--import", "tsx", `scripts/${name}.ts`, ...args);
const git = (...args: string[]) => execFileSync("git", ["-C", copy, ...args], { encoding: "utf8" });

const editContract = (edit: (contract: Contract) => Contract) =>
  writeFileSync(
    contractFile,
    stringify(edit(structuredClone(readContract(contractFile))), { aliasDuplicateObjects: false }),
  );

const commit = () =>
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "A");
git("add", ".");
commit();

/** Takes the last steps of every change, and expects the guide to name every changed file. */
async function finish(change: string): Promise<void> {
  await runScript("generate");
  await runScript("release", "--report");
  write(".changeset/a-fact.md", `---\n"phone-agent-api": minor\n---\n\nfacts: ${change}.\n`);
  const { files } = pathsOfChange(change);
  git("add", ".");
  const changedFiles = git("diff", "--cached", "--name-only").trim().split("\n");
  const isNamed = (file: string) =>
    files.some((path) => file === path || `${dirname(file)}/`.startsWith(path));
  expect(changedFiles).toContain("openapi/openapi.yaml");
  expect(changedFiles.filter((file) => !isNamed(file))).toEqual([]);
  commit();
}

const json = (schema: object, value: object) => ({
  "application/json": { schema, examples: { example: { summary: "An example", value } } },
});
const object = (name: string, type: string) => ({
  type: "object",
  required: [name],
  properties: { [name]: { description: "A value.", type } },
});

test("an operation is added", async () => {
  const path = "/api/v2/tokens/{userId}";
  const options = {
    id: "createToken",
    method: "POST",
    path,
    area: "Authorization",
    name: "Create a token",
  };
  await runScript(
    "add-operation",
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  );
  editContract((contract) => {
    const operation = `/paths/${path.replaceAll("/", "~1")}/post`;
    const { "application/json": failure } = json(object("error", "string"), { error: "Example" });
    applyEdits(contract, {
      [`${operation}/x-not-shown`]: undefined,
      [`${operation}/description`]: "Creates a token.",
      [`${operation}/requestBody`]: {
        description: "The token.",
        required: true,
        content: json(object("label", "string"), { label: "Example" }),
      },
      [`${operation}/responses/401`]: {
        description: "No token.",
        content: { "application/json": failure },
      },
    });
    return contract;
  });
  await finish("Add an operation");
});

/** Rewrites the sentences that depend on an unknown, as a maintainer would who knows the answer. */
function rewriteSentences(id: string): void {
  const guides = readdirSync(join(copy, "scripts/docs/guides")).map(
    (name) => `scripts/docs/guides/${name}`,
  );
  for (const file of [...guides, "README.md"]) {
    const lines = read(file)
      .split("\n")
      .map((line) => (line.includes("<!-- unknown: ") ? rewriteLine(line, id) : line));
    write(file, lines.join("\n"));
  }
}

function rewriteLine(line: string, id: string): string {
  const isOnlyOne = line.includes(`<!-- unknown: ${id} -->`);
  const rewritten = line
    .replace(` <!-- unknown: ${id} -->`, "")
    .replace(new RegExp(`(?<=<!-- unknown:.*)( ${id},|, ${id}(?= -->))`), "")
    .replace(new RegExp(`\\[([^\\]]*)\\]\\([^)]*#${id}\\)`), "$1");
  return isOnlyOne ? rewritten.replaceAll(/\bunknown\b/g, "documented") : rewritten;
}

/** Removes an unknown from the table of the tests. */
function editTable(id: string): void {
  const file = "test/contract/contract.test.ts";
  write(file, read(file).replace(new RegExp(`\\n\\S*: ${id}(?=\\n)| ${id}(?=\\s)`), ""));
}

test.each(["junk-inbox-order", "base-url", "token-in-header"])(
  "the unknown %s is closed",
  async (id) => {
    editContract((contract) => answerUnknown(contract, id));
    rewriteSentences(id);
    editTable(id);
    await finish("Close an unknown");
  },
);

test("with these changes, lint, types and tests of contract and texts pass, and the client follows", async () => {
  await runScript("lint", "contract", "types");
  await runNode(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "test/vitest.config.ts",
    "test/contract/",
    "test/readme",
  );
  const call = `import { createPhoneAgentClient } from "./src/index.ts";
const fetch = async (url, { headers, body }) => {
  console.log(url, new Headers(headers).get("authorization"), body);
  return Response.json({ success: true });
};
await createPhoneAgentClient({ token: "t", fetch }).createToken("1001", { label: "A" });`;
  const output = await runNode("--import", "tsx", "--input-type=module", "--eval", call);
  expect(output).toBe('https://api.service.test/api/v2/tokens/1001 Bearer t {"label":"A"}');
});
