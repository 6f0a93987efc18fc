import { watchFile } from "node:fs";
import { parseArgs } from "node:util";
import { Refusal } from "../testing/refusal.ts";
import { ownContract } from "./contract.ts";
import { onEnd } from "./end.ts";
import { type JunkInboxInputNames, type Mock, type MockOptions, startMock } from "./index.ts";
import { readPort } from "./listen.ts";
import { type LogLevel, logLevels } from "./log.ts";
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
  --require-coverage            exit with 1 where an operation was not called; under npx and npm run the code is lost
  --json                        one line of JSON on stdout when ready
  --log-level LEVEL             silent, warn, or info with a line for every request on stderr (info)
  -h, --help                    this text

Preferences, here or in the header Prefer of a request, with commas between them:
  example=NAME, code=503, dynamic=true, delay=MS, fault=reset|stall|truncate|garbage, times=N

With curl:
  curl 'http://127.0.0.1:4010/api/v2/tokens?token=example'
  curl -H 'Prefer: code=503, times=2' -H 'Mock-Run: my-test' 'http://127.0.0.1:4010/api/v2/tokens?token=example'

With Python:
  request = urllib.request.Request("http://127.0.0.1:4010/api/v2/tokens?token=example", headers={"Prefer": "delay=500"})
  print(urllib.request.urlopen(request).read())

What was asked and answered, what was used of the contract, and how to forget both and start sequences anew; each of
one test run alone with ?run=NAME:
  curl 'http://127.0.0.1:4010/__mock/journal?run=my-test'
  curl http://127.0.0.1:4010/__mock/coverage
  curl -X DELETE http://127.0.0.1:4010/__mock/journal

In CI, without npx or npm run, which exit with a code of their own:
  node_modules/.bin/phone-agent-api mock --require-coverage & mock=$!
  # your tests
  kill $mock; wait $mock
or ask before the end which operations were not called: "untouched" of /__mock/coverage.

The exit code is 0 after Ctrl-C or SIGTERM, 1 where it could not start or coverage lacks, 2 where an option is wrong.
`;

/** `phone-agent-api mock`. */
export async function runMock(args: string[]): Promise<void> {
  try {
    const values = parse(args);
    if (values.help) console.log(help);
    else await serve(values);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const usage = error instanceof TypeError || error instanceof Refusal || code?.startsWith("ERR_PARSE_ARGS");
    const advice = {
      EADDRINUSE: "another --port; 0 takes a free one",
      EADDRNOTAVAIL: "another --host",
      ENOTFOUND: "another --host",
    };
    const choose = advice[code as keyof typeof advice];
    console.error(
      choose
        ? `${message}. Choose ${choose}.`
        : usage
          ? `${message}\nphone-agent-api mock --help tells more.`
          : message,
    );
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
    help: { type: "boolean", short: "h", default: false },
  } as const;
  return parseArgs({ args, options }).values;
}

async function serve(values: Values): Promise<void> {
  // Whoever started it may have stopped listening. That is no reason to stop answering.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const starting = startMock(settings(values));
  // Watched from before they are read: an edit in between would never be seen.
  for (const file of new Set([values.contract, values.examples ?? values.contract])) {
    watchFile(file, { interval: 250, persistent: false }, () =>
      starting.then(
        (mock) => reload(mock, file, values["log-level"] === "silent"),
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
  onEnd(stop);
}

async function reload(mock: Mock, file: string, silent: boolean): Promise<void> {
  try {
    await mock.reload();
    if (!silent) console.error(`Read ${file} again.`);
  } catch (error) {
    if (!silent) console.error(`${(error as Error).message}\nThe mock goes on with what it had.`);
  }
}

function settings(values: Values): MockOptions {
  const port = readPort(values.port);
  const logLevel = values["log-level"] as LogLevel;
  if (!logLevels.includes(logLevel)) throw new TypeError(`--log-level is one of ${logLevels.join(", ")}.`);
  const { host, contract, examples, prefer } = values;
  const names = values["junk-input-name"].map(inputName);
  const junkInboxInputNames = Object.fromEntries(names) as JunkInboxInputNames;
  if (names.length > Object.keys(junkInboxInputNames).length) {
    throw new TypeError("--junk-input-name can be given once for each KIND.");
  }
  return { port, host, contract, prefer, logLevel, junkInboxInputNames, ...(examples !== undefined && { examples }) };
}

function inputName(text: string): [string, string] {
  const [, kind = "", name = ""] = /^(paginate|pageNumber|pageSize|unreadOnly)=(.+)$/.exec(text) ?? [];
  if (name === "") {
    throw new TypeError("--junk-input-name takes KIND=NAME. KIND: paginate, pageNumber, pageSize, unreadOnly.");
  }
  return [kind, name];
}
