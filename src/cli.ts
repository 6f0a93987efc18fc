#!/usr/bin/env node
import { runMock } from "./mock/command.ts";

const help = `phone-agent-api mock [options]     starts the contract mock server
phone-agent-api mock --help        prints its options
`;

const [command, ...rest] = process.argv.slice(2);
if (command === "mock") {
  await runMock(rest);
} else if (command === "--help" || command === "-h" || command === "help") {
  console.log(help);
} else {
  console.error(command === undefined ? help : `Unknown command: ${command}.\n\n${help}`);
  process.exitCode = 2;
}
