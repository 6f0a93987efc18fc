#!/usr/bin/env node
import { type Command, runCommand } from "./commands/exit.ts";
import { renderTable } from "./commands/help.ts";
import { describeUnknown } from "./core/text.ts";
import { readManifest } from "./platform/peers.ts";

/** The commands by name. Each loads its modules when it runs. */
const commands: Record<string, { does: string; load: () => Promise<Command> }> = {
  mock: {
    does: "starts the contract mock server",
    load: async () => (await import("./commands/mock.ts")).runMock,
  },
  verify: {
    does: "compares the contract with the service, live or in recorded traffic",
    load: async () => (await import("./commands/verify.ts")).runVerify,
  },
  mcp: {
    does: "serves the contract and the operations to AI agents",
    load: async () => (await import("./commands/mcp.ts")).runMcp,
  },
};

const help = renderTable([
  ...Object.entries(commands).map(
    ([name, { does }]) => [`phone-agent-api ${name} [options]`, does] as const,
  ),
  ["phone-agent-api COMMAND --help", "prints the options of a command"],
  ["phone-agent-api --version", "prints the version"],
  ["phone-agent-api --help", "prints this help"],
]);

// A closed pipe doesn't end a command.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
// Node's `fetch` leaves the body of a response that it refuses to nobody: if its connection ends, the
// call has had its error already.
process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
  if (error.code !== "UND_ERR_SOCKET") throw error;
});

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (process.argv.includes("--version")) {
  console.log(readManifest().version);
} else if (command) {
  process.exitCode = await runCommand(await command.load(), args);
} else if (name === "--help" || name === "-h" || name === "help") {
  console.log(help);
} else {
  console.error(
    name === "" ? help : `${describeUnknown("command", name, Object.keys(commands))}\n\n${help}`,
  );
  process.exitCode = 2;
}
