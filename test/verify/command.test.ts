import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { runVerify } from "../../src/verify/command.ts";
import { runHere } from "../command.ts";
import { cli, started } from "../mock/command.ts";
import { type Faults, listening, service } from "./service.ts";
import { entry, file, har } from "./traffic/files.ts";

const token = "tok-right";
const documented = Object.keys(operations).length;

/** Starts a process of the command. */
function start(...args: string[]) {
  const { PHONE_AGENT_BASE_URL: _, ...env } = process.env;
  return started([cli, "verify", ...args], { ...env, PHONE_AGENT_TOKEN: token });
}

/** Runs to the end. Whatever it prints, the token is never in it. */
async function ended(args: readonly string[], env: { PHONE_AGENT_TOKEN?: string } = { PHONE_AGENT_TOKEN: token }) {
  const unset = { PHONE_AGENT_BASE_URL: undefined, PHONE_AGENT_TOKEN: undefined };
  const ending = await runHere(runVerify, args, { ...unset, ...env });
  expect(ending.output).not.toContain(token);
  return ending;
}

const live = (url: string, ...args: string[]) => ended(["--base-url", url, "--pause", "0", ...args]);

const page = entry({ url: "/api/v2/junkConversations?token=t", body: fixtures.listJunkInbox.empty });

describe("a running service", () => {
  const faults: Faults = [{ operation: "listTokens", plant: ({ body }) => (body.tokens[0].userId = "7") }];

  test("that keeps to the contract: 0, a line for each request, and a report", async () => {
    const { url, received } = await service();
    const { exitCode, stdout, stderr } = await live(url);
    expect(exitCode).toBe(0);
    // Of the operations that became known later, the service has none.
    const paths = new Set(received.filter((line) => /tokens|junkConversations|webhookRelay/.test(line)));
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

  test("that drifts: 1, with the place, the contract and the type that was seen", async () => {
    const { url } = await service(faults);
    const { exitCode, stdout } = await live(url);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("✗ body /tokens/*/userId, contract: must be integer; seen: string, once");
  });

  test("new facts are reported, and fail only with --fail-on new", async () => {
    const { url } = await service();
    expect((await live(url, "--fail-on", "new")).exitCode).toBe(1);
  });

  test("--dry-run sends nothing and needs no token", async () => {
    const { url, received } = await service();
    const { exitCode, stdout } = await ended(
      ["--base-url", url, "--dry-run", "--include", "deleteSipRegistration"],
      {},
    );
    expect([exitCode, received]).toEqual([0, []]);
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

  test("a path value that would reach another operation is not sent", async () => {
    const { url, received } = await service();
    const { stderr } = await live(url, "--value", "type=types");
    expect(stderr).toContain("GET /api/v2/webhookRelay/{type}: not sent, since its value would reach something else.");
    expect(received.filter((line) => line.endsWith("/types"))).toHaveLength(1);
  });

  test("--max-requests ends the run, which is then incomplete", async () => {
    const { url, received } = await service();
    const { exitCode, stdout } = await live(url, "--max-requests", "2");
    expect([exitCode, received.length]).toEqual([3, 2]);
    expect(stdout).toContain("Stopped after --max-requests 2. Until then, nothing was contradicted");
  });

  test("without a terminal, nothing is deleted and no token asked for", async () => {
    const { url, received } = await service();
    expect((await live(url, "--include", "deleteSipRegistration")).exitCode).toBe(2);
    expect((await ended(["--base-url", url], {})).stderr).toContain("set PHONE_AGENT_TOKEN");
    expect(received).toEqual([]);
  });

  test("only --probe-auth sends requests without the right token, and says what came of them", async () => {
    const { url } = await service();
    const { stdout } = await live(url, "--probe-auth");
    expect(stdout).toContain("+ token, contract: required; seen: 401 without a token, once");
    expect(stdout).toContain("+ token, contract: required; seen: 401 with a wrong token, once");
    const open = await listening((_, response) => response.setHeader("content-type", "application/json").end("{}"));
    const accepted = await live(open, "--probe-auth");
    expect(accepted.stdout).toContain("✗ token, contract: required; seen: 200 without a token, once");
  });

  test("Ctrl-C leaves the report of what was seen", async () => {
    const { url } = await service();
    const { printed, until, code, child } = start("--base-url", url, "--pause", "100000");
    await until(() => printed.stderr.includes("GET /api/v2/tokens: 200"));
    child.kill("SIGINT");
    expect(await code).toBe(3);
    expect(printed.stdout).toMatch(
      /^Could not verify\. Interrupted\. Until then, nothing was contradicted in 1 exchange /,
    );
  });
});

describe("a hostile service ends in a clear line", () => {
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
    [
      "fails with 10 MB",
      "Could not verify. No body of a success was compared: status 500 ×",
      (_, response) => response.writeHead(500, json).end(JSON.stringify("x".repeat(10_000_000))),
    ],
    [
      "fails with 40 MB",
      "Could not verify. No body of a success was compared: status 500 ×",
      (_, response) => response.writeHead(500, json).end(JSON.stringify("x".repeat(40_000_000))),
    ],
    [
      "echoes the token everywhere",
      "contradictions in",
      ({ url }, response) => {
        const echoed = new URL(url ?? "", "http://service").searchParams.get("token") ?? "";
        const body = {
          ...fixtures.listTokens["every-field"],
          success: echoed,
          [echoed]: { [echoed]: echoed },
          rooms: [{ [echoed]: 1 }],
        };
        response.writeHead(200, echoed, {
          "content-type": `application/json; ${echoed}`,
          "set-cookie": echoed,
          location: echoed,
        });
        response.end(JSON.stringify(body));
      },
    ],
  ])("%s", async (name, line, handle) => {
    const timeout = name.startsWith("never") ? "300" : "30000";
    const { exitCode, stdout } = await live(
      await listening(handle),
      "--timeout",
      timeout,
      "--value",
      "type=sms",
      "--max-requests",
      "9",
    );
    expect(stdout).toContain(line);
    expect(exitCode).toBe(line.startsWith("Could") ? 3 : 1);
  });

  test("nobody listens there", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
    const { exitCode, stdout } = await live(url);
    expect(exitCode).toBe(3);
    expect(stdout).toContain("No complete response (ECONNREFUSED).");
  });
});

describe("recorded traffic", () => {
  test("of every kind is read, and nothing is sent", async () => {
    const journal = file(
      "journal.json",
      JSON.stringify([{ method: "GET", path: "/api/v2/tokens", status: 200, source: "tester" }]),
    );
    const files = [
      ...["--har", file("a.har", har(page)), "--har", file("b.har", har(page, page))],
      ...["--ndjson", file("c.ndjson", JSON.stringify(page)), "--journal", journal],
    ];
    const { exitCode, stdout } = await ended(files, {});
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Not contradicted in 5 exchanges of 2 of ${documented} operations; bodies compared of 1.`);
    expect(stdout).toContain("unverified: not recorded ×1");
  });

  test("with nothing of the service never looks like success: 3, and each ignored entry has its reason", async () => {
    const other = entry({ url: "https://other.example/x" });
    const traffic = file(
      "a.har",
      har(other, other, entry({ url: "/api/v2/nothing" }), other, entry({ method: "PUT" })),
    );
    const { exitCode, stdout } = await ended(["--har", traffic], {});
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^Could not verify\. Nothing was compared\./);
    expect(stdout).toContain("×3 in a.har: no /api/v2/ in the path. Entries 1-2, 4");
    expect(stdout).toContain("×1 in a.har: No operation of the contract has this path. Entries 3");
    expect(stdout).toContain("×1 in a.har: No operation of the contract has this method on this path. Entries 5");
  });
});

test("control characters in a file's name reach no report", async () => {
  const traffic = file("a\u001b[31m\u0007`|\n\u202e.har", har(entry({ url: "https://other.example/x" }), page));
  for (const format of ["text", "json", "markdown", "junit", "sarif"]) {
    const { exitCode, stdout, stderr } = await ended(["--har", traffic, "--format", format], {});
    expect(exitCode).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\\u001b/);
  }
});

describe("the formats of the report", () => {
  const broken = entry({
    url: "/api/v2/junkConversations?a=1",
    body: { ...fixtures.listJunkInbox.empty, pageSize: "<&\"'>" },
  });
  const report = async (format: string) => {
    const output = join(file("report", ""), "..", `report.${format}`);
    const { exitCode, stdout, stderr } = await ended(
      ["--har", file("a.har", har(broken)), "--format", format, "--output", output],
      {},
    );
    expect([exitCode, stdout, stderr]).toEqual([
      1,
      "",
      `1 contradiction in 1 exchange of 1 of ${documented} operations; bodies compared of 1.\n`,
    ]);
    return readFileSync(output, "utf8");
  };
  const text = "body /pageSize, contract: must be integer; seen: string";

  test("JSON has the facts, the coverage and the exit code", async () => {
    const { findings, exitCode, operations } = JSON.parse(await report("json"));
    expect(exitCode).toBe(1);
    expect(findings[0]).toEqual({
      ...{ kind: "contradiction", operation: "listJunkInbox", place: "body", pointer: "/pageSize" },
      ...{ contract: "must be integer", seen: "string", times: 1 },
    });
    expect(operations.listTokens).toMatchObject({ outcome: "unverified", reason: "no exchange" });
    expect(operations.listJunkInbox).toMatchObject({
      ...{ outcome: "verified", exchanges: 1, compared: 1 },
      responses: { "2XX": 1, default: 0 },
      statuses: { 200: 1 },
    });
  });

  test("Markdown has a table for each part", async () => {
    const markdown = await report("markdown");
    expect(markdown).toContain(`| \`listJunkInbox\` | ${text} | once |`);
    expect(markdown).toMatch(/\| `listTokens` \| unverified \| 0 \|.*\| no exchange \|/);
  });

  test("JUnit has one failed test case for the contradiction, and skipped ones for what wasn't verified", async () => {
    const xml = await report("junit");
    expect(xml).toContain(`tests="${documented}" failures="1" errors="0" skipped="${documented - 1}"`);
    expect(xml).toContain(
      `<testcase classname="verify" name="listJunkInbox: body /pageSize"><failure message="${text}, once"/></testcase>`,
    );
    expect(xml).toContain(`<testcase classname="verify" name="listTokens"><skipped message="no exchange"/></testcase>`);
  });

  test("SARIF has a result for each finding, and a notification for what was not verified", async () => {
    const { version, runs } = JSON.parse(await report("sarif"));
    expect(version).toBe("2.1.0");
    expect(runs[0].results[0]).toMatchObject({
      ...{ ruleId: "contradiction", level: "error", occurrenceCount: 1 },
      message: { text: `listJunkInbox: ${text}, once.` },
    });
    expect(runs[0].invocations[0].toolExecutionNotifications).toContainEqual({
      ...{ level: "warning", message: { text: "listTokens, unverified: no exchange." } },
    });
  });
});

describe("a mistake of the user's gets one sentence", () => {
  test.each([
    [[], "Missing base URL: pass --base-url or set PHONE_AGENT_BASE_URL."],
    [["--base-url", "http://service.example.com"], "Use HTTPS or set PHONE_AGENT_ALLOW_INSECURE_HTTP=1."],
    [
      ["--base-url", "https://a.example/?token=x"],
      "--base-url must be an absolute HTTP URL without /api/v2, credentials, query or fragment.",
    ],
    [["--token", "x"], "The token isn't an option: others can see options. Set PHONE_AGENT_TOKEN."],
    [["--har", "/nowhere.har"], "Cannot read /nowhere.har: no such file."],
    [["--har", "/"], "Cannot read /: it is a folder."],
    [["--har", "/no\u001b[31m\u202e.har"], "Cannot read /no\ufffd[31m\ufffd.har: no such file."],
    [["--no\u001b[31m"], "Unknown option '--no\ufffd[31m'"],
    [["--journal", file("j", "{}")], "it contains no JSON array."],
    [["--har", "a", "--probe-auth"], "--probe-auth is for requests; with recorded traffic, none is sent."],
    [["--har", "a", "--base-url", "service"], "--base-url must be an absolute HTTP URL without query or fragment."],
    [["--format", "pdf"], "--format must be one of text, json, markdown, junit, sarif."],
    [["--fail-on", "old"], "--fail-on takes one word: new."],
    [["--include", "listTokens"], "--include takes only deleteSipRegistration."],
    [["--pause", "soon"], "--pause must be an integer from 0 to 9999999."],
    [["--max-requests", "0"], "--max-requests must be an integer from 1 to 9999999."],
    [["--value", "sms"], "--value takes NAME=VALUE."],
    [["--value", "type=.."], "--value type must not be a dot segment or have control characters."],
    [["--junk-input-name", "size=a"], "--junk-input-name takes KIND=NAME."],
    [
      ["--har", file("a.har", har(page)), "--output", "/nowhere/report"],
      "Cannot write the report (ENOENT). Choose another --output.",
    ],
    [["secret"], "Unexpected argument."],
  ])("%j", async (args, sentence) => {
    const { exitCode, stderr } = await ended(args, {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
  });
});

test.each(["--help", "-h"])("%s shows every option", async (flag) => {
  const { exitCode, stdout } = await ended([flag], {});
  expect(exitCode).toBe(0);
  for (const word of ["--base-url", "--har", "--value", "--dry-run", "--include", "--fail-on new", "exit code"]) {
    expect(stdout).toContain(word);
  }
});
