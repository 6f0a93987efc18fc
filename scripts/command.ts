import { fileURLToPath } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";

/** A command: takes arguments and returns the exit code if it isn't 0. */
export type Command = (args: string[]) => Promise<number> | Promise<void>;

/** Ends a command early, over `--help` or a user's mistake. Its message is printed without a stack trace. */
class CommandEnd extends Error {
  readonly exitCode: 0 | 2;

  constructor(message: string, exitCode: 0 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs the command if its module is the one that node was asked to run. */
export async function runIfMain(moduleUrl: string, command: Command): Promise<void> {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return;
  process.exitCode = await runCommand(command, process.argv.slice(2));
}

/** Runs a command in this process, and returns its exit code. */
export async function runCommand(command: Command, args: string[]): Promise<number> {
  try {
    return (await command(args)) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandEnd)) throw error;
    if (error.exitCode === 0) console.log(error.message);
    else console.error(error.message);
    return error.exitCode;
  }
}

/** Reads a command's arguments. `--help` ends it with the help, a mistake with one sentence and exit code 2. */
export function readArguments<Config extends ParseArgsConfig>(help: string, config: Config & { args: string[] }) {
  const parsedArguments = parseOrFail(help, config);
  if ("help" in parsedArguments.values) throw new CommandEnd(help, 0);
  return parsedArguments;
}

function parseOrFail<Config extends ParseArgsConfig>(help: string, config: Config) {
  try {
    return parseArgs<Config>(config);
  } catch (error) {
    const [mistake] = (error as Error).message.split(/\. To specify|\n/);
    return fail(`${mistake?.replace(/\.?$/, ".")}\n\n${help}`);
  }
}

/** Ends the command over a user's mistake. */
export function fail(message: string): never {
  throw new CommandEnd(message, 2);
}

/** Runs what depends on the user's files and machine: a failure there ends the command in one sentence. */
export async function orFail<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    return fail((error as Error).message);
  }
}
