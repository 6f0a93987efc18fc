import { realpathSync } from "node:fs";
import { parseArgs } from "node:util";
import type { PhoneAgentClientOptions } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";
import { findPackageContract, readData } from "../mock/data.ts";
import { onEnd } from "../mock/end.ts";
import { replaceControls } from "../mock/terminal.ts";
import type { JsonObject } from "../openapi/json.ts";
import { pathOperations } from "../openapi/operations.ts";
import { createCallTools } from "./calls.ts";
import { createContractResource, createKnowledgeTools, readGuides } from "./knowledge.ts";
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

/** Runs `phone-agent-api mcp`, and sets its exit code if it fails. */
export async function runMcp(args: string[]): Promise<void> {
  try {
    const options = {
      mock: { type: "boolean", default: false },
      allow: { type: "string", multiple: true, default: [] as string[] },
      help: { type: "boolean", short: "h", default: false },
    } as const;
    const { mock, allow, help: showHelp } = parseArgs({ args, options }).values;
    if (showHelp) return console.log(helpText(realpathSync(process.argv[1] ?? "")));
    const contract = (await readData(findPackageContract())) as JsonObject;
    const ids = pathOperations(contract).map(({ operation }) => `${operation["operationId"]}`);
    if (!allow.every((id) => ids.includes(id)))
      throw new TypeError(`--allow takes the id of a documented operation: ${ids.join(", ")}.`);
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
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsageError = error instanceof TypeError || code?.startsWith("ERR_PARSE_ARGS");
    const sentence = replaceControls(message);
    console.error(isUsageError ? `${sentence}\nRun phone-agent-api mcp --help for the options.` : sentence);
    process.exitCode = isUsageError ? 2 : 1;
  }
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
