import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { run } from "../package/packed.ts";
import { fetchNode } from "../package/runtimes.ts";
import { cli } from "./server.ts";

const inspector = "@modelcontextprotocol/inspector@2.12.0";

test("the inspector lists tools, prompts, resources and their templates, calls a tool, and reads a guide", async ({
  skip,
}) => {
  // The protocol's official inspector needs a newer Node than this project.
  const node = await fetchNode("24", skip);
  const { stdout: program } = await run("npx", ["-y", "-p", inspector, "-c", "command -v mcp-inspector"]);
  const inspect = async (...args: string[]) => {
    const command = [program.trim(), "--cli", process.execPath, cli, "mcp", "--mock", ...args];
    return JSON.parse((await run(node, command, { maxBuffer: 2 ** 24 })).stdout);
  };
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
