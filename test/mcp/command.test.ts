import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { cli, token } from "./server.ts";

/** Runs the command until it ends: because stdin ends at once, or because of `signal`, sent when the command serves. */
async function run(
  args: string[],
  { env = {}, signal, file = cli }: { env?: object; signal?: NodeJS.Signals; file?: string } = {},
) {
  const child = spawn(process.execPath, [file, "mcp", ...args], { env: env as NodeJS.ProcessEnv });
  if (signal) child.stderr.once("data", () => child.kill(signal));
  else child.stdin.end();
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

test("--help shows the options and the configuration of an agent", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  for (const word of ["--mock", "--allow ID", "PHONE_AGENT_TOKEN", "mcpServers"]) expect(stdout).toContain(word);
});

test("the configuration in --help starts this installation, not a package by name", async () => {
  const { stdout } = await run(["--help"]);
  const [, text = ""] = /agent:\n([\s\S]+?)\n\n/.exec(stdout) ?? [];
  const { command, args } = JSON.parse(text).mcpServers["phone-agent"];
  expect([command, args]).toEqual(["node", [realpathSync(cli), "mcp"]]);
});

test.each([
  [["--nonsense"], "Unknown option '--nonsense'"],
  [["--server", "production"], "--server"],
  [["--server", "production", "--mock"], "Choose one of --server, --mock and PHONE_AGENT_BASE_URL."],
  [["--allow", "nonexistent"], "--allow takes the id of a documented operation: listTokens"],
])("the invalid options %j get one sentence and exit code 2", async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain("    at ");
});

test.each([
  [
    { PHONE_AGENT_TOKEN: token },
    /^PHONE_AGENT_TOKEN is set, but no address: set PHONE_AGENT_BASE_URL or pass --server\.\n$/,
  ],
  [
    { PHONE_AGENT_BASE_URL: "https://service.example.com" },
    /^The address is set, but no token: set PHONE_AGENT_TOKEN\.\n$/,
  ],
  [{ PHONE_AGENT_TOKEN: token, PHONE_AGENT_BASE_URL: `not a URL ${token}` }, /`baseUrl` must be an absolute HTTP URL/],
])("an invalid environment gets one sentence without the token, and exit code 1", async (env, sentence) => {
  const { code, stdout, stderr } = await run([], { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).not.toContain(token);
});

test("a missing SDK gets one sentence that names the package to install", async () => {
  const folder = mkdtempSync(join(tmpdir(), "no-sdk-"));
  const owner = join(cli, "../../../..");
  cpSync(join(owner, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(owner, "package.json"), join(folder, "package.json"));
  cpSync(join(owner, "node_modules/openapi-fetch"), join(folder, "node_modules/openapi-fetch"), { recursive: true });
  const { code, stderr } = await run(["--mock"], { file: join(folder, "dist/src/commands/cli.js") });
  expect(code).toBe(1);
  expect(stderr).toBe(
    "The MCP server needs its SDK, which isn't installed. Run: npm install @modelcontextprotocol/sdk@1\n",
  );
  rmSync(folder, { recursive: true });
});

test("the server exits with 0 when stdin ends, and on Ctrl-C", async () => {
  expect((await run(["--mock"])).code).toBe(0);
  expect((await run(["--mock"], { signal: "SIGINT" })).code).toBe(0);
});
