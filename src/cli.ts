#!/usr/bin/env node
import { runMock } from "./mock/command.ts";
import { printVersion } from "./mock/version.ts";

const help = `phone-agent-api mock [options]     starts the contract mock server
phone-agent-api verify [options]   holds the contract against the service, live or in recorded traffic
phone-agent-api COMMAND --help     prints the options of a command
phone-agent-api --version          prints the version
phone-agent-api --help             prints this help
`;

const [command, ...rest] = process.argv.slice(2);
if (command === "mock") {
  await runMock(rest);
} else if (command === "verify") {
  const { runVerify } = await import("./verify/command.ts");
  await runVerify(rest);
} else if (command === "--help" || command === "-h" || command === "help") {
  console.log(help);
} else if (command === "--version") {
  printVersion();
} else {
  console.error(command === undefined ? help : `Unknown command: ${command}.\n\n${help}`);
  process.exitCode = 2;
}
