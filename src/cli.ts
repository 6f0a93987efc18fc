#!/usr/bin/env node
import { printVersion } from "./mock/version.ts";

const help = `phone-agent-api mock [options]     starts the contract mock server
phone-agent-api verify [options]   holds the contract against the service, live or in recorded traffic
phone-agent-api mcp [options]      serves the contract and the operations to AI agents
phone-agent-api COMMAND --help     prints the options of a command
phone-agent-api --version          prints the version
phone-agent-api --help             prints this help
`;

/** Each command loads only what it needs. */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  mock: async (args) => (await import("./mock/command.ts")).runMock(args),
  verify: async (args) => (await import("./verify/command.ts")).runVerify(args),
  mcp: async (args) => (await import("./mcp/command.ts")).runMcp(args),
};

// A command goes on when nobody reads what it prints any more.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const [name = "", ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  await command(rest);
} else if (name === "--help" || name === "-h" || name === "help") {
  console.log(help);
} else if (name === "--version") {
  printVersion();
} else {
  console.error(name === "" ? help : `Unknown command: ${name}.\n\n${help}`);
  process.exitCode = 2;
}
