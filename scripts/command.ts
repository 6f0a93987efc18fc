import { fileURLToPath } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";

/** A command: takes arguments and returns the exit code if it isn't 0. */
export type Command = (args: string[]) => Promise<number> | Promise<void>;

/** Ends a command over `--help`. */
class Help extends Error {}

/** Ends a command over a user's mistake, with exit code 2. Its message is printed without a stack trace. */
class Mistake extends Error {}

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
    if (error instanceof Help) console.log(error.message);
    else if (error instanceof Mistake) console.error(error.message);
    else throw error;
    return error instanceof Mistake ? 2 : 0;
  }
}

/** Reads a command's arguments. `--help` ends it with the help, a mistake with one sentence. */
export function readArguments<Config extends ParseArgsConfig>(help: string, config: Config & { args: string[] }) {
  const options = { ...config.options, help: { type: "boolean" } } as const;
  let result: ReturnType<typeof parseArgs<Config>>;
  try {
    result = parseArgs<Config>({ ...config, options });
  } catch (error) {
    const [mistake] = (error as Error).message.split(/\. To specify|\n/);
    return fail(`${mistake?.replace(/\.?$/, ".")}\n\n${help}`);
  }
  if ("help" in result.values) throw new Help(help);
  return result;
}

/** Ends the command over a user's mistake. */
export function fail(message: string): never {
  throw new Mistake(message);
}

/** Runs what depends on the user's files and machine: a failure there ends the command in one sentence. */
export async function orFail<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    return fail((error as Error).message);
  }
}
