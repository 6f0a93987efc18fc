import { realpathSync } from "node:fs";
import type { PhoneAgentClientOptions } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";
import { fail, onEnd, readArguments, replaceControls } from "../command.ts";
import { findPackageContract, readData } from "../mock/data.ts";
import type { JsonObject } from "../openapi/json.ts";
import { pathOperations } from "../openapi/operations.ts";
import { createCallTools } from "./calls.ts";
import { createKnowledgeTools } from "./knowledge.ts";
import { createContractResource, readGuides } from "./resources.ts";
import { serve } from "./server.ts";

const helpText = (cli: string) => `Serves the contract, and the operations, to AI agents over MCP on stdin and stdout.

  phone-agent-api mcp [options]

  --mock             call the contract's examples instead of the service
  --allow ID         also offer an operation that changes something, such as deleteSipRegistration; repeatable
  -h, --help         print this help

It reads two environment variables. Without them, and without --mock, it serves the contract and the guides only:
  PHONE_AGENT_BASE_URL, PHONE_AGENT_TOKEN

Operations that only read become tools. The guide "AI agents" lists the tools, and what of a response is masked.

In the configuration of an AI agent:
  { "mcpServers": { "phone-agent": {
    "command": "node", "args": [${JSON.stringify(cli)}, "mcp"],
    "env": { "PHONE_AGENT_BASE_URL": "https://service.example.com", "PHONE_AGENT_TOKEN": "…" } } } }

It ends with exit code 0 when stdin ends or on SIGINT (Ctrl-C), SIGTERM or SIGHUP, 1 if it couldn't start, and 2 if an
option is invalid.
`;

/** Runs `phone-agent-api mcp`. */
export async function runMcp(args: string[]): Promise<void> {
  const options = {
    mock: { type: "boolean", default: false },
    allow: { type: "string", multiple: true, default: [] as string[] },
  } as const;
  const help = helpText(realpathSync(process.argv[1] ?? ""));
  const { mock, allow } = readArguments("phone-agent-api mcp", help, { args, options }).values;
  const contract = (await readData(findPackageContract()).catch(failStart)) as JsonObject;
  const ids = pathOperations(contract).map(({ operation }) => `${operation["operationId"]}`);
  if (!allow.every((id) => ids.includes(id)))
    fail(`--allow takes the id of a documented operation: ${ids.join(", ")}.`);
  await serveTools(contract, mock, allow).catch(failStart);
}

const failStart = ({ message }: Error) => fail(replaceControls(message), 1);

async function serveTools(contract: JsonObject, mock: boolean, allow: readonly string[]): Promise<void> {
  const client = readClientOptions(mock);
  const guides = readGuides();
  const tools = [
    ...createKnowledgeTools(contract, guides),
    ...(client ? createCallTools(contract, client, allow) : []),
  ];
  onEnd(() => process.exit(0));
  const { version } = contract["info"] as { version: string };
  await serve(tools, [createContractResource(contract), ...guides], version);
  console.error(`Serves ${tools.length} tools on stdin and stdout${client ? "" : ": the contract only"}.`);
}

/** Reads the client's options for the service, or for a test server. `undefined` if neither is configured. */
function readClientOptions(mock: boolean): (PhoneAgentClientOptions & { token: string }) | undefined {
  const mockToken = "demo-token-not-secret";
  if (mock) return { baseUrl: "https://mock.example.com", token: mockToken, fetch: createTestServer().fetch };
  const { PHONE_AGENT_BASE_URL: baseUrl, PHONE_AGENT_TOKEN: token } = process.env;
  if (!baseUrl && !token) return undefined;
  if (!baseUrl || !token) throw new Error("Set both PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN, or neither.");
  return { baseUrl, token };
}
