import type { OptionError } from "../core/options.ts";
import { escapeLines, escapeText } from "../core/text.ts";
import { describeSystemError } from "../platform/files.ts";

/** A command: takes arguments and returns the exit code if it isn't 0. */
export type Command = (args: string[]) => Promise<number> | Promise<void>;

/** Ends a command. Its message is printed without a stack trace. */
export class ExitError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command in this process, and returns its exit code. */
export async function runCommand(command: Command, args: string[]): Promise<number> {
  try {
    return (await command(args)) ?? 0;
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    if (error.exitCode === 0) console.log(error.message);
    else console.error(escapeLines(error.message));
    return error.exitCode;
  }
}

/** Exits with a usage error, or with the given code. */
export function fail(message: string, exitCode = 2): never {
  throw new ExitError(message, exitCode);
}

/**
 * Runs what depends on the user's files and machine: a failure there ends the command in one
 * sentence.
 */
export async function exitOnError<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { option, reason, path, message } = error as NodeJS.ErrnoException & Partial<OptionError>;
    if (option && reason) return fail(describeOptionError({ option, reason }));
    return fail(
      path === undefined
        ? message
        : `Can't use ${escapeText(path)}: ${describeSystemError(error)}.`,
    );
  }
}

/** The options whose names differ on a command line. */
const typedNames: Readonly<Record<string, string>> = {
  allowHosts: "--allow-host",
  junkInboxInputNames: "--junk-input-name",
  allowInsecureHttp: "PHONE_AGENT_ALLOW_INSECURE_HTTP=1",
};

/**
 * Words an error of an option as it is typed: `--log-level` for `logLevel`.
 * @param names How this command calls options otherwise.
 */
export function describeOptionError(
  { option, reason }: Pick<OptionError, "option" | "reason">,
  names: Readonly<Record<string, string>> = {},
): string {
  const kebabCase = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${names[option] ?? typedNames[option] ?? `--${kebabCase}`} ${reason}`;
}
