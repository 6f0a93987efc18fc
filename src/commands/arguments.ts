import { parseArgs } from "node:util";
import { describeUnknown, escapeText } from "../core/text.ts";
import { ExitError, fail } from "./exit.ts";
import { type CommandDescription, type CommandOptions, renderHelp } from "./help.ts";

/**
 * Reads a command's arguments. `--help` ends it with the help, a mistake with one sentence, which
 * quotes no value: a token may have ended up in one.
 */
export function readArguments<const Options extends CommandOptions>(
  command: CommandDescription<Options>,
  args: string[],
) {
  const { name, takesArguments = false } = command;
  const options: CommandOptions = {
    ...command.options,
    help: { type: "boolean", short: "h", meaning: "" } as CommandOptions[string],
  };
  const config = { args, options: options as Options, allowPositionals: true } as const;
  const { values, positionals, tokens } = parseArgs({ ...config, strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    const mistake = findMistake(token);
    if (mistake) fail(`${mistake}\nRun ${name} --help for the options.`);
    if (token.kind === "option") seen.add(token.name);
  }
  if ("help" in values) throw new ExitError(renderHelp(command), 0);
  return { values, positionals } as ReturnType<typeof parseArgs<typeof config>>;

  function findMistake(token: (typeof tokens)[number]): string | undefined {
    if (token.kind === "positional" && !takesArguments)
      return `Unexpected argument: ${name.replace(/ --$/, "")} takes options only.`;
    if (token.kind !== "option") return undefined;
    const typed = escapeText(token.rawName);
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) {
      const known = Object.keys(options).map((optionName) => `--${optionName}`);
      return describeUnknown("option", token.rawName, known);
    }
    if (option.type === "boolean")
      return token.value === undefined ? undefined : `${typed} takes no value.`;
    // A value that looks like an option is a forgotten one, unless it's joined by `=`.
    if (token.value === undefined || (!token.inlineValue && /^-./.test(token.value)))
      return `${typed} needs a value.`;
    return seen.has(token.name) && !option.multiple
      ? `${typed} may be given only once.`
      : undefined;
  }
}

/** Reads an integer of an option. */
export function readInteger(
  option: string,
  text: string,
  minimum: number,
  maximum: number,
): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum)
    return Number(text);
  return fail(`${option} must be an integer from ${minimum} to ${maximum}.`);
}

/** Reads a repeatable option that takes `KIND=NAME`, once for each kind. */
export function readNames<Kind extends string>(
  option: string,
  texts: readonly string[] = [],
  kinds: readonly Kind[],
) {
  const names: { [Key in Kind]?: string } = {};
  for (const text of texts) {
    const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
    const kind = kinds.find((kind) => kind === name);
    if (!kind || value === undefined) fail(`${option} takes KIND=NAME. KIND: ${kinds.join(", ")}.`);
    if (names[kind]) fail(`Pass ${option} once for each KIND.`);
    names[kind] = value;
  }
  return names;
}
