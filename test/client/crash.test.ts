import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { cli, connect, startService } from "../mcp/server.ts";

// `fetch` rejects a response with more than five codings while its body still arrives. An abort of
// its signal then makes undici emit an error that nobody handles, which ends the process.

const run = promisify(execFile);
const manyCodings = () => ({
  headers: { "content-encoding": Array(6).fill("gzip").join(", ") },
  body: "x".repeat(200_000),
});

const calls = {
  "the client": 'createPhoneAgentClient(options).request("GET", "/any")',
  "a removal": "createPhoneAgentClient(options).deleteSipRegistration()",
  createFetch: 'createFetch(options)(process.env.PHONE_AGENT_BASE_URL + "/api/v2/tokens")',
  createHttp: 'createHttp(options).GET("/api/v2/tokens")',
};

test.each(Object.entries(calls))(
  "a response with six codings doesn't end the process: %s",
  async (_, call) => {
    const { env } = startService(manyCodings);
    const script = `
      import { createPhoneAgentClient } from "./src/index.ts";
      import { createFetch, createHttp } from "./src/http.ts";
      const options = { retry: { baseDelayMs: 1 } };
      await ${call}.catch(({ kind }) => console.log(kind));
      setTimeout(() => console.log("alive"), 200);`;
    const { stdout } = await run(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", script],
      { cwd: root, env: { ...process.env, ...env } },
    );
    expect(stdout).toBe("network\nalive\n");
  },
);

test("a response with six codings doesn't end the MCP server", async () => {
  const { env } = startService(manyCodings);
  const agent = await connect([], { ...env, CRASH: "test" });
  for (let count = 0; count < 3; count++) {
    const { isError, text } = await agent.call("listTokens");
    expect([isError, text]).toEqual([true, expect.stringContaining("No complete response")]);
  }
});

test("a response with six codings doesn't end a live verification, after its time either", async () => {
  const { env, requests } = startService(manyCodings);
  const { code, stderr } = await run(
    process.execPath,
    [cli, "verify", "--timeout", "200", "--pause", "400"],
    { env: { ...process.env, ...env } },
  ).catch((error) => error);
  expect(code).toBe(3);
  expect(stderr).toContain("No complete response");
  expect(requests.length).toBeGreaterThan(1);
});
