import { extname } from "node:path";
import { isDotSegment } from "../openapi/path.ts";
import { formatsByEnding, renderers } from "../verify/report.ts";
import { readArguments, readInteger, readNames } from "./arguments.ts";
import { fail } from "./exit.ts";

const live = { type: "string", group: "live" } as const;
const recorded = { type: "string", group: "recorded" } as const;
const both = { type: "string", group: "both" } as const;

/** The inputs of the junk inbox that verify sends. */
const kinds = ["paginate", "pageNumber"] as const;

const options = {
  value: {
    ...live,
    multiple: true,
    value: "NAME=VALUE",
    meaning:
      "a path value, such as type=RELAY_TYPE; repeatable (default: the relay types that are listed)",
  },
  pause: { ...live, value: "MS", meaning: "between two requests, in milliseconds (default: 500)" },
  "max-requests": {
    ...live,
    value: "N",
    meaning: "the most requests that are sent (default: 200)",
  },
  timeout: { ...live, value: "MS", meaning: "for each response, in milliseconds (default: 10000)" },
  "dry-run": { ...live, type: "boolean", meaning: "print what would be sent, and send nothing" },
  "probe-auth": {
    ...live,
    type: "boolean",
    meaning: "also send each operation once without a token and once with a wrong one",
  },
  include: {
    ...live,
    multiple: true,
    value: "ID",
    meaning:
      "also send an operation that isn't safe to retry, such as deleteSipRegistration, once you have confirmed it; repeatable",
  },
  har: {
    ...recorded,
    multiple: true,
    value: "FILE",
    meaning: "a HAR file of a browser or a proxy, or a .zip of Playwright with one",
  },
  ndjson: {
    ...recorded,
    multiple: true,
    value: "FILE",
    meaning: "an entry of a HAR on each line",
  },
  postman: {
    ...recorded,
    multiple: true,
    value: "FILE",
    meaning: "a Postman collection (2.0, 2.1), or a list: the saved responses",
  },
  "postman-environment": {
    ...recorded,
    multiple: true,
    value: "FILE",
    meaning: "values of Postman's variables, as Postman exports them",
  },
  variable: {
    ...recorded,
    multiple: true,
    value: "NAME=VALUE",
    meaning: "the value of one variable",
  },
  journal: {
    ...recorded,
    multiple: true,
    value: "FILE",
    meaning: "what GET /__mock/journal returned; only its requests are compared",
  },
  contract: {
    ...recorded,
    value: "FILE",
    meaning:
      "another contract, OpenAPI 2.0 to 3.2, YAML or JSON (default: the one in this package); for recorded traffic alone, since live verify sends by this package's client, with its contract's credentials",
  },
  "base-url": {
    ...both,
    value: "URL",
    meaning:
      "the service (default: PHONE_AGENT_BASE_URL); of recorded traffic, only requests below this URL count (default: those with the contract's path prefix, if they have one host)",
  },
  server: {
    ...both,
    value: "NAME",
    meaning:
      "the service, as a server in the contract: by its name or description, or by a value of its variable, such as a region",
  },
  "junk-input-name": {
    ...both,
    multiple: true,
    value: "KIND=NAME",
    meaning: `the name of a junk inbox input; KIND: ${kinds.join(", ")}; pageNumber makes verify check that pages advance`,
  },
  format: {
    ...both,
    value: "FORMAT",
    meaning: `${Object.keys(renderers).join(", ")} (default: by the ending of --output, else text)`,
  },
  output: {
    ...both,
    multiple: true,
    default: [] as string[],
    value: "FILE",
    meaning:
      "also write the report to a file, in the format of its ending: .json, .md, .xml (JUnit) or .sarif, else text; repeatable; stdout has text",
  },
  "show-withheld": {
    ...both,
    type: "boolean",
    default: false,
    meaning: "print the names that are * otherwise, as text to a terminal only",
  },
  "fail-on": { ...both, value: "new", meaning: "exit with 1 for new facts, too" },
  baseline: {
    ...both,
    value: "FILE",
    meaning: "an earlier report as JSON: the new facts in it are known, and don't fail",
  },
  require: {
    ...both,
    multiple: true,
    default: [] as string[],
    value: "all|OPERATION",
    meaning:
      "exit with 3 unless these operations were verified, at least in part; repeatable; all: live, those that verify can send; recorded, all that are documented",
  },
} as const;

export const verifyExitCodes = {
  0: "the body of at least one success was compared, and nothing contradicted",
  1: "a contradiction; with --fail-on new, also a new fact that isn't known from --baseline",
  2: "an option is invalid, a file can't be read, or the recording has several hosts that could be meant",
  3: "unverified: nothing was compared, the service can't be reached, responds with failures only or rejects the token, a body is too large, the run or a recording breaks off, or an operation of --require isn't verified",
};

const command = {
  name: "phone-agent-api verify",
  summary: "Compares the contract with the service, live or in recorded traffic.",
  usage: [
    ["phone-agent-api verify --base-url URL [options]", "sends requests, each once"],
    ["phone-agent-api verify --har FILE [options]", "sends nothing"],
  ],
  options,
  groups: {
    live: "Live. The token comes from PHONE_AGENT_TOKEN, or verify asks for it. It sends only operations that the contract marks as safe to retry (x-repeatable), follows no redirect and makes up no path.",
    recorded:
      "Recorded. Each option is repeatable, except --contract. As a file is read, declared credentials, Authorization, cookies, and the values of operations that send or return tokens are dropped. Each entry is used, or ignored for a reason, such as a response of the mock (Mock-Source).",
    both: "Both.",
  },
  details: [
    `A contradiction breaks the contract. A new fact is one that the contract doesn't contain, such as an unknown status
code, an undocumented field, or a listed field that is absent or null. An unknown is touched if the contract marks it at
an operation or response that was seen, so that the traffic may answer it. Reports contain types and status codes, never
values. A name appears if its words are in the contract or in a list of common words. Other names, and the positions of
items, appear as *.

What is seen, and what it is`,
    [
      ["a body, content type or status that the contract rules out", "a contradiction"],
      [
        "a status that only a range or default declares",
        "a new fact; of a success that only default declares, the body isn't compared",
      ],
      [
        "a 204, or another success without a body",
        "a contradiction if its status or its range declares a body, or default if no other success is declared",
      ],
      [
        "a web page as a failure; a 502, 503 or 504 of another content type",
        "unverified: a proxy may have sent it",
      ],
      [
        "a body that isn't JSON, if its schema has more rules than that it's a string",
        "unverified: only JSON is compared with a schema",
      ],
      ["a redirect, failures only, web pages only, or no body", "unverified"],
      ["a body that broke off or is longer than was recorded", "unverified"],
      [
        "a string in another format than declared, such as a date",
        "nothing: a format is an annotation",
      ],
      [
        "another host, a cached or aborted response, a preflight, a socket, a response of the mock",
        "ignored, with its reason",
      ],
    ],
  ],
  exitCodes: verifyExitCodes,
} as const;

type Format = keyof typeof renderers;

export type Options = ReturnType<typeof parseOptions>;

/**
 * Parses the command line, checks its options and applies their defaults.
 * @throws ExitError with one sentence that quotes no value, since a token may have ended up in one.
 */
export function parseOptions(args: string[]) {
  if (args.some((arg) => /^--?token(=|$)/i.test(arg))) {
    fail("The token isn't an option: others can see options. Set PHONE_AGENT_TOKEN.");
  }
  const { values } = readArguments(command, args);
  const {
    "base-url": baseUrl,
    server,
    include = [],
    format,
    output,
    "fail-on": failOn,
    require: required,
  } = values;
  const files = (["har", "ndjson", "postman", "journal"] as const).flatMap((source) =>
    (values[source] ?? []).map((file) => ({ source, file })),
  );
  const isLive = files.length === 0;
  const otherGroup = isLive ? "recorded" : "live";
  const misplaced = (Object.keys(options) as (keyof typeof options)[]).find(
    (name) => options[name].group === otherGroup && values[name] !== undefined,
  );
  if (misplaced) {
    const advice = isLive
      ? "recorded traffic: pass a file, too"
      : "requests; with recorded traffic, none is sent";
    fail(`--${misplaced} is for ${advice}.`);
  }
  if (server !== undefined && baseUrl !== undefined) fail("Pass --base-url or --server, not both.");
  if (format !== undefined && !Object.hasOwn(renderers, format))
    fail(`--format must be one of ${Object.keys(renderers).join(", ")}.`);
  if (failOn !== undefined && failOn !== "new") fail("--fail-on takes one word: new.");
  if (output.includes("")) fail("--output must not be empty.");
  if (output.length > 1 && format !== undefined)
    fail("--format is for one report: several files have the formats of their endings.");
  const showsWithheld = values["show-withheld"];
  const isOnlyText = (format ?? "text") === "text" && output.length === 0;
  if (showsWithheld && !(isOnlyText && process.stdout.isTTY)) {
    fail(
      "Withheld names are shown only as text in a terminal: leave out --format, --output and pipes.",
    );
  }
  return {
    baseUrl,
    server,
    contract: values.contract,
    environmentFiles: values["postman-environment"],
    variables: values.variable,
    files,
    values: parsePathValues(values.value ?? []),
    pauseMs: readInteger("--pause", values.pause ?? "500", 0, 9_999_999),
    maxRequests: readInteger("--max-requests", values["max-requests"] ?? "200", 1, 9_999_999),
    timeoutMs: readInteger("--timeout", values.timeout ?? "10000", 1, 9_999_999),
    dryRun: values["dry-run"] ?? false,
    probeAuth: values["probe-auth"] ?? false,
    include,
    names: readNames("--junk-input-name", values["junk-input-name"], kinds),
    format: (output.length === 0 && format ? format : "text") as Format,
    outputs: output.map((file) => ({ file, format: formatOf(file, format) })),
    failOnNew: failOn === "new",
    baseline: values.baseline,
    showsWithheld,
    required,
  };
}

function parsePathValues(pairs: readonly string[]) {
  const values: Record<string, string[]> = Object.create(null);
  for (const text of pairs) {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === "") fail("--value takes NAME=VALUE.");
    if (isDotSegment(value) || /\p{Cc}/u.test(value))
      fail(`--value ${name} must not be a dot segment or have control characters.`);
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}

/** The format of a file: the one that was asked for, or that of its ending. */
function formatOf(file: string, format?: string): Format {
  return (format ?? formatsByEnding[extname(file).toLowerCase()] ?? "text") as Format;
}
