import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { operations } from "#generated/operations.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";
import { verifyHar, verifyRecording } from "./recorded.ts";

const operationCount = Object.keys(operations).length;
const formats = ["text", "json", "markdown", "junit", "sarif"];
const inbox = "/api/v2/junkConversations?token=t";
const page = entry({ url: inbox, body: fixtures.listJunkInbox.empty });
const failure = entry({ url: inbox, status: 500, body: {} });
const bodiless = entry({ url: inbox, content: { size: 120 } });
const wrong = entry({ url: inbox, body: { ...fixtures.listJunkInbox.empty, pageSize: "<&\"'>" } });
const foreign = entry({ url: "https://other.example/x" });
const mockPage = entry({
  url: inbox,
  headers: { "Mock-Source": "contract" },
  body: fixtures.listJunkInbox.empty,
});
const line = JSON.stringify(page);
const request = {
  method: "GET",
  path: "/api/v2/webhookRelay/types",
  query: { limit: "3" },
  source: "tester",
};
const journal = JSON.stringify([200, 401, 503].map((status) => ({ ...request, status })));

test.each<[string, number, RegExp, content: string, option?: string]>([
  [
    "a success",
    0,
    /^The service agrees with the contract, as far as it was checked: 1 request to 1 of /,
    har(page),
  ],
  [
    "a contradiction",
    1,
    /^The service contradicts the contract in 1 way: 1 request to 1 of /,
    har(wrong),
  ],
  [
    "the mock's requests",
    3,
    /No successful response body could be checked: not recorded ×3\.$/,
    journal,
    "--journal",
  ],
  ["what the mock responded", 3, /Nothing was compared\.$/, har(mockPage, mockPage)],
  ["a part of a HAR", 3, /a\.har breaks off: record it again\./, har(page, page).slice(0, -30)],
  [
    "a line that isn't JSON",
    3,
    /a\.har has an entry that isn't JSON: record it again\. Until then, the service agreed with the contract: 2 requests /,
    `${line}\n{\n${line}`,
    "--ndjson",
  ],
  [
    "a contradiction and a part",
    1,
    /^The service contradicts the contract in 1 way: .*a\.har breaks off: record it again\.$/,
    har(wrong, wrong).slice(0, -30),
  ],
])("a recording of %s ends with %i", async (_, code, sentence, content, option = "--har") => {
  const { exitCode, stdout } = await verifyRecording(option, content);
  expect([exitCode, stdout.split("\n")[0]]).toEqual([code, expect.stringMatching(sentence)]);
});

test("files of every format are read together", async () => {
  const otherFiles = [
    ...["--har", writeTemporaryFile("b.har", har(page, page))],
    ...["--ndjson", writeTemporaryFile("c.ndjson", line)],
    ...["--journal", writeTemporaryFile("j", journal)],
  ];
  const { exitCode, stdout } = await verifyHar(har(page), ...otherFiles);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    `as far as it was checked: 7 requests to 2 of ${operationCount} operations, 1 of them checked down to the body.`,
  );
});

test("each entry is used, or ignored for a reason", async () => {
  const item = (value: object) => ({ ...entry({}), ...value });
  const entries = [
    ...[page, page, failure, bodiless, entry({ url: "/api/v2/nothing" }), foreign, mockPage],
    ...[
      entry({ method: "OPTIONS" }),
      entry({ method: "HEAD" }),
      entry({ status: 304 }),
      entry({ status: 101 }),
    ],
    ...[item({ _fromCache: "disk" }), item({ _resourceType: "websocket" }), { request: {} }],
    ...[entry({ status: 0, error: "x" }), foreign],
  ];
  const { stdout } = await verifyHar(har(...entries), "--format", "json");
  const report = JSON.parse(stdout);
  expect([report.entries, report.exchanges]).toEqual([entries.length, 4]);
  expect(report.operations.listJunkInbox.exchanges).toBe(4);
  const ignored = report.ignored.map(
    ({ reason, entries }: { reason: string; entries: number[] }) => [reason, entries],
  );
  expect(ignored).toEqual([
    ["No operation of the contract has this method and path.", [5]],
    ["no /api/v2/ in the path", [6, 16]],
    ["the mock responded, not the service", [7]],
    ["a preflight", [8]],
    ["HEAD has no body to compare", [9]],
    ["the response came from a cache", [10, 12]],
    ["a socket", [11, 13]],
    ["not a recorded request", [14]],
    ["aborted before a response", [15]],
  ]);
});

describe("a recording of several hosts", () => {
  const tokensAt = (host: string) =>
    entry({ url: `https://${host}/api/v2/tokens`, body: fixtures.listTokens["every-field"] });
  const otherList = {
    ...tokensAt("other.example"),
    response: entry({ body: { users: [] } }).response,
  };
  const content = har(tokensAt("prod.example"), otherList, otherList);

  test("ends with 2, and asks for one", async () => {
    const { exitCode, stdout, stderr } = await verifyHar(content);
    const question = "Several services have /api/v2/ in their paths. Choose one:\n  --base-url ";
    expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(question)]);
  });

  test("is judged for one", async () => {
    const { exitCode, stdout } = await verifyHar(content, "--base-url", "https://prod.example");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "Entries: 3 (1 used, 2 ignored)\n    ×2 in a.har: another host. Entries 2, 3\n",
    );
  });

  test("or of none with the contract's paths ends with 3, and lists them without what they contain", async () => {
    const url = "http://user:pw@b.example:81/Margaret/x";
    const { exitCode, stderr, output } = await verifyHar(har(entry({ url })));
    const list = "option for their address:\n  --base-url http://b.example:81  (requests: 1)";
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(list)]);
    expect(output).not.toMatch(/Margaret|pw/);
    const below = await verifyHar(har(foreign), "--base-url", "https://service.example.com");
    expect(below.stderr).toMatch(/^No request is below the base URL\. /);
  });
});

test("a Postman collection is verified as other traffic is, with its variables", async () => {
  const body = JSON.stringify(fixtures.listTokens["every-field"]);
  const collection = JSON.stringify({
    info: { schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: [
      { request: "{{host}}/tokens", response: [{ code: 200, body }] },
      { request: "{{host}}/tokens" },
    ],
  });
  const { exitCode, stderr } = await verifyRecording("--postman", collection);
  expect([exitCode, stderr]).toEqual([
    3,
    expect.stringContaining("  --variable host=URL  (requests: 1)"),
  ]);
  const verified = await verifyRecording(
    "--postman",
    collection,
    "--variable",
    "host=https://a.example/api/v2",
  );
  expect(verified.exitCode).toBe(0);
  expect(verified.stdout).toContain("×1 in a.har: a request without a saved response. Entries 2");
  const environment = {
    values: [{ key: "host", value: "https://b.example/api/v2", enabled: true }],
  };
  const file = writeTemporaryFile("e.json", JSON.stringify(environment));
  expect(
    (await verifyRecording("--postman", collection, "--postman-environment", file)).exitCode,
  ).toBe(0);
});

test("the mock's requests show their inputs, and no status", async () => {
  const { stdout } = await verifyRecording("--journal", journal, "--format", "json");
  const { findings, operations: reportedOperations } = JSON.parse(stdout);
  expect(findings).toEqual([
    expect.objectContaining({ kind: "new", place: "query", pointer: "limit", times: 3 }),
  ]);
  const { statuses, responses, notCompared } = reportedOperations.listWebhookRelayTypes;
  expect([statuses, responses["2XX"], notCompared]).toEqual([{}, 0, { "not recorded": 3 }]);
});

test("a recording prints the number of entries read every two seconds", async () => {
  let now = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 2_100));
  onTestFinished(() => clock.mockRestore());
  expect((await verifyHar(har(page, page, page, page, page))).stderr).toMatch(
    /^a\.har: \d entries read …\n/,
  );
});

test("a report has the number of ignored entries, and the places of the first twenty", async () => {
  const { stdout } = await verifyHar(har(...Array(25).fill(foreign)));
  expect(stdout).toMatch(/×25 in a\.har: .+ Entries 1, 2, .+, 20, …/);
});

describe.each(formats)("a report as %s", (format) => {
  test("contains what was ignored, and why the recording is incomplete", async () => {
    const entries = har(page, foreign, entry({ method: "PUT" }), foreign, page).slice(0, -30);
    const { stdout } = await verifyHar(entries, "--format", format);
    const text = stdout.replaceAll("\\", "");
    expect(text).toContain("a.har breaks off: record it again.");
    for (const reason of [
      "no /api/v2/ in the path",
      "No operation of the contract has this method and path.",
    ]) {
      expect(text).toContain(reason);
    }
    if (format !== "json")
      expect(text).toContain("×2 in a.har: no /api/v2/ in the path. Entries 2, 4");
  });

  test("contains no control characters of a file's name", async () => {
    const file = writeTemporaryFile("a\u001b[31m\u0007`|\n\u202e.har", har(foreign, page));
    const { exitCode, output } = await runHere(runVerify, ["--har", file, "--format", format]);
    expect(exitCode).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\\u001b/);
  });
});

describe("one run with several --output writes, by the endings of their files, beside text on the terminal", () => {
  const folder = mkdtempSync(join(tmpdir(), "reports-"));
  const read = (name: string) => readFileSync(join(folder, name), "utf8");

  beforeAll(async () => {
    const files = ["report.json", "junit.xml", "report.sarif", "report.md", "report"];
    const outputs = files.flatMap((file) => ["--output", join(folder, file)]);
    const { exitCode, stdout, stderr } = await verifyHar(har(wrong), ...outputs);
    const sentence = `The service contradicts the contract in 1 way: 1 request to 1 of ${operationCount} operations, 1 of them checked down to the body.\n`;
    expect([exitCode, stdout, stderr]).toEqual([1, expect.stringContaining(sentence), ""]);
    expect(read("report")).toBe(stdout);
  });

  const text = "body /pageSize, contract: must be integer; seen: string";

  test("JSON with the findings, the coverage and the exit code", () => {
    const { findings, exitCode, operations } = JSON.parse(read("report.json"));
    expect(exitCode).toBe(1);
    const place = { operation: "listJunkInbox", place: "body", pointer: "/pageSize" };
    const sides = { contract: "must be integer", seen: "string", times: 1 };
    expect(findings[0]).toEqual({ kind: "contradiction", ...place, ...sides });
    expect(operations.listTokens).toMatchObject({ outcome: "unverified", reason: "no exchange" });
    expect(operations.listJunkInbox).toMatchObject({
      outcome: "verified",
      exchanges: 1,
      compared: 1,
      responses: { "2XX": 1, default: 0 },
      statuses: { 200: 1 },
    });
  });

  test("Markdown with a list of the operations, and their findings and reasons below them", () => {
    const markdown = read("report.md");
    expect(markdown).toMatch(
      /^# Verification\n\n\*\*The service contradicts the contract in 1 way: /,
    );
    expect(markdown).toMatch(/^- ✗ listJunkInbox {2}GET /m);
    expect(markdown).toContain(`\n  - ✗ ${text}, once\n`);
    expect(markdown).toContain("exchanges ×1; responses 2XX ×1, −default; statuses 200 ×1");
    expect(markdown).toMatch(/^- − listTokens .+\n {2}- unverified: no exchange$/m);
  });

  test("JUnit with a test case for each operation and the verification", () => {
    const xml = read("junit.xml");
    expect(xml).toContain(
      `tests="${operationCount + 1}" failures="1" errors="0" skipped="${operationCount - 1}"`,
    );
    const testCase = `<testcase classname="verify" name=`;
    expect(xml).toContain(
      `${testCase}"listJunkInbox"><failure message="${text}, once"/></testcase>`,
    );
    expect(xml).toContain(`${testCase}"listTokens"><skipped message="no exchange"/></testcase>`);
  });

  test("SARIF with a result for each finding, and a notification for each unverified operation", () => {
    const { $schema, version, runs } = JSON.parse(read("report.sarif"));
    expect([$schema, version]).toEqual(["https://json.schemastore.org/sarif-2.1.0.json", "2.1.0"]);
    const message = { text: `listJunkInbox: ${text}, once.` };
    const lines = readFileSync("test/frozen/openapi.yaml", "utf8").split("\n");
    const startLine = 1 + lines.findIndex((line) => line.endsWith("operationId: listJunkInbox"));
    const physicalLocation = {
      artifactLocation: { uri: "test/frozen/openapi.yaml" },
      region: { startLine },
    };
    expect(runs[0].results[0]).toMatchObject({
      ruleId: "contradiction",
      level: "error",
      occurrenceCount: 1,
      message,
    });
    expect(runs[0].results[0].locations).toMatchObject([{ physicalLocation }]);
    expect(runs[0].invocations[0].toolExecutionNotifications).toContainEqual({
      level: "warning",
      message: { text: "listTokens, unverified: no exchange." },
    });
  });
});

test("--show-withheld shows names as text in a terminal, but neither the token nor what moves the cursor", async () => {
  const { isTTY } = process.stdout;
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
  });
  process.stdout.isTTY = true;
  const name = "Margaret\u001b[2J\u202e";
  const body = { ...fixtures.listJunkInbox.empty, [name]: 1, "status-page-user": 1, rooms: ["x"] };
  const content = har(entry({ url: "/api/v2/junkConversations?token=status-page-user", body }));
  const { output } = await verifyHar(content, "--show-withheld");
  expect(output).toContain(
    "+ body /Margaret\\u{1b}[2J\\u{202e}, contract: no such field; seen: integer",
  );
  expect(output).toContain("+ body /*, contract: no such field; seen: integer");
  expect(output).toContain("✗ body /rooms/*, contract: must be object");
  expect((await verifyHar(content)).output).not.toContain("Margaret");
  const refusal = {
    exitCode: 2,
    output: expect.stringContaining("only as text in a terminal: leave out --format"),
  };
  for (const args of [
    ["--format", "json"],
    ["--output", "report.txt"],
  ])
    expect(await verifyHar(content, "--show-withheld", ...args)).toMatchObject(refusal);
  process.stdout.isTTY = false;
  expect(await verifyHar(content, "--show-withheld")).toMatchObject(refusal);
});

test("a required operation that isn't verified is an error of its own in JUnit and SARIF", async () => {
  const args = ["--require", "listTokens", "--require", "listJunkInbox"];
  const junit = await verifyHar(har(page), ...args, "--format", "junit");
  expect(junit.exitCode).toBe(3);
  const testCase = '<testcase classname="verify" name=';
  expect(junit.stdout).toContain(
    `${testCase}"listTokens"><error message="Required, but not verified: no exchange"/></testcase>`,
  );
  expect(junit.stdout).toContain(`${testCase}"verification"></testcase>`);
  expect(junit.stdout).toContain('failures="0" errors="1"');
  const sarif = await verifyHar(har(page), ...args, "--format", "sarif");
  const { toolExecutionNotifications } = JSON.parse(sarif.stdout).runs[0].invocations[0];
  const levelOf = (id: string) =>
    toolExecutionNotifications.find(({ message }: { message: { text: string } }) =>
      message.text.startsWith(`${id}, unverified`),
    )?.level;
  expect([levelOf("listTokens"), levelOf("getWebhookRelay")]).toEqual(["error", "warning"]);
});

describe("--baseline", () => {
  const baseline = writeTemporaryFile("baseline.json", "");
  const failOnNew = ["--fail-on", "new"];
  const args = [...failOnNew, "--baseline", baseline];
  const otherPage = entry({ url: inbox, body: { ...fixtures.listJunkInbox.empty, kind: "x" } });

  beforeAll(async () => {
    const { exitCode } = await verifyHar(
      har(page),
      ...failOnNew,
      "--format",
      "json",
      "--output",
      baseline,
    );
    expect(exitCode).toBe(1);
  });

  test("makes the new facts of an earlier report known, and no others", async () => {
    const known = await verifyHar(har(page), ...args);
    expect([known.exitCode, known.stdout]).toEqual([
      0,
      expect.stringContaining("+ status, contract: 2XX; seen: 200, once, in the baseline\n"),
    ]);
    expect(known.stdout).toMatch(/^.+ down to the body\. New facts known from the baseline: 1\.\n/);
    const { exitCode: code, stdout } = await verifyHar(har(page, otherPage), ...args);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^.+ It shows 1 fact that the contract doesn't have, which fail/),
    ]);
    expect(stdout).toContain("+ body /kind, contract: no such field; seen: string, once\n");
  });

  test("marks what is known in JSON, JUnit and SARIF, and a report with it is a baseline, too", async () => {
    const reportAs = async (format: string) =>
      (await verifyHar(har(page), ...args, "--format", format)).stdout;
    expect(JSON.parse(await reportAs("json")).findings).toMatchObject([
      { place: "status", known: true },
    ]);
    expect(await reportAs("junit")).toContain('failures="0"');
    expect(JSON.parse(await reportAs("sarif")).runs[0].results).toMatchObject([
      { baselineState: "unchanged" },
    ]);
    const next = writeTemporaryFile("next.json", await reportAs("json"));
    expect((await verifyHar(har(page), "--fail-on", "new", "--baseline", next)).exitCode).toBe(0);
  });

  test.each(["[]", "# Verification"])("refuses %j with one sentence", async (text) => {
    const file = writeTemporaryFile("other.json", text);
    const { exitCode, output } = await verifyHar(har(page), "--baseline", file);
    expect([exitCode, output]).toEqual([
      2,
      "--baseline takes a report that verify wrote with --format json.",
    ]);
  });
});
