import { realpathSync } from "node:fs";
import type { JunkInboxInputNames, PhoneAgentClientOptions } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";
import { isTokenOption } from "#generated/service.ts";
import { readInputNames } from "../core/junk-inbox.ts";
import type { OptionError } from "../core/options.ts";
import { escapeText } from "../core/text.ts";
import { findPackageContract, readData } from "../document/data.ts";
import { createCallTools } from "../mcp/calls.ts";
import { createKnowledgeTools } from "../mcp/knowledge.ts";
import { createContractResource, readGuides } from "../mcp/resources.ts";
import { serve } from "../mcp/server.ts";
import type { JsonObject } from "../openapi/json.ts";
import { junkInboxInputs } from "../openapi/junk-inbox.ts";
import { operationsOf } from "../openapi/operations.ts";
import { credentialsOf, securitySchemesOf } from "../openapi/security.ts";
import { onShutdown } from "../platform/signals.ts";
import { readArguments, readNames } from "./arguments.ts";
import { describeOptionError, exitOnError, fail } from "./exit.ts";
import { findServer } from "./server-option.ts";

const options = {
  mock: {
    type: "boolean",
    default: false,
    meaning: "call the contract's examples instead of the service",
  },
  server: {
    type: "string",
    value: "NAME",
    meaning:
      "call a server that the contract knows, by its name, description or region, instead of PHONE_AGENT_BASE_URL",
  },
  allow: {
    type: "string",
    multiple: true,
    default: [] as string[],
    value: "ID",
    meaning:
      "also offer an operation that changes something, such as deleteSipRegistration; repeatable",
  },
  "junk-input-name": {
    type: "string",
    multiple: true,
    value: "KIND=NAME",
    meaning: `the name of a junk inbox input, so that agents can select pages; up to four times; KIND: ${Object.keys(junkInboxInputs).join(", ")}`,
  },
} as const;

/** @param cli The file of this command, for the configuration of an agent. */
const describeCommand = (cli: string) => ({
  name: "phone-agent-api mcp",
  summary: "Serves the contract, and the operations, to AI agents over MCP on stdin and stdout.",
  options,
  details: [
    `It reads two environment variables:
  PHONE_AGENT_BASE_URL, PHONE_AGENT_TOKEN
Without them, and without --mock, it serves the contract and the guides only. A server that the contract names is called
only with --server.

Operations that only read become tools. The guide "AI agents" lists the tools, and what of a response is masked.

In the configuration of an AI agent:
  { "mcpServers": { "phone-agent": {
    "command": "node", "args": [${JSON.stringify(cli)}, "mcp"],
    "env": { "PHONE_AGENT_BASE_URL": "https://service.example.com", "PHONE_AGENT_TOKEN": "…" } } } }`,
  ],
  exitCodes: {
    0: "stdin ended, or SIGINT (Ctrl-C), SIGTERM or SIGHUP",
    1: "it couldn't start",
    2: "an option is invalid",
  },
});

export async function runMcp(args: string[], contractFile = findPackageContract()): Promise<void> {
  const { values } = readArguments(describeCommand(realpathSync(process.argv[1] ?? "")), args);
  const { mock, server, allow, "junk-input-name": inputs } = values;
  const contract = (await readData(contractFile).catch(failStart)) as JsonObject;
  const junkInboxInputNames = readNames("--junk-input-name", inputs, Object.keys(junkInboxInputs));
  await exitOnError(() => readInputNames(junkInboxInputNames, credentialsOf(contract)));
  const ids = operationsOf(contract).map(({ id }) => id);
  if (!allow.every((id) => ids.includes(id)))
    fail(`--allow takes the id of a documented operation: ${ids.join(", ")}.`);
  const { PHONE_AGENT_BASE_URL, PHONE_AGENT_TOKEN: token } = process.env;
  if (server !== undefined && (mock || PHONE_AGENT_BASE_URL)) {
    fail("Choose one of --server, --mock and PHONE_AGENT_BASE_URL.");
  }
  const baseUrl = server === undefined ? PHONE_AGENT_BASE_URL : findServer(contract, server);
  const client = mock
    ? createMockOptions(contract, junkInboxInputNames)
    : readClientOptions(contract, baseUrl, token);
  await serveTools(
    contract,
    allow,
    mock,
    client && { ...client, junkInboxInputNames },
    token,
  ).catch(failStart);
}

function failStart(error: Error): never {
  const { option, reason } = error as Partial<OptionError>;
  const names = { baseUrl: "PHONE_AGENT_BASE_URL", token: "PHONE_AGENT_TOKEN" };
  const message = option && reason && describeOptionError({ option, reason }, names);
  return fail(escapeText(message || error.message), 1);
}

/** @param token The token that is masked in responses. */
async function serveTools(
  contract: JsonObject,
  allow: readonly string[],
  isMock: boolean,
  options: PhoneAgentClientOptions | undefined,
  token = "",
): Promise<void> {
  const callTools = options ? createCallTools(contract, options, token, allow) : [];
  const guides = readGuides();
  const tools = [...createKnowledgeTools(contract, guides), ...callTools];
  onShutdown(() => process.exit(0));
  const { version } = contract["info"] as { version: string };
  await serve(tools, [createContractResource(contract), ...guides], version, isMock);
  console.error(
    `Serves ${tools.length} tools on stdin and stdout${options ? "" : ": the contract only"}.`,
  );
}

function createMockOptions(
  contract: JsonObject,
  junkInboxInputNames: JunkInboxInputNames,
): PhoneAgentClientOptions {
  // Also a user and a password.
  const demoToken = "demo:token-not-secret";
  const secrets = Object.fromEntries(
    Object.keys(securitySchemesOf(contract)).map((name) => [name, demoToken]),
  );
  const { fetch } = createTestServer({ junkInboxInputNames });
  return {
    baseUrl: "https://mock.example.com",
    token: isTokenOption(secrets) ? secrets : demoToken,
    fetch,
  };
}

/** Returns the client's options for the service; `undefined` if none is configured. */
function readClientOptions(
  contract: JsonObject,
  baseUrl: string | undefined,
  token: string | undefined,
): PhoneAgentClientOptions | undefined {
  if (!baseUrl && !token) return undefined;
  if (!baseUrl)
    fail(
      "PHONE_AGENT_TOKEN is set, but no base URL: set PHONE_AGENT_BASE_URL or pass --server.",
      1,
    );
  if (!token && credentialsOf(contract).length > 0)
    fail("The base URL is set, but no token: set PHONE_AGENT_TOKEN.", 1);
  return { baseUrl, token: token ?? "" };
}
