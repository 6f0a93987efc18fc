import { OptionError } from "../core/options.ts";
import { escapeText } from "../core/text.ts";
import { type MockOptions, startMock } from "../mock/index.ts";
import { printTable } from "../mock/log.ts";
import { junkInboxInputs } from "../openapi/junk-inbox.ts";
import { onShutdown } from "../platform/signals.ts";
import { readArguments, readInteger, readNames } from "./arguments.ts";
import { describeOptionError, fail } from "./exit.ts";
import { mockExitCodes, mockOptions } from "./mock-options.ts";

const command = {
  name: "phone-agent-api mock",
  summary: "Serves a mock of the API, from its contract.",
  options: mockOptions,
  details: [
    `Preferences, here or in the Prefer header of a request, separated by commas:
  example=NAME, code=503, dynamic=true, delay=MS, fault=reset|stall|truncate|garbage, times=N
  NAME is an example of the operation or a failure of --examples. The response lists what was applied in
  Preference-Applied. Standard preferences (return, wait, handling, respond-async …) are ignored, others rejected.
  Where you can't send headers, put preferences in the query, after two underscores: ?__code=503

Examples for curl and Python. URL is that of an operation, with any token in it:
  curl -H 'Prefer: code=503, times=2' -H 'Mock-Run: my-test' URL
  urllib.request.urlopen(urllib.request.Request(URL, headers={"Prefer": "delay=500"}))

Plan the steps of an operation, for code that can't send headers; each test run goes through them. A step has the
preferences as keys, and may have body, headers and for (a path value, or values by parameter or JSON pointer into the
body):
  curl -X PUT http://127.0.0.1:4010/__mock/on/listTokens -d '["code=503, times=2", {"example": "empty"}]'
  curl -X PUT http://127.0.0.1:4010/__mock/on/getWebhookRelay -d '{"for": "RELAY_TYPE", "code": 404}'
  curl -X PUT http://127.0.0.1:4010/__mock/on/POST%20/api/v2/example -d '{"for": {"/a": 1}, "body": {"b": 2}}'
  curl -X DELETE http://127.0.0.1:4010/__mock/on/listTokens
They apply to all test runs; with ?run=NAME they apply to one, and precede those for all.

Read the journal and the coverage, or delete the journal, which also restarts sequences; ?run=NAME selects one test run.
The journal has requests without their credentials:
  curl 'http://127.0.0.1:4010/__mock/journal?run=my-test'
  curl http://127.0.0.1:4010/__mock/coverage
  curl -X DELETE http://127.0.0.1:4010/__mock/journal
Wait for the mock in a script with GET or HEAD /__mock/health.
Send a body as a webhook would to this machine, or to a host of --allow-host; the response has what was sent, and the
receiver's status. A webhook that the contract declares, so far none, is sent with its first example, or with "example":
  curl http://127.0.0.1:4010/__mock/webhooks/NAME -d '{"url": "http://127.0.0.1:3000/hook", "body": {"any": "JSON"}}'

In CI, without npx or npm run, which don't pass SIGTERM on to the mock:
  node_modules/.bin/phone-agent-api mock --require-coverage & mock=$!
  # your tests
  kill $mock; wait $mock
or read "untouched" of /__mock/coverage before the end: the operations that weren't called.`,
  ],
  exitCodes: mockExitCodes,
};

export async function runMock(args: string[]): Promise<void> {
  const { values } = readArguments(command, args);
  const { host, contract, examples, prefer, strict, json, "log-level": logLevel } = values;
  const mock = await startMock({
    port: readInteger("--port", values.port, 0, 65_535),
    junkInboxInputNames: readNames(
      "--junk-input-name",
      values["junk-input-name"],
      Object.keys(junkInboxInputs),
    ),
    host,
    allowHosts: values["allow-host"],
    contract,
    prefer,
    strict,
    watch: true,
    logLevel,
    examples,
  } as MockOptions).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof OptionError) fail(describeOptionError(error));
    return fail(error.message, 1);
  });
  // Before the mock reports that it is ready: the reader may stop it at once.
  onShutdown(async () => {
    await mock.close();
    const coverage = mock.coverage();
    if (logLevel === "info") printTable(coverage);
    const untouched = values["require-coverage"] ? coverage.untouched : [];
    if (untouched.length === 0) process.exit(0);
    console.error(escapeText(`Not called: ${untouched.join(", ")}.`));
    process.exit(1);
  });
  if (json) console.log(JSON.stringify({ url: mock.url, port: mock.port, pid: process.pid }));
  else if (logLevel !== "silent")
    console.error(`The mock listens on ${mock.url}. Press Ctrl-C to stop it.`);
}
