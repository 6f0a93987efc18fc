import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createProxy } from "proxy";
import { expect, test } from "vitest";
import { json, serve, token } from "../client/server.ts";
import { run } from "../package/packed.ts";
import { fetchNode } from "../package/runtimes.ts";
import { createProject } from "../recipes/project.ts";

test("with NODE_USE_ENV_PROXY the platform's fetch passes through the proxy from Node 22.21 on", async ({ skip }) => {
  const programs: string[] = [];
  for (const version of ["22.20", "22.21", "24"] as const) programs.push(await fetchNode(version, skip));
  const { folder } = await createProject({ files: ["commonjs.cjs"] });
  await using service = await serve(json({ success: true, message: "", tokens: [] }));
  const proxy = createProxy(createServer());
  let tunnels = 0;
  proxy.on("connect", ({ url }) => {
    if (url === new URL(service.baseUrl).host) tunnels++;
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    PHONE_AGENT_BASE_URL: service.baseUrl,
    PHONE_AGENT_TOKEN: token,
  };
  const counts: number[] = [];
  try {
    for (const node of programs) {
      tunnels = 0;
      await run(node, ["commonjs.cjs"], { cwd: folder, env });
      counts.push(tunnels);
    }
  } finally {
    proxy.close();
  }
  expect(counts).toEqual([0, 1, 1]);
});
