import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { initialContract } from "../learn/contract.ts";
import { cli, startNode } from "./command.ts";

/** Copies the package to a folder without dependencies. */
function packageCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-api-"));
  for (const part of ["openapi", "package.json"]) cpSync(join(root, part), join(folder, part), { recursive: true });
  cpSync(cli, join(folder, "dist/src/commands/cli.js"));
  return folder;
}

test("a missing peer is found in the working directory, or one sentence names the package to install", async () => {
  const folder = packageCopy();
  const command = [join(folder, "dist/src/commands/cli.js"), "mock", "--port", "0", "--json"];
  const processWithoutPeer = startNode(command, process.env, folder);
  expect(await processWithoutPeer.code).toBe(1);
  expect(processWithoutPeer.output.stderr.trim()).toBe(
    'The mock needs yaml to read YAML. Run: npm install -D "yaml@^2.6.0"',
  );
  const { waitUntil, output, stop } = startNode(command, process.env, root);
  await waitUntil(() => output.stdout.includes("\n"));
  expect(await stop()).toBe(0);
});

const newContract = { openapi: "3.1.1", info: { title: "A", version: "1" }, paths: { "/value": { get: {} } } };

test.each([
  ["a YAML contract", "mock --contract new.yaml", "ajv, ajv-formats, and yaml", "read YAML and validate"],
  ["a contract of OpenAPI 3.0", "mock --contract old.json", "@scalar/openapi-upgrader, ajv, and ajv-formats", ""],
  [
    "a contract of OpenAPI 3.0 in several files",
    "mock --contract split.json",
    "@redocly/openapi-core, @scalar/openapi-upgrader, ajv, and ajv-formats",
    "follow references to other files, read older versions of OpenAPI, and validate",
  ],
  [
    "a YAML contract of OpenAPI 2.0",
    "mock --contract swagger.yaml",
    "@scalar/openapi-upgrader, ajv, ajv-formats, and yaml",
    "",
  ],
  [
    "a YAML contract of OpenAPI 3.0 in several files",
    "mock --contract split.yaml",
    "@redocly/openapi-core, @scalar/openapi-upgrader, ajv, ajv-formats, and yaml",
    "read YAML, read older versions of OpenAPI, follow references to other files, and validate",
  ],
  [
    "a JSON contract that refers to YAML",
    "mock --contract mixed.json",
    "@redocly/openapi-core, ajv, ajv-formats, and yaml",
    "",
  ],
  ["a YAML file of examples", "mock --examples examples.yaml", "ajv, ajv-formats, and yaml", ""],
  [
    "two YAML files",
    "mock --contract new.yaml --examples examples.yaml",
    "ajv, ajv-formats, and yaml",
    "read YAML and",
  ],
  ["verify with a YAML contract", "verify --har traffic.har --contract new.yaml", "ajv, ajv-formats, and yaml", ""],
])("one sentence names all that is missing for %s", async (_, command, packages, purpose) => {
  const folder = packageCopy();
  const files = {
    "dist/openapi.json": newContract,
    "new.yaml": "openapi: 3.1.1",
    "swagger.yaml": "swagger: '2.0'",
    "split.yaml": "openapi: 3.0.3\npaths: { /value: { $ref: value.yaml } }",
    "mixed.json": { ...newContract, paths: { "/value": { $ref: "value.yaml" } } },
    "examples.yaml": "failures: {}",
    "old.json": { ...newContract, openapi: "3.0.3" },
    "split.json": { ...newContract, openapi: "3.0.3", paths: { "/value": { $ref: "value.json" } } },
    "traffic.har": { log: { entries: [] } },
  };
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  }
  const { code, output } = startNode(
    [join(folder, "dist/src/commands/cli.js"), ...command.split(" ")],
    process.env,
    folder,
  );
  expect(await code).toBeGreaterThan(0);
  const installed = packages.split(/, (?:and )?/).map((name) => `"${name}@[^" ]+"`);
  expect(output.stderr).toMatch(
    RegExp(`The mock needs ${packages} to ${purpose}.* Run: npm install -D ${installed.join(" ")}\n`),
  );
});

test("the package's contract as JSON, without inputs, needs no peer; without Prism a generated body is empty, with a reason", async () => {
  const folder = packageCopy();
  writeFileSync(join(folder, "dist/openapi.json"), JSON.stringify(initialContract()));
  const command = [join(folder, "dist/src/commands/cli.js"), "mock", "--port", "0", "--json"];
  const { waitUntil, output, stop } = startNode(command, process.env, folder);
  await waitUntil(() => output.stdout.includes("\n"));
  const { url } = JSON.parse(output.stdout);
  const ask = (prefer: string) => fetch(`${url}/api/v2/tokens?token=t`, { headers: { prefer } });
  expect((await ask("")).status).toBe(200);
  const { status, headers } = await ask("dynamic=true");
  expect([status, headers.get("content-length"), headers.get("mock-problem")]).toEqual([
    200,
    "0",
    'The mock needs @stoplight/prism-http to generate random bodies. Run: npm install -D "@stoplight/prism-http@^5.12.0"',
  ]);
  expect(await stop()).toBe(0);
});

test("without Ajv a generated body is sent, with a sentence that says why it isn't checked", async () => {
  const folder = packageCopy();
  const schema = { type: "integer" };
  const responses = { 200: { description: "A value.", content: { "application/json": { schema } } } };
  const document = {
    openapi: "3.1.1",
    info: { title: "A", version: "1" },
    paths: { "/value": { get: { responses } } },
  };
  writeFileSync(join(folder, "dist/openapi.json"), JSON.stringify(document));
  const command = [join(folder, "dist/src/commands/cli.js"), "mock", "--port", "0", "--json"];
  const { waitUntil, output, stop } = startNode(command, process.env, folder);
  await waitUntil(() => output.stdout.includes("\n"));
  const response = await fetch(`${JSON.parse(output.stdout).url}/value`);
  expect([await response.json(), response.headers.get("mock-source")]).toEqual([expect.any(Number), "generated"]);
  expect(response.headers.get("mock-problem")).toMatch(
    /^The generated body isn't checked: The mock needs ajv and ajv-formats to validate .*Run: npm install -D "ajv@.*" "ajv-formats@/,
  );
  await stop();
});

test("a generated body of the package's contract is checked, as of any other", async () => {
  const folder = packageCopy();
  const schema = { type: "string", pattern: "^(?=b)a" };
  const responses = { 200: { description: "A value.", content: { "application/json": { schema } } } };
  const paths = { "/value": { get: { responses } } };
  const document = { openapi: "3.1.1", info: { title: "Values", version: "1" }, paths };
  writeFileSync(join(folder, "dist/openapi.json"), JSON.stringify(document));
  const { waitUntil, output, stop } = startNode([
    join(folder, "dist/src/commands/cli.js"),
    "mock",
    "--port",
    "0",
    "--json",
  ]);
  await waitUntil(() => output.stdout.includes("\n"));
  const { headers } = await fetch(`${JSON.parse(output.stdout).url}/value`);
  expect([headers.get("mock-source"), headers.get("mock-problem")]).toEqual([
    "generated",
    "The generated body doesn't match its schema.",
  ]);
  await stop();
});
