import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { type Installed, run } from "./packed.ts";

const { tokens } = fixtures.listTokens["every-field"];
const expected = {
  tokens: tokens.length,
  relay: "https://example.com/relay",
  deleted: true,
  rooms: fixtures.listJunkInbox["every-field"].rooms.map(({ roomId }) => roomId),
  date: "2023-11-14T22:13:20.000Z",
  http: [tokens.length, ""],
  body: { text: "é" },
  retried: true,
  missing: "http",
  page: "unexpected-content",
  redirect: "http",
  stalled: "timeout",
  aborted: "aborted",
  dots: "configuration",
  testServer: [0, 200, 503, 200, 200],
};

function serve(): Server {
  let turns = 0;
  return createServer(async (request, response) => {
    const path = decodeURIComponent(request.url?.replace(/\?.*/, "") ?? "");
    const json = (value: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    const relay = fixtures.getWebhookRelay["every-field"];
    const responses: Record<string, () => unknown> = {
      "/": () => response.setHeader("content-type", "text/html").end("<!doctype html><title>Smoke</title>"),
      "/api/v2/tokens": () => json(fixtures.listTokens["every-field"]),
      "/api/v2/junkConversations": () => json(fixtures.listJunkInbox["every-field"]),
      "/api/v2/sip/registration": () => response.end("OK"),
      "/api/v2/webhookRelay/a/b é": () => json(relay),
      "/api/v2/webhookRelay/once": () => (turns++ % 2 === 0 ? response.writeHead(503).end() : json(relay)),
      "/api/v2/webhookRelay/page": () => response.setHeader("content-type", "text/html").end("<html>"),
      "/api/v2/webhookRelay/redirect": () => response.writeHead(302, { location: "/" }).end(),
      "/api/v2/webhookRelay/stalled": () => response.writeHead(200).write("{"),
      "/api/v2/echo": async () => json(JSON.parse(await text(request))),
    };
    await (responses[path] ?? (() => response.writeHead(404).end()))();
  });
}

/** Skips a test, and prints the reason. */
type Skip = (reason: string) => never;

/** Fetches a runtime by running it with these arguments, and returns its output. Skips the test if it can't be fetched. */
export async function fetchRuntime(name: string, skip: Skip, args = ["--version"]): Promise<string> {
  try {
    return (await run("npx", ["-y", name, ...args], { timeout: 120_000 })).stdout.trim();
  } catch (error) {
    const reason = `${name} can't be fetched here: ${String(error).slice(0, 200)}`;
    console.warn(reason);
    return skip(reason);
  }
}

/** The versions of Node that tests fetch, each of more than 100 MB: the first and the last between which they differ. */
export type NodeVersion = "20.19.0" | "22.11.0" | "22.12.0" | "22.20" | "22.21" | "24" | "26";

/** Fetches a version of Node, and returns the path of its program. */
export const fetchNode = (version: NodeVersion, skip: Skip): Promise<string> =>
  fetchRuntime(`node@${version}`, skip, ["-p", "process.execPath"]);

/** Declares the tests of the installed package on every runtime. */
export function testRuntimes(project: () => Installed): void {
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    await copyFile(new URL("smoke.mjs", import.meta.url), join(project().folder, "smoke.mjs"));
    server = serve();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const script = `import { smoke } from "./smoke.mjs"; console.log(JSON.stringify(await smoke("${baseUrl}")));`;
    await writeFile(join(project().folder, "main.mjs"), script);
  });

  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const runMain = async (command: string, args: string[]) => {
    const { stdout } = await run(command, [...args, "main.mjs"], { cwd: project().folder, timeout: 60_000 });
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual(expected);
  };

  test.for(["20.19.0", "22.21", "24", "26"] as const)(
    "the packed client and the test server work on Node %s",
    async (version, { skip }) => runMain(await fetchNode(version, skip), []),
  );

  test.for([
    ["bun@1.4.5", []],
    ["deno@2.9.6", ["run", "--allow-net", "--no-prompt"]],
  ] as const)("the packed client and the test server work on %s", async ([name, args], { skip }) => {
    await fetchRuntime(name, skip);
    await runMain("npx", ["-y", name, ...args]);
  });

  test("the packed client and the test server work in Chromium, from one bundle", async () => {
    const contents = `import { smoke } from "./smoke.mjs"; globalThis.smoke = smoke;`;
    const stdin = { contents, resolveDir: project().folder };
    const { outputFiles } = await build({ stdin, bundle: true, format: "iife", platform: "browser", write: false });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(baseUrl);
      await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
      expect(await page.evaluate(`smoke("${baseUrl}")`)).toEqual(expected);
    } finally {
      await browser.close();
    }
  });

  test("the packed client and the test server work on workerd, from one bundle, without eval", async ({ skip }) => {
    const name = "workerd@1.20261117.1";
    const contents = `import { smoke } from "./smoke.mjs";
    export default { fetch: async () => Response.json(await smoke("${baseUrl}").catch((error) => String(error.stack))) };`;
    const stdin = { contents, resolveDir: project().folder };
    await build({
      stdin,
      bundle: true,
      format: "esm",
      platform: "browser",
      outfile: join(project().folder, "worker.mjs"),
    });
    const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01")),
        (name = "internet", network = (allow = ["public", "private", "local"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
    );`;
    await writeFile(join(project().folder, "config.capnp"), config);
    await fetchRuntime(name, skip);
    const child = spawn("npx", ["-y", name, "serve", "config.capnp", "--control-fd=1"], {
      cwd: project().folder,
      detached: true,
    });
    try {
      const port = await listening(child);
      expect(await (await fetch(`http://127.0.0.1:${port}`)).json()).toEqual(expected);
    } finally {
      // A process group, to end npx and the runtime below it.
      process.kill(-(child.pid as number));
    }
  });
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let errors = "";
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.stdout?.on("data", (chunk) => {
      const { port } = /"port":(?<port>\d+)/.exec(String(chunk))?.groups ?? {};
      if (port) resolve(Number(port));
    });
    child.on("exit", (code) => reject(new Error(`workerd ended with ${code}: ${errors}`)));
  });
}
