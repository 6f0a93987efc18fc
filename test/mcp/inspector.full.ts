import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { cli } from "./server.ts";

const run = promisify(execFile);

/** Runs the protocol's official inspector, on the newer Node that it needs, and returns its output. */
async function inspect(...args: string[]) {
  const inspector = ["-p", "node@24", "-p", "@modelcontextprotocol/inspector@2.12.0", "--", "mcp-inspector", "--cli"];
  const { stdout } = await run("npx", ["-y", ...inspector, process.execPath, cli, "mcp", "--mock", ...args], {
    timeout: 240_000,
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(stdout);
}

test("the inspector lists tools, prompts, resources and their templates, calls a tool, and reads a guide", async () => {
  const { tools } = await inspect("--method", "tools/list");
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["read_guide", "listTokens"]));
  const { structuredContent } = await inspect(
    ...["--method", "tools/call", "--tool-name", "getWebhookRelay", "--tool-arg", "type=sms"],
  );
  expect(structuredContent.config.url).toBe(fixtures.getWebhookRelay["every-field"].config.url);
  const { resources } = await inspect("--method", "resources/list");
  const [{ uri }] = resources.filter(({ mimeType }: { mimeType: string }) => mimeType === "text/markdown");
  const { contents } = await inspect("--method", "resources/read", "--uri", uri);
  expect(contents[0].text).toMatch(/^# /);
  expect(await inspect("--method", "resources/templates/list")).toEqual({ resourceTemplates: [] });
  const { prompts } = await inspect("--method", "prompts/list");
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual(["call_operation_safely", "what_is_unknown"]);
});
