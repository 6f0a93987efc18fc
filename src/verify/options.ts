import { parseArgs } from "node:util";
import type { JunkInboxInputNames } from "../client/junk-inbox.ts";
import { replaceControls } from "../mock/terminal.ts";
import { deletion } from "./contract.ts";
import { renderers } from "./report/formats.ts";

/** A user's mistake, or a file that can't be read. The message is one sentence of verify, and may be printed. */
export class UsageError extends Error {}

export const help = `Compares the contract with the service, live or in recorded traffic.

  phone-agent-api verify --base-url URL [options]     sends requests, each once
  phone-agent-api verify --har FILE [options]         sends nothing

Live. The token comes from PHONE_AGENT_TOKEN, or verify asks for it. It sends only operations that the contract marks as
safe to retry (x-repeatable), follows no redirect and makes up no path.
  --base-url URL                the service (default: PHONE_AGENT_BASE_URL)
  --value NAME=VALUE            a path value, such as type=sms; repeatable (default: the relay types that are listed)
  --pause MS                    between two requests, in milliseconds (default: 500)
  --max-requests N              the most requests that are sent (default: 200)
  --timeout MS                  for each response, in milliseconds (default: 10000)
  --dry-run                     print what would be sent, and send nothing
  --probe-auth                  also send each operation once without a token and once with a wrong one
  --include ${deletion}
                                also delete the SIP registration, once you have confirmed it

Recorded. Each option is repeatable. The token, Authorization, cookies, and the values of operations that deal in tokens
are dropped as a file is read. Responses of the mock (Mock-Source) are ignored.
  --har FILE                    a HAR file, of a browser or a proxy
  --ndjson FILE                 an entry of a HAR on each line
  --journal FILE                what GET /__mock/journal returned; only its requests are compared
  --base-url URL                only requests below this URL count (default: all with the contract's path prefix)

Both.
  --junk-input-name KIND=NAME   the name of a junk inbox input; KIND: paginate, pageNumber
                                pageNumber makes verify check that pages advance
  --format FORMAT               ${Object.keys(renderers).join(", ")} (default: text)
  --output FILE                 write the report to a file, not to stdout
  --fail-on new                 exit with 1 for new facts, too
  --require all|OPERATION       exit with 3 unless these operations were verified, at least in part; repeatable
                                all: live, those that verify can send; recorded, all that are documented
  -h, --help                    print this help

A contradiction breaks the contract. A new fact is one that the contract doesn't contain, such as an unknown status
code, an undocumented field, or a listed field that is absent or null. Reports contain types and status codes, never
values.

The exit code is 0 if the body of at least one success was compared and nothing contradicted, 1 for a contradiction, 2 if
an option is invalid or a file can't be read, and 3 if the contract couldn't be verified: the service can't be reached,
responds with failures only or rejects the token, a body is too large, or the run or a recording breaks off.
`;

const options = {
  "base-url": { type: "string" },
  har: { type: "string", multiple: true },
  ndjson: { type: "string", multiple: true },
  journal: { type: "string", multiple: true },
  value: { type: "string", multiple: true },
  pause: { type: "string" },
  "max-requests": { type: "string" },
  timeout: { type: "string" },
  "dry-run": { type: "boolean" },
  "probe-auth": { type: "boolean" },
  include: { type: "string", multiple: true },
  "junk-input-name": { type: "string", multiple: true, default: [] as string[] },
  format: { type: "string", default: "text" },
  output: { type: "string" },
  "fail-on": { type: "string" },
  require: { type: "string", multiple: true, default: [] as string[] },
  help: { type: "boolean", short: "h", default: false },
} as const;

const liveOnly = ["value", "pause", "max-requests", "timeout", "dry-run", "probe-auth", "include"] as const;

export type Options = ReturnType<typeof parseOptions>;

/**
 * Parses the command line, checks its options and applies their defaults.
 * @throws UsageError of one sentence that quotes no value, since a token may have ended up in one.
 */
export function parseOptions(args: string[]) {
  const values = splitArguments(args);
  const { "base-url": baseUrl, include = [], format, output, "fail-on": failOn, require: required } = values;
  const files = (["har", "ndjson", "journal"] as const).flatMap((source) =>
    (values[source] ?? []).map((file) => ({ source, file })),
  );
  if (files.length > 0) {
    const misplaced = liveOnly.find((name) => values[name] !== undefined);
    if (misplaced) throw new UsageError(`--${misplaced} is for requests; with recorded traffic, none is sent.`);
    if (!isBaseUrl(baseUrl)) throw new UsageError("--base-url must be an absolute HTTP URL without query or fragment.");
  }
  if (!Object.hasOwn(renderers, format))
    throw new UsageError(`--format must be one of ${Object.keys(renderers).join(", ")}.`);
  if (failOn !== undefined && failOn !== "new") throw new UsageError("--fail-on takes one word: new.");
  if (include.some((id) => id !== deletion)) throw new UsageError(`--include takes only ${deletion}.`);
  if (output === "") throw new UsageError("--output must not be empty.");
  return {
    baseUrl,
    /** The recorded traffic. If there is none, `verify` sends requests. */
    files,
    values: parsePathValues(values.value ?? []),
    pauseMs: parseCount("pause", values.pause ?? "500", 0),
    maxRequests: parseCount("max-requests", values["max-requests"] ?? "200", 1),
    /** The time limit of a whole response, in milliseconds. */
    timeoutMs: parseCount("timeout", values.timeout ?? "10000", 1),
    dryRun: values["dry-run"] ?? false,
    probeAuth: values["probe-auth"] ?? false,
    /** The operations that aren't safe to retry, and that the user included. */
    include,
    names: parseInputNames(values["junk-input-name"]),
    format: format as keyof typeof renderers,
    output,
    failOnNew: failOn === "new",
    required,
    help: values.help,
  };
}

function splitArguments(args: string[]) {
  if (args.some((arg) => /^--?token(=|$)/i.test(arg))) {
    throw new UsageError("The token isn't an option: others can see options. Set PHONE_AGENT_TOKEN.");
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The message for an unexpected argument quotes it.
    throw new UsageError(
      code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL" ? "Unexpected argument." : replaceControls(message),
    );
  }
}

/** Returns whether a URL can be the base URL of recorded traffic. Nothing is sent to it, so any host is valid. */
const isBaseUrl = (url = "https://service.example.com") => URL.canParse(url) && /^https?:\/\/[^?#%]*$/i.test(url);

function parseCount(name: string, text: string, minimum: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= minimum) return Number(text);
  throw new UsageError(`--${name} must be an integer from ${minimum} to 9999999.`);
}

function parsePathValues(pairs: readonly string[]) {
  const values: Record<string, string[]> = Object.create(null);
  for (const text of pairs) {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === "") throw new UsageError("--value takes NAME=VALUE.");
    if (/^\.{1,2}$|\p{Cc}/u.test(value))
      throw new UsageError(`--value ${name} must not be a dot segment or have control characters.`);
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

function parseInputNames(texts: readonly string[]): JunkInboxInputNames {
  const pairs = texts.map((text) => /^(paginate|pageNumber)=(?!token$)(.+)$/.exec(text)?.slice(1));
  if (pairs.includes(undefined)) throw new UsageError("--junk-input-name takes KIND=NAME. KIND: paginate, pageNumber.");
  return Object.fromEntries(pairs as [string, string][]);
}
