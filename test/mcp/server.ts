import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { cli, packageFolder } from "../built-package.ts";

export const token = "unlikely-word-7f3b";

/** Copies the package with another contract. Returns the path of its command. */
export function copyWithContract(edit: (contract: Record<string, unknown>) => void): string {
  const copy = mkdtempSync(join(tmpdir(), "mcp-contract-"));
  cpSync(packageFolder, copy, { recursive: true });
  const file = join(copy, "dist/openapi.json");
  const contract = JSON.parse(readFileSync(file, "utf8"));
  edit(contract);
  writeFileSync(file, JSON.stringify(contract));
  return join(copy, "dist/src/cli.js");
}

const connections = new Map<string, ReturnType<typeof start>>();

/**
 * Connects the SDK's client to the command. Calls with the same arguments share a process, in all
 * files of tests: it ends with the process of the tests, which its stdin comes from.
 */
export function connect(args: string[], env: Record<string, string> = {}, command = cli) {
  const key = JSON.stringify([args, env, command]);
  const connection = connections.get(key) ?? start(args, env, command);
  connections.set(key, connection);
  return connection;
}

/** Starts the command. `output` contains everything that it writes. */
async function start(args: string[], env: Record<string, string>, command: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", ...args],
    env,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  const output: string[] = [];
  transport.stderr?.on("data", (chunk) => output.push(String(chunk)));
  await client.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    output.push(JSON.stringify(message));
    receive?.(message);
  };
  return {
    client,
    output,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** Calls a tool, and returns its text, its notes, and whether it failed. */
    async call(name: string, input: Record<string, unknown> = {}) {
      const {
        content,
        isError = false,
        structuredContent,
      } = await client.callTool({ name, arguments: input });
      const [{ text }, ...notes] = content as [{ text: string }, ...{ text: string }[]];
      return {
        text,
        notes: notes.map(({ text }) => text),
        isError,
        structuredContent,
        json: () => JSON.parse(text),
      };
    },
  };
}

type Respond = (url: string) => {
  status?: number;
  headers?: object;
  body: unknown;
  delayMs?: number;
};
let current: { respond: Respond; requests: string[] };

const service = createServer((request, response) => {
  current.requests.push(`${request.method} ${request.url}`);
  const { status = 200, headers, body, delayMs = 0 } = current.respond(request.url ?? "");
  response.writeHead(status, { "content-type": "application/json", ...headers });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  setTimeout(() => response.end(text), delayMs);
}).listen(0, "127.0.0.1");
await once(service, "listening");
const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

/**
 * Makes the service respond to every request by `respond`, and returns the command's environment
 * for it.
 */
export function startService(respond: Respond) {
  current = { respond, requests: [] };
  return {
    requests: current.requests,
    env: { PHONE_AGENT_BASE_URL: baseUrl, PHONE_AGENT_TOKEN: token },
  };
}
