import { watchFile } from "node:fs";
import { parseArgs } from "node:util";
import { Refusal } from "../testing/refusal.ts";
import { ownContract } from "./contract.ts";
import { type JunkInboxInputNames, type LogLevel, type Mock, type MockOptions, startMock } from "./index.ts";
import { table } from "./table.ts";

const help = `Answers the API from its contract, on this machine.

  phone-agent-api mock [options]

  --port N                      where to listen; 0 takes a free port (4010)
  --host H                      the address to listen on (127.0.0.1: this machine alone)
  --contract FILE               another contract, YAML or JSON (the one in this package); read again when it changes
  --examples FILE               examples of your own, YAML or JSON: by operation, by name; read again when they change
  --junk-input-name KIND=NAME   the name of a junk inbox input, for true pages; may be given four times
                                KIND: paginate, pageNumber, pageSize, unreadOnly
  --prefer PREFERENCES          what every request prefers that does not prefer otherwise
  --require-coverage            exit with 1 where an operation was not called
  --json                        one line of JSON on stdout when ready
  --log-level LEVEL             silent, warn or info (info: a line for every request, on stderr)

Preferences, here or in the header Prefer of a request, with commas between them:
  example=NAME, code=503, dynamic=true, delay=MS, fault=reset|stall|truncate|garbage, times=N

With curl:
  curl 'http://127.0.0.1:4010/api/v2/tokens?token=example'
  curl -H 'Prefer: code=503, times=2' -H 'Mock-Run: my-test' 'http://127.0.0.1:4010/api/v2/tokens?token=example'
  curl 'http://127.0.0.1:4010/__mock/journal?run=my-test'

With Python:
  request = urllib.request.Request("http://127.0.0.1:4010/api/v2/tokens?token=example", headers={"Prefer": "delay=500"})
  print(urllib.request.urlopen(request).read())

The exit code is 0 after Ctrl-C or SIGTERM, 1 where it could not start or coverage lacks, 2 where an option is wrong.
`;

/** A mistake on the command line. */
class UsageError extends Error {}

/** `phone-agent-api mock`. */
export async function runMock(args: string[]): Promise<void> {
  try {
    const values = parse(args);
    if (values.help) console.log(help);
    else await serve(values);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const usage = error instanceof UsageError || error instanceof Refusal || code?.startsWith("ERR_PARSE_ARGS");
    console.error(code === "EADDRINUSE" ? `${message}. Choose another --port; 0 takes a free one.` : message);
    process.exitCode = usage ? 2 : 1;
  }
}

type Values = ReturnType<typeof parse>;

function parse(args: string[]) {
  const options = {
    port: { type: "string", default: "4010" },
    host: { type: "string", default: "127.0.0.1" },
    contract: { type: "string", default: ownContract() },
    examples: { type: "string" },
    "junk-input-name": { type: "string", multiple: true, default: [] as string[] },
    prefer: { type: "string", default: "" },
    "require-coverage": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    "log-level": { type: "string", default: "info" },
    help: { type: "boolean", default: false },
  } as const;
  return parseArgs({ args, options }).values;
}

async function serve(values: Values): Promise<void> {
  const starting = startMock(settings(values));
  // Watched from before they are read: an edit in between would never be seen.
  for (const file of new Set([values.contract, values.examples ?? values.contract])) {
    watchFile(file, { interval: 250, persistent: false }, () =>
      starting.then(
        (mock) => reload(mock, file),
        () => {},
      ),
    );
  }
  const mock = await starting;
  if (values.json) console.log(JSON.stringify({ url: mock.url, port: mock.port, pid: process.pid }));
  else if (values["log-level"] !== "silent") console.error(`The mock answers on ${mock.url}. Ctrl-C ends it.`);

  async function stop(): Promise<void> {
    await mock.close();
    const coverage = mock.coverage();
    if (values["log-level"] !== "silent") console.error(table(coverage));
    const lacks = values["require-coverage"] && coverage.untouched.length > 0;
    if (lacks) console.error(`Not called: ${coverage.untouched.join(", ")}.`);
    process.exit(lacks ? 1 : 0);
  }
  process.once("SIGINT", stop).once("SIGTERM", stop);
}

async function reload(mock: Mock, file: string): Promise<void> {
  try {
    await mock.reload();
    console.error(`Read ${file} again.`);
  } catch (error) {
    console.error(`${(error as Error).message}\nThe mock goes on with what it had.`);
  }
}

function settings(values: Values): MockOptions {
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError("--port takes a number from 0 to 65535.");
  const logLevel = values["log-level"] as LogLevel;
  if (!["silent", "warn", "info"].includes(logLevel)) throw new UsageError("--log-level is one of silent, warn, info.");
  const { host, contract, examples, prefer } = values;
  const junkInboxInputNames = Object.fromEntries(values["junk-input-name"].map(inputName)) as JunkInboxInputNames;
  return { port, host, contract, prefer, logLevel, junkInboxInputNames, ...(examples !== undefined && { examples }) };
}

function inputName(text: string): [string, string] {
  const [, kind = "", name = ""] = /^(paginate|pageNumber|pageSize|unreadOnly)=(.+)$/.exec(text) ?? [];
  if (name === "") {
    throw new UsageError("--junk-input-name takes KIND=NAME. KIND: paginate, pageNumber, pageSize, unreadOnly.");
  }
  return [kind, name];
}
