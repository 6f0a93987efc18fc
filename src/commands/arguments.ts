import { type ParseArgsConfig, parseArgs } from "node:util";
import { escapeText } from "../core/text.ts";
import { ExitError, fail } from "./exit.ts";

/**
 * Reads a command's arguments. `--help` ends it with the help, a mistake with one sentence, which
 * quotes no value: a token may have ended up in one.
 * @param name The command, typed before its options.
 */
export function readArguments<Config extends ParseArgsConfig>(
  name: string,
  help: string,
  config: Config & { args: string[] },
): ReturnType<typeof parseArgs<Config>> {
  const options = { ...config.options, help: { type: "boolean", short: "h" } } as const;
  let result: ReturnType<typeof parseArgs<Config>>;
  try {
    result = parseArgs<Config>({ ...config, options });
  } catch (error) {
    return fail(
      `${describeMistake(error, name, Object.keys(options))}\nRun ${name} --help for the options.`,
    );
  }
  if ("help" in result.values) throw new ExitError(help, 0);
  // `parseArgs` would ignore all but the last.
  const { tokens } = parseArgs({
    args: config.args,
    options: config.options ?? {},
    strict: false,
    tokens: true,
  });
  const typed = tokens.flatMap((token) =>
    token.kind === "option" && token.value !== undefined ? [token.name] : [],
  );
  const repeated = typed.find(
    (name, index) => typed.indexOf(name) < index && !config.options?.[name]?.multiple,
  );
  if (repeated !== undefined)
    fail(`--${repeated} can be passed once.\nRun ${name} --help for the options.`);
  return result;
}

function describeMistake(error: unknown, name: string, options: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
    return `Unexpected argument: ${name.replace(/ --$/, "")} takes options only.`;
  }
  const [, option = ""] = /'(?:-\w, )?(-[^\s']+)/.exec(message) ?? [];
  const typedOption = escapeText(option);
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    return `Unknown option '${typedOption}'. Known: ${options.map((optionName) => `--${optionName}`).join(", ")}.`;
  }
  return / not take an argument/.test(message)
    ? `${typedOption} takes no value.`
    : `${typedOption} needs a value.`;
}

/** The words of a command's help, and of the reference, about an option. */
export interface OptionDescription {
  /** The placeholder of its value, in capitals. */
  value?: string;
  /** Its meaning, on lines that the help prints unchanged. */
  meaning: string | readonly string[];
}

export function describeOptions(options: Readonly<Record<string, OptionDescription>>): string {
  const described = Object.entries(options).map(([name, { value, meaning }]) => {
    return { usage: `--${name}${value ? ` ${value}` : ""}`, lines: [meaning].flat() };
  });
  const entries = [...described, { usage: "-h, --help", lines: ["print this help"] }];
  const width = Math.max(...entries.map(({ usage }) => usage.length)) + 3;
  return entries
    .flatMap(({ usage, lines }) =>
      lines.map((line, index) => `  ${(index === 0 ? usage : "").padEnd(width)}${line}`),
    )
    .join("\n");
}

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

/**
 * Reads a repeatable option that takes `KIND=NAME`, once for each kind, without the reserved names.
 */
export function readNames<Kind extends string>(
  option: string,
  texts: readonly string[],
  kinds: readonly Kind[],
  reserved: readonly string[] = [],
) {
  const names: { [Key in Kind]?: string } = {};
  for (const text of texts) {
    const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
    const kind = kinds.find((kind) => kind === name);
    if (!kind || value === undefined) fail(`${option} takes KIND=NAME. KIND: ${kinds.join(", ")}.`);
    if (names[kind]) fail(`Pass ${option} once for each KIND.`);
    if (Object.values(names).includes(value)) fail(`${option}: two inputs can't share a name.`);
    if (reserved.includes(value)) fail(`${option}: none can be named ${value}.`);
    names[kind] = value;
  }
  return names;
}
