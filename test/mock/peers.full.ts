import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { root } from "../../scripts/tools/run.ts";
import { cli } from "../built-package.ts";
import { startNode } from "./command.ts";
import { contractOf } from "./helpers.ts";

/** Copies the package to a folder without dependencies, with these files. */
function packageWith(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-api-"));
  for (const part of ["openapi", "package.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  cpSync(cli, join(folder, "dist/src/cli.js"));
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  }
  return folder;
}

/** The copy has the package's contract, not the frozen one. */
const env = { ...process.env, NODE_OPTIONS: "" };
const runIn = (folder: string, args: string, cwd = folder) =>
  startNode([join(folder, "dist/src/cli.js"), ...args.split(" ")], env, cwd);

/** Starts the mock of a package whose contract is this document. */
async function serveWithoutPeers(document: object) {
  const { waitUntil, output } = runIn(
    packageWith({ "dist/openapi.json": document }),
    "mock --port 0 --json",
  );
  await waitUntil(() => output.stdout.includes("\n"));
  const { url } = JSON.parse(output.stdout);
  return {
    output,
    waitUntil,
    ask: (path: string, prefer = "") => fetch(`${url}${path}`, { headers: { prefer } }),
  };
}

test("a missing peer is found in the working directory, or one sentence names the package to install", async () => {
  const folder = packageWith({});
  const withoutPeer = runIn(folder, "mock --port 0");
  expect(await withoutPeer.code).toBe(1);
  expect(withoutPeer.output.stderr).toBe(
    "@redocly/openapi-core, @scalar/openapi-upgrader, and yaml are needed to read YAML, read OpenAPI 2.0, " +
      "and follow references to other files. Run: npm install -D " +
      '"@redocly/openapi-core@^2.64.0" "@scalar/openapi-upgrader@^0.1.0" "yaml@^2.6.0"\n',
  );
  const { waitUntil, output, stop } = runIn(folder, "mock --port 0 --json", root);
  await waitUntil(() => output.stdout.includes("\n"));
  expect(await stop()).toBe(0);
});

const pattern = { schema: { type: "string", pattern: "^[a-z]+$" } };
const everything =
  "@redocly/openapi-core, @scalar/openapi-upgrader, @stoplight/prism-http, ajv, ajv-formats, randexp, and yaml";
const newContract = {
  openapi: "3.1.1",
  info: { title: "A", version: "1" },
  paths: { "/value": { get: {} } },
};

test.each([
  [
    "a YAML contract",
    "mock --contract new.yaml",
    everything,
    "read YAML, read OpenAPI 2.0, follow references to other files, validate requests and generated bodies, generate bodies, and generate random bodies",
  ],
  [
    "a contract of OpenAPI 2.0 in several files",
    "mock --contract split.json",
    "@redocly/openapi-core, @scalar/openapi-upgrader, @stoplight/prism-http, ajv, ajv-formats, and randexp",
    "follow references to other files, read OpenAPI 2.0, validate",
  ],
  ["a contract with an example", "mock --contract example.json", "ajv and ajv-formats", ""],
  [
    "a contract whose body has a pattern",
    "mock --contract pattern.json",
    "@stoplight/prism-http, ajv, ajv-formats, and randexp",
    "",
  ],
  ["a YAML file of examples", "mock --examples examples.yaml", "ajv, ajv-formats, and yaml", ""],
  ["two YAML files", "mock --contract new.yaml --examples examples.yaml", everything, "read YAML,"],
  [
    "verify with a YAML contract",
    "verify --har traffic.har --contract new.yaml",
    "@redocly/openapi-core, @scalar/openapi-upgrader, ajv, ajv-formats, and yaml",
    "",
  ],
  ["an archive", "verify --har traffic.zip", "fflate", "read a .zip"],
])("one sentence names all that is missing for %s", async (_, command, packages, purpose) => {
  const folder = packageWith({
    "dist/openapi.json": newContract,
    "new.yaml": "openapi: 3.1.1",
    "example.json": contractOf({ ...pattern, example: "a" }),
    "plain.json": contractOf({ schema: { type: "integer" } }),
    "pattern.json": contractOf(pattern),
    "mixed.json": { ...newContract, paths: { "/value": { $ref: "value.yaml" } } },
    "examples.yaml": "failures: {}",
    "old.json": { ...newContract, openapi: undefined, swagger: "2.0" },
    "split.json": { swagger: "2.0", paths: { "/value": { $ref: "value.json" } } },
    "traffic.har": { log: { entries: [] } },
    "traffic.zip": "PK",
  });
  const { code, output } = runIn(folder, command);
  expect(await code).toBeGreaterThan(0);
  const names = packages.split(/,? and |, /);
  const verb = names.length > 1 ? "are" : "is";
  const installed = names.map((name) => `"${name}@[^" ]+"`);
  expect(output.stderr).toMatch(
    RegExp(
      `^(Can't read .*: )?${packages} ${verb} needed to ${purpose}.* Run: npm install -D ${installed.join(" ")}\\.?\n`,
    ),
  );
});

test("the package's contract without inputs needs no peer; without Prism a random body is a 501 with a reason", async () => {
  const { ask, output, waitUntil } = await serveWithoutPeers(readContract());
  expect((await ask("/api/v2/tokens?token=t")).status).toBe(200);
  const response = await ask("/api/v2/tokens?token=t", "dynamic=true");
  const install = 'Run: npm install -D "@stoplight/prism-http@^5.12.0"';
  const sentence = `@stoplight/prism-http is needed to generate random bodies. ${install}`;
  const advice = `${sentence}, and restart the mock.`;
  expect([response.status, (await response.json()).detail]).toEqual([501, advice]);
  // The log may arrive after the response.
  await waitUntil(() => output.stderr.includes(`${advice}\n`));
  expect(output.stderr).toContain(`${advice}\n`);
  const dynamic = runIn(
    packageWith({ "dist/openapi.json": readContract() }),
    "mock --port 0 --prefer dynamic=true",
  );
  expect([await dynamic.code, dynamic.output.stderr]).toEqual([1, `${sentence}\n`]);
});

test("a start tells once what bodies without an example need, with what random ones do", async () => {
  const folder = packageWith({ "a.json": contractOf(pattern) });
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["ajv", "ajv-formats"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const { output, waitUntil, stop } = runIn(folder, "mock --port 0 --json --contract a.json");
  await waitUntil(() => output.stdout.includes("\n"));
  await stop();
  expect(output.stderr).toMatch(
    /^1 operation has no example: @stoplight\/prism-http and randexp are needed .*\. Run: npm install -D ".*" "randexp@.*", and restart the mock\.$/m,
  );
});

test("without Ajv a generated body is sent, with a sentence that says why it isn't checked", async () => {
  const response = await (await serveWithoutPeers(contractOf({ schema: { type: "integer" } }))).ask(
    "/value",
  );
  expect([await response.json(), response.headers.get("mock-source")]).toEqual([
    expect.any(Number),
    "generated",
  ]);
  expect(response.headers.get("mock-problem")).toMatch(
    /^The generated body isn't checked: ajv and ajv-formats are needed to validate .*Run: npm install -D "ajv@.*" "ajv-formats@/,
  );
});
