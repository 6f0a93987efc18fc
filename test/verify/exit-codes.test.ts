import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { runVerify } from "../../src/verify/command.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";
import { listen, startService } from "./service.ts";

const token = "tok-right";
const json = { "content-type": "application/json" };

async function run(args: string[]) {
  const ending = await runHere(runVerify, args, { PHONE_AGENT_BASE_URL: undefined, PHONE_AGENT_TOKEN: token });
  expect(ending.output).not.toContain(token);
  const [sentence = ""] = ending.stdout.split("\n");
  return { sentence, ...ending };
}

const flags = ["--pause", "0", "--max-requests", "999"];
/** The options for a service that doesn't respond. Others get the default, since the machine may be busy. */
const timeout = ["--timeout", "1000"];
const respondWith =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, json).end(body);

const otherPaths = Object.values(operations)
  .filter(({ success }) => success?.media)
  .map(({ path }) => new RegExp(`^${path.replace(/{.+?}/g, "[^/]+")}([?]|$)`));

/** Handles requests for operations that return JSON, and responds to others with 404. */
const forJson =
  (handle: RequestListener): RequestListener =>
  (request, response) =>
    otherPaths.some((path) => path.test(request.url ?? ""))
      ? respondWith(404, "{}")(request, response)
      : handle(request, response);

const respondEndlessly: RequestListener = (_, response) => {
  response.writeHead(200, json);
  const chunk = Buffer.alloc(2 ** 20, " ");
  const writeChunks = (): void => {
    while (response.write(chunk));
  };
  response.on("drain", writeChunks);
  writeChunks();
};

/** Starts a service that responds to one operation with 404. */
const startServiceWithoutTokens = () =>
  startService([{ operation: "listTokens", plant: (reply) => (reply.status = 404) }]);

describe("a running service", () => {
  test.each<[string, number, RegExp, RequestListener]>([
    ["404s only", 3, /No body of a success was compared: status 404 ×\d+\. Check --base-url\./, respondWith(404, "{}")],
    ["500s only", 3, /No body of a success was compared: status 500 ×\d+\./, respondWith(500, "{}")],
    ["503s only", 3, /status 503 ×\d+\./, respondWith(503, "{}")],
    ["429s only", 3, /status 429 ×\d+\./, respondWith(429, "{}")],
    ["401s only", 3, /Most responses had status 401 or 403\. Check the token\./, respondWith(401, "{}")],
    [
      "bodies above 16 MiB",
      3,
      /longer than 16 MiB ×\d+[.,]/,
      forJson(respondWith(200, `"${"x".repeat(17 * 2 ** 20)}"`)),
    ],
    [
      "packed bodies",
      3,
      /packed ×\d+[.,]/,
      forJson((_, response) =>
        response.writeHead(200, { ...json, "content-encoding": "zstd" }).end(Buffer.from([40, 181, 47, 253])),
      ),
    ],
    [
      "too deep bodies",
      3,
      /nested too deeply ×\d+[.,]/,
      forJson(respondWith(200, `${"[".repeat(1e5)}${"]".repeat(1e5)}`)),
    ],
    ["endless bodies", 3, /longer than 16 MiB ×\d+[.,]/, forJson(respondEndlessly)],
    ["redirects", 3, /redirect or a web page/, (_, response) => response.writeHead(302, { location: "/" }).end()],
    ["resets", 3, /The service can't be reached\./, ({ socket }) => socket.destroy()],
    ["nothing at all", 3, /Timed out after 1000 ms\./, () => {}],
  ])("that sends %s ends with %i", async (_, code, sentence, handle) => {
    const { exitCode, sentence: actual } = await run([
      ...["--base-url", await listen(handle), ...flags],
      ...(handle.length === 0 ? timeout : ["--timeout", "60000"]),
    ]);
    expect(actual).toMatch(sentence);
    expect(exitCode).toBe(code);
  });

  test("that keeps to the contract ends with 0, and with 1 if --fail-on new finds new facts", async () => {
    const { url } = await startService();
    expect((await run(["--base-url", url, ...flags])).exitCode).toBe(0);
    expect((await run(["--base-url", url, ...flags, "--fail-on", "new"])).exitCode).toBe(1);
  });

  test("that contradicts the contract ends with 1", async () => {
    const { url } = await startService([
      { operation: "listTokens", plant: ({ body }) => (body.tokens[0].userId = "7") },
    ]);
    expect(await run(["--base-url", url, ...flags])).toMatchObject({
      exitCode: 1,
      sentence: expect.stringMatching(/^1 contradiction in /),
    });
  });

  test("in which an operation only fails ends with 0, and with 3 if that operation is required", async () => {
    const { url } = await startServiceWithoutTokens();
    const args = ["--base-url", url, ...flags];
    expect((await run(args)).exitCode).toBe(0);
    for (const required of ["all", "listTokens"]) {
      const { exitCode, sentence } = await run([...args, "--require", required]);
      expect(exitCode).toBe(3);
      expect(sentence).toContain("Required, but not verified: listTokens (status 404 ×1)");
    }
    expect((await run([...args, "--require", "getWebhookRelay"])).exitCode).toBe(0);
  });

  test("whose slow operation times out ends with 3, and the report has the reason", async () => {
    const { url } = await startService([{ operation: "listTokens", plant: (reply) => (reply.status = 0) }]);
    const { exitCode, stdout } = await run(["--base-url", url, ...flags, ...timeout]);
    expect(exitCode).toBe(3);
    expect(stdout).toContain("unverified: Timed out after 1000 ms ×1");
  });
});

describe("recorded traffic", () => {
  const page = entry({ url: "/api/v2/junkConversations?token=t", body: fixtures.listJunkInbox.empty });
  const failure = entry({ url: "/api/v2/junkConversations?token=t", status: 500, body: {} });
  const bodiless = entry({ url: "/api/v2/junkConversations?token=t", content: { size: 120 } });
  const wrong = entry({ url: "/api/v2/junkConversations", body: { ...fixtures.listJunkInbox.empty, pageSize: "1" } });
  const journal = [{ method: "GET", path: "/api/v2/tokens", status: 200, source: "tester" }];

  test.each<[string, number, string, RegExp, string]>([
    ["of a success", 0, "--har", /^Not contradicted in 1 exchange of 1 /, har(page)],
    ["of a contradiction", 1, "--har", /^1 contradiction in 1 exchange /, har(wrong)],
    ["of 500s only", 3, "--har", /No body of a success was compared: status 500 ×2\./, har(failure, failure)],
    ["without bodies", 3, "--har", /not recorded ×1\.$/, har(bodiless)],
    ["of the mock's requests", 3, "--journal", /not recorded ×1\./, JSON.stringify(journal)],
    ["of nothing", 3, "--har", /Nothing was compared\./, har()],
    ["that breaks off", 3, "--har", /traffic breaks off: record it again\./, har(page, page).slice(0, -30)],
    [
      "whose last line breaks off",
      3,
      "--ndjson",
      /traffic breaks off: record it again\./,
      `${JSON.stringify(page)}\n${JSON.stringify(page).slice(0, -30)}`,
    ],
    [
      "with a line that isn't JSON",
      3,
      "--ndjson",
      /traffic has an entry that isn't JSON: record it again\. Until then, nothing was contradicted/,
      [page, page].map((item) => JSON.stringify(item)).join("\n{\n"),
    ],
    [
      "that contradicts and breaks off",
      1,
      "--har",
      /^1 contradiction in .*traffic breaks off: record it again\.$/,
      har(wrong, wrong).slice(0, -30),
    ],
  ])("%s ends with %i", async (_, code, option, sentence, content) => {
    const { exitCode, sentence: actual } = await run([option, writeTemporaryFile("traffic", content)]);
    expect(actual).toMatch(sentence);
    expect(exitCode).toBe(code);
  });

  describe("of several hosts", () => {
    const tokensAt = (host: string) =>
      entry({ url: `https://${host}/api/v2/tokens`, body: fixtures.listTokens["every-field"] });
    const otherList = { ...tokensAt("other.example"), response: entry({ body: { users: [] } }).response };
    const file = writeTemporaryFile("a.har", har(tokensAt("prod.example"), otherList, otherList));

    test("ends with 2, and lists the addresses with the option that selects one", async () => {
      const { exitCode, stdout, stderr } = await run(["--har", file]);
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr.trim().split("\n")).toEqual([
        "Several services have /api/v2/ in their paths. Choose one:",
        "  --base-url https://prod.example  (×1)",
        "  --base-url https://other.example  (×2)",
      ]);
    });

    test("is judged for one", async () => {
      const { exitCode, stdout } = await run(["--har", file, "--base-url", "https://prod.example"]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain("Entries: 3 (1 used, 2 ignored)\n    ×2 in a.har: another host. Entries 2, 3\n");
      expect((await run(["--har", file, "--base-url", "https://other.example/"])).exitCode).toBe(1);
    });

    test("or of none with the contract's paths ends with 3, and lists them", async () => {
      const urls = ["https://a.example/v3/x", "https://a.example/v3/y", "http://user:pw@b.example:81/Margaret/x"];
      const otherFile = writeTemporaryFile("b.har", har(...urls.map((url) => entry({ url }))));
      const { exitCode, sentence, stderr, output } = await run(["--har", otherFile]);
      expect([exitCode, sentence]).toEqual([3, "Could not verify. Nothing was compared."]);
      expect(stderr).toContain("No request has /api/v2/ in its path.");
      expect(stderr).toContain(
        "\n  --base-url https://a.example  (/v3/ ×2)\n  --base-url http://b.example:81  (/…/ ×1)\n",
      );
      expect(output).not.toMatch(/Margaret|pw/);
    });
  });

  test("of which each entry is used or ignored has lines that add up to its entries", async () => {
    const item = (value: object) => ({ ...entry({ url: "/api/v2/tokens" }), ...value });
    const entries = [
      ...[page, page, failure, bodiless, entry({ url: "/api/v2/nothing" }), entry({ url: "https://cdn.example/x.js" })],
      ...[entry({ method: "OPTIONS" }), entry({ method: "HEAD" }), entry({ status: 304 }), entry({ status: 101 })],
      ...[
        item({ _fromCache: "disk" }),
        item({ _resourceType: "websocket" }),
        { request: {} },
        entry({ status: 0, error: "x" }),
      ],
    ];
    const { stdout } = await run(["--har", writeTemporaryFile("a.har", har(...entries)), "--format", "json"]);
    const report = JSON.parse(stdout);
    const sumOf = (list: Iterable<number>) => [...list].reduce((sum, count) => sum + count, 0);
    const operationCounts = Object.values<{ exchanges: number }>(report.operations).map(({ exchanges }) => exchanges);
    const ignoredCounts = report.ignored.map(({ times }: { times: number }) => times);
    expect([report.entries, report.exchanges]).toEqual([entries.length, 4]);
    expect(sumOf(operationCounts)).toBe(4);
    expect(sumOf(ignoredCounts)).toBe(entries.length - 4);
    expect(report.ignored.map(({ reason, times }: { reason: string; times: number }) => [times, reason])).toEqual([
      [1, "No operation of the contract has this method and path."],
      [1, "no /api/v2/ in the path"],
      [1, "a preflight"],
      [1, "HEAD has no body to compare"],
      [2, "the response came from a cache"],
      [2, "a socket"],
      [1, "not a recorded request"],
      [1, "aborted before a response"],
    ]);
  });

  test("of a Postman collection is verified as other traffic is, with its variables", async () => {
    const body = JSON.stringify(fixtures.listTokens["every-field"]);
    const collection = {
      info: { schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
      item: [{ request: "{{host}}/tokens", response: [{ code: 200, body }] }, { request: "{{host}}/tokens" }],
    };
    const args = ["--postman", writeTemporaryFile("c.json", JSON.stringify(collection))];
    const unknown = await run(args);
    expect([unknown.exitCode, unknown.sentence]).toEqual([3, "Could not verify. Nothing was compared."]);
    expect(unknown.stderr).toContain("  --variable host=URL  (/tokens/ ×1)");
    const verified = await run([...args, "--variable", "host=https://a.example/api/v2"]);
    expect(verified.exitCode).toBe(0);
    expect(verified.stdout).toContain("×1 in c.json: a request without a saved response. Entries 2");
    const environment = { values: [{ key: "host", value: "https://b.example/api/v2", enabled: true }] };
    const environmentFile = writeTemporaryFile("e.json", JSON.stringify(environment));
    expect((await run([...args, "--postman-environment", environmentFile])).exitCode).toBe(0);
  });

  test("of what the mock responded isn't compared", async () => {
    const mockPage = entry({
      url: "/api/v2/junkConversations",
      headers: { "Mock-Source": "contract" },
      body: fixtures.listJunkInbox.empty,
    });
    const { exitCode, sentence, stdout } = await run(["--har", writeTemporaryFile("a.har", har(mockPage, mockPage))]);
    expect([exitCode, sentence]).toEqual([3, "Could not verify. Nothing was compared."]);
    expect(stdout).toContain("×2 in a.har: the mock responded, not the service. Entries 1, 2");
    const { exitCode: code, sentence: verdict } = await run([
      "--har",
      writeTemporaryFile("b.har", har(mockPage, page)),
    ]);
    expect([code, verdict]).toEqual([0, expect.stringMatching(/^Not contradicted in 1 exchange /)]);
  });

  test("of the mock's requests shows their inputs, and no status", async () => {
    const requests = [200, 401, 503].map((status) => ({
      method: "GET",
      path: "/api/v2/webhookRelay/types",
      query: { limit: "3" },
      status,
      source: "tester",
    }));
    const { stdout } = await run(["--journal", writeTemporaryFile("a", JSON.stringify(requests)), "--format", "json"]);
    const { findings, operations: reportedOperations, sentence } = JSON.parse(stdout);
    expect(findings).toEqual([expect.objectContaining({ kind: "new", place: "query", pointer: "limit", times: 3 })]);
    const { statuses, responses, notCompared } = reportedOperations.listWebhookRelayTypes;
    expect([statuses, responses["2XX"], notCompared]).toEqual([{}, 0, { "not recorded": 3 }]);
    expect(sentence).toMatch(/No body of a success was compared: not recorded ×3\./);
  });

  test.each(["text", "json", "markdown", "junit", "sarif"])(
    "that breaks off says so in the report's format %s",
    async (format) => {
      const { stdout } = await run([
        "--format",
        format,
        "--har",
        writeTemporaryFile("traffic", har(page, page).slice(0, -30)),
      ]);
      expect(stdout).toContain("traffic breaks off: record it again.");
    },
  );
});

test.each([
  ["an unknown option", ["--unknown"]],
  ["a file that isn't there", ["--har", "/nowhere.har"]],
  ["an operation that isn't documented", ["--har", "a.har", "--require", "createToken"]],
])("%s ends with 2", async (_, args) => {
  const { exitCode, stdout } = await run(args);
  expect([exitCode, stdout]).toEqual([2, ""]);
});
