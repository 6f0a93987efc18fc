/** An option of a command, as `parseArgs` takes it, with the words of its help. */
interface CommandOption {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** The placeholder of its value, in capitals. */
  readonly value?: string;
  /** What it means, without a full stop. */
  readonly meaning: string;
  /** The heading below which the help has it: a key of `groups`. */
  readonly group?: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** Pairs of a term and what it means, in lines below each other. */
type Table = readonly (readonly [term: string, meaning: string])[];

/** What a command is, for its arguments and its help. */
export interface CommandDescription<Options extends CommandOptions = CommandOptions> {
  /** What is typed before its options, such as `npm run docs --`. */
  readonly name: string;
  /** What it does: a sentence. */
  readonly summary: string;
  /** Each way to call it, with what that does. Default: its name and `[options]`. */
  readonly usage?: Table;
  /** Whether it takes arguments that aren't options. Default: false. */
  readonly takesArguments?: boolean;
  readonly options: Options;
  /** The text above each group of options, in their order. */
  readonly groups?: Readonly<Record<string, string>>;
  /** What else there is to know: texts as they are printed, and tables. */
  readonly details?: readonly (string | Table)[];
  /** What each exit code means. */
  readonly exitCodes: Readonly<Record<number, string>>;
}

/** Renders the help of a command: all of it in lines of 120 characters at most. */
export function renderHelp(command: CommandDescription): string {
  const { name, summary, options, groups = {}, details = [], exitCodes } = command;
  const { usage = [[`${name} [options]`, ""]] } = command;
  const entries: [group: string | undefined, term: string, meaning: string][] = [
    ...Object.entries(options).map(([option, { value, meaning, group }]): (typeof entries)[0] => [
      group,
      usageOf(option, value),
      meaning,
    ]),
    [Object.keys(groups).at(-1), "-h, --help", "print this help"],
  ];
  const width = widthOf(entries.map(([, term]) => term));
  const optionsOf = (group: string | undefined) =>
    renderTable(
      entries.flatMap(([entryGroup, ...row]) => (entryGroup === group ? [row] : [])),
      width,
    );
  const blocks = [
    wrap(summary),
    renderTable(usage),
    optionsOf(undefined),
    ...Object.entries(groups).map(([group, text]) => `${wrap(text)}\n${optionsOf(group)}`),
    ...details.map((detail) => (typeof detail === "string" ? detail : renderTable(detail, 50))),
    `Exit code\n${renderTable(Object.entries(exitCodes))}`,
  ];
  return blocks.filter(Boolean).join("\n\n");
}

/** An option as it's typed: `--port N`. */
export const usageOf = (option: string, value?: string): string =>
  `--${option}${value ? ` ${value}` : ""}`;

const maxWidth = 120;

const widthOf = (terms: readonly string[]) => Math.max(0, ...terms.map((term) => term.length));

/** Renders a table in lines of 120 characters at most; a term is as long as `width`. */
export function renderTable(rows: Table, width = widthOf(rows.map(([term]) => term))): string {
  const lines = rows.flatMap(([term, meaning]) => {
    const terms = wrap(term, width).split("\n");
    const meanings = wrap(meaning, maxWidth - width - 5).split("\n");
    return Array.from({ length: Math.max(terms.length, meanings.length) }, (_, index) =>
      `  ${(terms[index] ?? "").padEnd(width)}   ${meanings[index] ?? ""}`.trimEnd(),
    );
  });
  return lines.join("\n");
}

const wrap = (text: string, width = maxWidth): string =>
  text.replace(RegExp(`(.{1,${width}})(?: +|$)`, "gm"), "$1\n").trimEnd();

/** What the exit codes of most commands mean. */
export const exitCodes = {
  0: "done",
  1: "not done: what was checked has findings, or the command failed",
  2: "an argument is invalid, or what it names can't be used",
};
