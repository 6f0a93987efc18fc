#!/usr/bin/env node
import { type Command, runCommand } from "./commands/exit.ts";
import { readManifest } from "./platform/peers.ts";

const help = `phone-agent-api mock [options]     starts the contract mock server
phone-agent-api verify [options]   compares the contract with the service, live or in recorded traffic
phone-agent-api mcp [options]      serves the contract and the operations to AI agents
phone-agent-api COMMAND --help     prints the options of a command
phone-agent-api --version          prints the version
phone-agent-api --help             prints this help
`;

/** The commands by name. Each loads its modules when it runs. */
const commands: Record<string, () => Promise<Command>> = {
  mock: async () => (await import("./commands/mock.ts")).runMock,
  verify: async () => (await import("./commands/verify.ts")).runVerify,
  mcp: async () => (await import("./commands/mcp.ts")).runMcp,
};

// A closed pipe doesn't end a command.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const [name = "", ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (process.argv.includes("--version")) {
  console.log(readManifest().version);
} else if (load) {
  process.exitCode = await runCommand(await load(), args);
} else if (name === "--help" || name === "-h" || name === "help") {
  console.log(help);
} else {
  console.error(name === "" ? help : `Unknown command: ${name}.\n\n${help}`);
  process.exitCode = 2;
}
