import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { runVerify } from "../../src/verify/command.ts";
import { runHere } from "../command.ts";
import { cli, startNode } from "../mock/command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";
import { type Faults, listen, startService } from "./service.ts";

const token = "tok-right";
const operationCount = Object.keys(operations).length;

/** Starts a process of the command. */
function start(...args: string[]) {
  const { PHONE_AGENT_BASE_URL: _, ...env } = process.env;
  return startNode([cli, "verify", ...args], { ...env, PHONE_AGENT_TOKEN: token });
}

/** Runs the command to its end, and checks that its output doesn't contain the token. */
async function runToEnd(args: readonly string[], env: { PHONE_AGENT_TOKEN?: string } = { PHONE_AGENT_TOKEN: token }) {
  const unset = { PHONE_AGENT_BASE_URL: undefined, PHONE_AGENT_TOKEN: undefined };
  const ending = await runHere(runVerify, args, { ...unset, ...env });
  expect(ending.output).not.toContain(token);
  return ending;
}

const verifyLive = (url: string, ...args: string[]) => runToEnd(["--base-url", url, "--pause", "0", ...args]);

/** Returns a handler that fails with a body of this length, which is created once. */
function failWith(length: number): RequestListener {
  const body = Buffer.from(JSON.stringify("x".repeat(length)));
  return (_, response) => response.writeHead(500, { "content-type": "application/json" }).end(body);
}

const page = entry({ url: "/api/v2/junkConversations?token=t", body: fixtures.listJunkInbox.empty });

describe("a running service", () => {
  const faults: Faults = [{ operation: "listTokens", plant: ({ body }) => (body.tokens[0].userId = "7") }];

  test("that keeps to the contract gets exit code 0, a line for each request, and a report", async () => {
    const { url, requestLines } = await startService();
    const { exitCode, stdout, stderr } = await verifyLive(url);
    expect(exitCode).toBe(0);
    // Operations that are documented later get a 404 from this service.
    const paths = new Set(requestLines.filter((line) => /tokens|junkConversations|webhookRelay/.test(line)));
    expect([...paths]).toEqual([
      ...["GET /api/v2/tokens", "GET /api/v2/junkConversations", "GET /api/v2/webhookRelay/types"],
      ...["GET /api/v2/webhookRelay/sms", "GET /api/v2/webhookRelay/voice"],
    ]);
    expect(stderr.match(/GET \/api\/v2\/webhookRelay\/\{type\}: 200\n/g)).toHaveLength(2);
    expect(stdout).toMatch(/^Not contradicted in \d+ exchanges of \d+ of \d+ operations; bodies compared of 3\./);
    expect(stdout).toContain("unverified: the contract doesn't mark it as safe to retry");
    expect(stdout).toContain("in part: the shape of the body is unknown ×1");
    expect(stdout).not.toMatch(/sms|voice|Counterpart/);
  });

  test("that drifts gets exit code 1, and a finding with its place, the contract and the type in the response", async () => {
    const { url } = await startService(faults);
    const { exitCode, stdout } = await verifyLive(url);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("✗ body /tokens/*/userId, contract: must be integer; seen: string, once");
  });

  test("that shows new facts gets exit code 1 with --fail-on new", async () => {
    const { url } = await startService();
    expect((await verifyLive(url, "--fail-on", "new")).exitCode).toBe(1);
  });

  test("gets no request from --dry-run, which needs no token", async () => {
    const { url, requestLines } = await startService();
    const { exitCode, stdout } = await runToEnd(
      ["--base-url", url, "--dry-run", "--include", "deleteSipRegistration"],
      {},
    );
    expect([exitCode, requestLines]).toEqual([0, []]);
    const [first, ...requests] = stdout.trim().split("\n");
    expect(first).toBe("Would send these requests, 200 at most, 500 ms apart:");
    expect(requests).toEqual(
      expect.arrayContaining([
        ...["  GET /api/v2/tokens", "  GET /api/v2/junkConversations", "  GET /api/v2/webhookRelay/types"],
        "  GET /api/v2/webhookRelay/{type} for each relay type that the service lists",
      ]),
    );
    expect(requests).toContain("  DELETE /api/v2/sip/registration, once you have confirmed it");
  });

  test("gets no request whose path value would reach another operation", async () => {
    const { url, requestLines } = await startService();
    const { stderr } = await verifyLive(url, "--value", "type=types");
    expect(stderr).toContain("GET /api/v2/webhookRelay/{type}: not sent, since its value would reach something else.");
    expect(requestLines.filter((line) => line.endsWith("/types"))).toHaveLength(1);
  });

  test("that lists the relay types isn't said to need --value for them if the run stops after the list", async () => {
    const { url, requestLines } = await startService();
    await verifyLive(url);
    const count = requestLines.findIndex((line) => line.endsWith("/types")) + 1;
    const { stdout } = await verifyLive(url, "--max-requests", String(count));
    expect(stdout).toMatch(/getWebhookRelay .+\n {4}unverified: no exchange\n/);
  });

  test("gets at most --max-requests requests, and exit code 3 if there are more", async () => {
    const { url, requestLines } = await startService();
    const { exitCode, stdout } = await verifyLive(url, "--max-requests", "2");
    expect([exitCode, requestLines.length]).toEqual([3, 2]);
    expect(stdout).toContain("Stopped after --max-requests 2. Until then, nothing was contradicted");
  });

  test("gets no deletion without a terminal, and no request without a token", async () => {
    const { url, requestLines } = await startService();
    expect((await verifyLive(url, "--include", "deleteSipRegistration")).exitCode).toBe(2);
    expect((await runToEnd(["--base-url", url], {})).stderr).toContain("set PHONE_AGENT_TOKEN");
    expect(requestLines).toEqual([]);
  });

  test("gets requests without the right token by --probe-auth, and findings with their statuses", async () => {
    const { url } = await startService();
    const { stdout } = await verifyLive(url, "--probe-auth");
    expect(stdout).toContain("+ token, contract: required; seen: 401 without a token, once");
    expect(stdout).toContain("+ token, contract: required; seen: 401 with a wrong token, once");
    const open = await listen((_, response) => response.setHeader("content-type", "application/json").end("{}"));
    const accepted = await verifyLive(open, "--probe-auth");
    expect(accepted.stdout).toContain("✗ token, contract: required; seen: 200 without a token, once");
  });

  test("is reported up to the last response after Ctrl-C", async () => {
    const { url } = await startService();
    const { output, waitUntil, code, child } = start("--base-url", url, "--pause", "100000");
    await waitUntil(() => output.stderr.includes("GET /api/v2/tokens: 200"));
    child.kill("SIGINT");
    expect(await code).toBe(3);
    expect(output.stdout).toMatch(
      /^Could not verify\. Interrupted\. Until then, nothing was contradicted in 1 exchange /,
    );
  });
});

describe("verify reports the verdict in one line for a service that", () => {
  const json = { "content-type": "application/json" };
  test.each<[string, string, RequestListener]>([
    ["never responds", "Could not verify. The service can't be reached. Timed out after 300 ms.", () => {}],
    [
      "never ends a body",
      "Could not verify. The service can't be reached. Timed out after 300 ms.",
      (_, response) => void response.writeHead(200, json).write("["),
    ],
    [
      "closes the connection",
      "Could not verify. The service can't be reached. No complete response (UND_ERR_SOCKET).",
      (request) => request.socket.destroy(),
    ],
    [
      "redirects",
      "Could not verify. Every response was a redirect or a web page. Check --base-url.",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:9/?token=x" }).end(),
    ],
    [
      "is a web site",
      "Could not verify. Every response was a redirect or a web page. Check --base-url.",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    ],
    [
      "rejects the token",
      "Could not verify. Most responses had status 401 or 403. Check the token.",
      (_, response) => response.writeHead(401, json).end("{}"),
    ],
    ["fails with 10 MB", "Could not verify. No body of a success was compared: status 500 ×", failWith(10_000_000)],
    ["fails with 40 MB", "Could not verify. No body of a success was compared: status 500 ×", failWith(40_000_000)],
    [
      "echoes the token everywhere",
      "contradictions in",
      ({ url }, response) => {
        const sentToken = new URL(url ?? "", "http://service").searchParams.get("token") ?? "";
        const body = {
          ...fixtures.listTokens["every-field"],
          success: sentToken,
          [sentToken]: { [sentToken]: sentToken },
          rooms: [{ [sentToken]: 1 }],
        };
        response.writeHead(200, sentToken, {
          "content-type": `application/json; ${sentToken}`,
          "set-cookie": sentToken,
          location: sentToken,
        });
        response.end(JSON.stringify(body));
      },
    ],
  ])("%s", async (name, line, handle) => {
    const timeout = name.startsWith("never") ? "300" : "30000";
    const { exitCode, stdout } = await verifyLive(
      await listen(handle),
      "--timeout",
      timeout,
      "--value",
      "type=sms",
      "--max-requests",
      "999",
    );
    expect(stdout).toContain(line);
    expect(exitCode).toBe(line.startsWith("Could") ? 3 : 1);
  });

  test("isn't running", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
    const { exitCode, stdout } = await verifyLive(url);
    expect(exitCode).toBe(3);
    expect(stdout).toContain("No complete response (ECONNREFUSED). Check --base-url and the network.");
  });
});

describe("recorded traffic", () => {
  test("is read from files of every format, and needs no token", async () => {
    const journal = writeTemporaryFile(
      "journal.json",
      JSON.stringify([{ method: "GET", path: "/api/v2/tokens", status: 200, source: "tester" }]),
    );
    const files = [
      ...["--har", writeTemporaryFile("a.har", har(page)), "--har", writeTemporaryFile("b.har", har(page, page))],
      ...["--ndjson", writeTemporaryFile("c.ndjson", JSON.stringify(page)), "--journal", journal],
    ];
    const { exitCode, stdout } = await runToEnd(files, {});
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      `Not contradicted in 5 exchanges of 2 of ${operationCount} operations; bodies compared of 1.`,
    );
    expect(stdout).toContain("unverified: not recorded ×1");
  });

  test("without exchanges of the service gets exit code 3, and a reason for each ignored entry", async () => {
    const otherEntry = entry({ url: "https://other.example/x" });
    const traffic = writeTemporaryFile(
      "a.har",
      har(otherEntry, otherEntry, entry({ url: "/api/v2/nothing" }), otherEntry, entry({ method: "PUT" })),
    );
    const { exitCode, stdout } = await runToEnd(["--har", traffic], {});
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^Could not verify\. Nothing was compared\./);
    expect(stdout).toContain("×3 in a.har: no /api/v2/ in the path. Entries 1, 2, 4");
    expect(stdout).toContain("×2 in a.har: No operation of the contract has this method and path. Entries 3, 5");
  });
});

test("a recording prints the number of entries read every two seconds", async () => {
  let now = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 2_100));
  onTestFinished(() => clock.mockRestore());
  const { stderr } = await runToEnd(["--har", writeTemporaryFile("long.har", har(page, page, page, page, page))], {});
  expect(stderr).toMatch(/^long\.har: \d entries read …\n/);
});

test("a report has the number of ignored entries, and the places of the first twenty", async () => {
  const entries = Array.from({ length: 25 }, () => entry({ url: "https://other.example/x" }));
  const { stdout } = await runToEnd(["--har", writeTemporaryFile("many.har", har(...entries))], {});
  expect(stdout).toMatch(/×25 in many\.har: .+ Entries 1, 2, .+, 20, …/);
});

test("a report contains no control characters of a file's name", async () => {
  const traffic = writeTemporaryFile(
    "a\u001b[31m\u0007`|\n\u202e.har",
    har(entry({ url: "https://other.example/x" }), page),
  );
  for (const format of ["text", "json", "markdown", "junit", "sarif"]) {
    const { exitCode, stdout, stderr } = await runToEnd(["--har", traffic, "--format", format], {});
    expect(exitCode).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\\u001b/);
  }
});

describe("the formats of the report", () => {
  const broken = entry({
    url: "/api/v2/junkConversations?a=1",
    body: { ...fixtures.listJunkInbox.empty, pageSize: "<&\"'>" },
  });
  const report = async (format: string) => {
    const output = join(writeTemporaryFile("report", ""), "..", `report.${format}`);
    const { exitCode, stdout, stderr } = await runToEnd(
      ["--har", writeTemporaryFile("a.har", har(broken)), "--format", format, "--output", output],
      {},
    );
    expect([exitCode, stdout, stderr]).toEqual([
      1,
      "",
      `1 contradiction in 1 exchange of 1 of ${operationCount} operations; bodies compared of 1.\n`,
    ]);
    return readFileSync(output, "utf8");
  };
  const text = "body /pageSize, contract: must be integer; seen: string";

  test("JSON contains the findings, the coverage and the exit code", async () => {
    const { findings, exitCode, operations } = JSON.parse(await report("json"));
    expect(exitCode).toBe(1);
    expect(findings[0]).toEqual({
      kind: "contradiction",
      operation: "listJunkInbox",
      place: "body",
      pointer: "/pageSize",
      contract: "must be integer",
      seen: "string",
      times: 1,
    });
    expect(operations.listTokens).toMatchObject({ outcome: "unverified", reason: "no exchange" });
    expect(operations.listJunkInbox).toMatchObject({
      outcome: "verified",
      exchanges: 1,
      compared: 1,
      responses: { "2XX": 1, default: 0 },
      statuses: { 200: 1 },
    });
  });

  test("Markdown contains a list of the operations, and their findings and reasons below them", async () => {
    const markdown = await report("markdown");
    expect(markdown).toMatch(/^# Verification\n\n\*\*1 contradiction in /);
    expect(markdown).toMatch(/^- ✗ listJunkInbox {2}GET /m);
    expect(markdown).toContain(`\n  - ✗ ${text}, once\n`);
    expect(markdown).toMatch(/^- − listTokens .+\n {2}- unverified: no exchange$/m);
  });

  test("JUnit contains a failed test case for the contradiction, and a skipped one for each unverified operation", async () => {
    const xml = await report("junit");
    expect(xml).toContain(`tests="${operationCount}" failures="1" errors="0" skipped="${operationCount - 1}"`);
    expect(xml).toContain(
      `<testcase classname="verify" name="listJunkInbox: body /pageSize"><failure message="${text}, once"/></testcase>`,
    );
    expect(xml).toContain(`<testcase classname="verify" name="listTokens"><skipped message="no exchange"/></testcase>`);
  });

  test.each(["text", "json", "markdown", "junit", "sarif"])(
    "%s contains each reason for which entries were ignored",
    async (format) => {
      const otherEntry = entry({ url: "https://other.example/x" });
      const traffic = writeTemporaryFile("a.har", har(page, otherEntry, entry({ method: "PUT" }), otherEntry));
      const { stdout } = await runToEnd(["--har", traffic, "--format", format], {});
      const text = format === "markdown" ? stdout.replaceAll("\\", "") : stdout;
      if (format === "json") {
        expect(JSON.parse(text).ignored).toHaveLength(2);
      } else {
        expect(text).toContain("×2 in a.har: no /api/v2/ in the path. Entries 2, 4");
        expect(text).toContain("×1 in a.har: No operation of the contract has this method and path. Entries 3");
      }
    },
  );

  test("SARIF contains a result for each finding, and a notification for each unverified operation", async () => {
    const { version, runs } = JSON.parse(await report("sarif"));
    expect(version).toBe("2.1.0");
    expect(runs[0].results[0]).toMatchObject({
      ruleId: "contradiction",
      level: "error",
      occurrenceCount: 1,
      message: { text: `listJunkInbox: ${text}, once.` },
    });
    expect(runs[0].invocations[0].toolExecutionNotifications).toContainEqual({
      level: "warning",
      message: { text: "listTokens, unverified: no exchange." },
    });
  });
});

describe("verify exits with 2 and one sentence for the options", () => {
  test.each([
    [[], "Missing base URL: pass --base-url or set PHONE_AGENT_BASE_URL."],
    [["--base-url", "http://service.example.com"], "Use HTTPS or set PHONE_AGENT_ALLOW_INSECURE_HTTP=1."],
    [
      ["--base-url", "https://a.example/?token=x"],
      "--base-url must be an absolute HTTP URL without credentials, query or fragment.",
    ],
    [["--token", "x"], "The token isn't an option: others can see options. Set PHONE_AGENT_TOKEN."],
    [["--har", "/nowhere.har"], "Can't read /nowhere.har: no such file or directory."],
    [["--har", "/"], "Can't read /: it is a folder."],
    [["--har", "/no\u001b[31m\u202e.har"], "Can't read /no\ufffd[31m\ufffd.har: no such file or directory."],
    [["--no\u001b[31m"], "Unknown option '--no\ufffd[31m'"],
    [["--har", writeTemporaryFile("empty.har", "")], "it's empty."],
    [["--journal", writeTemporaryFile("j", "{}")], "it contains no JSON array."],
    [["--har", "a", "--probe-auth"], "--probe-auth is for requests; with recorded traffic, none is sent."],
    ...[
      "service",
      "https://a.example/api/v2",
      "https://a.example/x/api/v2/",
      "https://a.example/x/api/",
      "https://a.example/?x",
      "ftp://a.example",
    ].map((url): [string[], string] => [
      ["--har", "a", "--base-url", url],
      "--base-url must be an absolute HTTP URL without /api/v2 or its beginning, ",
    ]),
    [["--postman", "/nowhere.json"], "Can't read /nowhere.json: no such file or directory."],
    [["--postman", writeTemporaryFile("p", "{}")], "it isn't a Postman collection 2.0 or 2.1"],
    [["--har", "a", "--postman-environment", "/nowhere"], "Can't read /nowhere: no such file or directory."],
    [
      ["--har", "a", "--postman-environment", writeTemporaryFile("e", "{}")],
      "it isn't an environment that Postman exported.",
    ],
    [["--har", "a", "--variable", "host"], "--variable takes NAME=VALUE."],
    [["--variable", "host=x"], "--variable is for recorded traffic: pass a file, too."],
    [["--har", "a", "--contract", "/nowhere.yaml"], "Can't read /nowhere.yaml: "],
    [["--contract", "/nowhere.yaml"], "--contract is for recorded traffic: pass a file, too."],
    [["--server", "eu"], "The contract knows no address of the service, so --server has no names: leave it out."],
    [["--server", "eu", "--base-url", "https://a.example"], "Pass --base-url or --server, not both."],
    [["--output", ""], "--output must not be empty."],
    [["--format", "pdf"], "--format must be one of text, json, markdown, junit, sarif."],
    [["--fail-on", "old"], "--fail-on takes one word: new."],
    [["--include", "listTokens"], "--include takes only deleteSipRegistration."],
    [["--pause", "soon"], "--pause must be an integer from 0 to 9999999."],
    [["--max-requests", "0"], "--max-requests must be an integer from 1 to 9999999."],
    [["--value", "sms"], "--value takes NAME=VALUE."],
    [
      ["--dry-run", "--base-url", "http://127.0.0.1:9", "--value", "typ=sms"],
      "--value takes the name of a path value: ",
    ],
    [["--base-url", "http://127.0.0.1:9", "--value", "constructor=sms"], "--value takes the name of a path value: "],
    [["--value", "type=.."], "--value type must not be a dot segment or have control characters."],
    [["--value", "type=a\nb"], "--value type must not be a dot segment or have control characters."],
    [["--fail-on", ""], "--fail-on takes one word: new."],
    [["--junk-input-name", "pageNumber=token"], "--junk-input-name: none can be named token."],
    [["--junk-input-name", "size=a"], "--junk-input-name takes KIND=NAME."],
    [
      ["--har", writeTemporaryFile("a.har", har(page)), "--output", "/nowhere/report"],
      "Can't write the report: no such file or directory. Choose another --output.",
    ],
    [["secret"], "Unexpected argument: phone-agent-api verify takes options only."],
  ])("%j", async (args, sentence) => {
    const { exitCode, stderr } = await runToEnd(args, {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
  });
});

test("a wrong base URL is reported as the variable that has it", async () => {
  const { stderr } = await runHere(runVerify, [], { PHONE_AGENT_BASE_URL: "service", PHONE_AGENT_TOKEN: token });
  expect(stderr).toContain("PHONE_AGENT_BASE_URL must be an absolute HTTP URL without credentials, ");
});

test.each(["--help", "-h"])("%s shows every option", async (flag) => {
  const { exitCode, stdout } = await runToEnd([flag], {});
  expect(exitCode).toBe(0);
  for (const word of ["--base-url", "--har", "--value", "--dry-run", "--include", "--fail-on new", "Exit code"]) {
    expect(stdout).toContain(word);
  }
});
