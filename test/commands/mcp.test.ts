import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { runMcp } from "../../src/commands/mcp.ts";
import { cli, packageFolder } from "../built-package.ts";
import { runHere } from "../command.ts";
import { token } from "../mcp/server.ts";

/**
 * Runs the command until it ends: because stdin ends at once, or because of `signal`, sent when the
 * command serves.
 */
async function run(
  args: string[],
  { signal, file = cli, cwd }: { signal?: NodeJS.Signals; file?: string; cwd?: string } = {},
) {
  const child = spawn(process.execPath, [file, "mcp", ...args], { env: {}, cwd });
  if (signal) child.stderr.once("data", () => child.kill(signal));
  else child.stdin.end();
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

test("--help shows the options, and a configuration that starts this installation, not a package by name", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  for (const word of ["--mock", "--allow ID", "--server NAME"]) expect(stdout).toContain(word);
  const [, configuration = ""] = /agent:\n([\s\S]+?)\n\n/.exec(stdout) ?? [];
  const { command, args, env } = JSON.parse(configuration).mcpServers["phone-agent"];
  expect([command, args]).toEqual(["node", [realpathSync(cli), "mcp"]]);
  expect(Object.keys(env)).toEqual(["PHONE_AGENT_BASE_URL", "PHONE_AGENT_TOKEN"]);
});

const baseUrl = "https://service.example.com";
const contractFile = join(packageFolder, "dist/openapi.json");

test.each<[number, string, string[], Record<string, string>]>([
  [2, 'Unknown option "--nonsense".', ["--nonsense"], {}],
  [2, "The contract knows no address of the service", ["--server", "production"], {}],
  [
    2,
    "Choose one of --server, --mock and PHONE_AGENT_BASE_URL.",
    ["--server", "production", "--mock"],
    {},
  ],
  [
    2,
    "--junk-input-name takes KIND=NAME. KIND: paginate, pageNumber, pageSize,",
    ["--junk-input-name", "page=a"],
    {},
  ],
  [2, "--junk-input-name has a name for ", ["--junk-input-name", "pageSize=token"], {}],
  [2, "--allow takes the id of a documented operation: listTokens", ["--allow", "nonexistent"], {}],
  [
    1,
    "PHONE_AGENT_TOKEN is set, but no base URL: set PHONE_AGENT_BASE_URL",
    [],
    { PHONE_AGENT_TOKEN: token },
  ],
  [
    1,
    "The base URL is set, but no token: set PHONE_AGENT_TOKEN.",
    [],
    { PHONE_AGENT_BASE_URL: baseUrl },
  ],
  [
    1,
    "PHONE_AGENT_BASE_URL must be an HTTP URL without credentials, query or fragment.",
    [],
    { PHONE_AGENT_TOKEN: token, PHONE_AGENT_BASE_URL: `not a URL ${token}` },
  ],
  [
    1,
    "PHONE_AGENT_ALLOW_INSECURE_HTTP=1 must be set for plain HTTP, which exposes the token.",
    [],
    { PHONE_AGENT_TOKEN: token, PHONE_AGENT_BASE_URL: "http://service.example.com" },
  ],
])(
  "a command that can't start exits with %i and one sentence without the token: %s",
  async (code, start, args, env) => {
    const unset = { PHONE_AGENT_BASE_URL: undefined, PHONE_AGENT_TOKEN: undefined };
    const command = (list: string[]) => runMcp(list, contractFile);
    const { exitCode, stdout, stderr } = await runHere(command, args, { ...unset, ...env });
    expect([exitCode, stdout, stderr]).toEqual([code, "", expect.stringContaining(start)]);
    expect(stderr).not.toContain("    at ");
    expect(stderr).not.toContain(token);
  },
);

test("an unreadable contract ends the command with one sentence and exit code 1", async () => {
  const { exitCode, output } = await runHere(() => runMcp([], "/nonexistent/openapi.json"), []);
  expect([exitCode, output]).toEqual([
    1,
    "Can't read /nonexistent/openapi.json: no such file or directory.",
  ]);
});

test("a missing SDK is found in the working directory, or one sentence names the package to install", async () => {
  const copy = mkdtempSync(join(tmpdir(), "no-sdk-"));
  for (const path of ["dist", "package.json", "node_modules/openapi-fetch"]) {
    cpSync(join(packageFolder, path), join(copy, path), { recursive: true });
  }
  const file = join(copy, "dist/src/cli.js");
  expect((await run(["--mock"], { file, cwd: packageFolder })).code).toBe(0);
  const { code, stderr } = await run(["--mock"], { file, cwd: copy });
  expect([code, stderr]).toEqual([
    1,
    '@modelcontextprotocol/sdk is needed to serve MCP. Run: npm install -D "@modelcontextprotocol/sdk@^1.25.0"\n',
  ]);
  rmSync(copy, { recursive: true });
});

test("the server exits with 0 when stdin ends, and on Ctrl-C", async () => {
  expect((await run(["--mock"])).code).toBe(0);
  expect((await run(["--mock"], { signal: "SIGINT" })).code).toBe(0);
});
