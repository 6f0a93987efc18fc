import { fileURLToPath } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";

/** Whether the module is the one that node was asked to run. */
export const isMain = (moduleUrl: string): boolean => process.argv[1] === fileURLToPath(moduleUrl);

/** Reads a command's arguments. `--help` prints the help and ends; a mistake is one sentence and exit code 2. */
export function readArguments<Config extends ParseArgsConfig>(help: string, config: Config) {
  try {
    const parsed = parseArgs<Config>(config);
    if (!("help" in parsed.values)) return parsed;
    console.log(help);
    process.exit(0);
  } catch (error) {
    const [mistake] = (error as Error).message.split(/\. To specify|\n/);
    fail(`${mistake?.replace(/\.?$/, ".")}\n\n${help}`);
  }
}

/** Ends the command over a user's mistake. */
export function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Runs what depends on the user's files and machine: what fails there is one sentence, and no stack trace. */
export async function orFail<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    return fail((error as Error).message);
  }
}
