import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { startMock } from "../../src/mock/index.ts";
import { cli } from "../built-package.ts";
import { startNode } from "../mock/command.ts";
import { listen, runVerifyHere, startService, token } from "./service.ts";

const verifyLive = (url: string, ...args: string[]) =>
  runVerifyHere(["--base-url", url, "--pause", "0", ...args]);

describe("a service", () => {
  test("that keeps to the contract gets exit code 0, a line for each request, and a report", async () => {
    const { url, requestLines } = await startService();
    const { exitCode, stdout, stderr } = await verifyLive(url);
    expect(exitCode).toBe(0);
    // Operations that are documented later get a 404 from this service.
    const paths = new Set(
      requestLines.filter((line) => /tokens|junkConversations|webhookRelay/.test(line)),
    );
    expect([...paths]).toEqual([
      ...["GET /api/v2/tokens", "GET /api/v2/junkConversations", "GET /api/v2/webhookRelay/types"],
      ...["GET /api/v2/webhookRelay/sms", "GET /api/v2/webhookRelay/voice"],
    ]);
    expect(stderr.match(/GET \/api\/v2\/webhookRelay\/\{type\}: 200\n/g)).toHaveLength(2);
    expect(stdout).toMatch(
      /^The service agrees with the contract, as far as it was checked: \d+ requests to \d+ of \d+ operations, 3 of them checked down to the body\./,
    );
    expect(stdout).toContain("unverified: the contract doesn't mark it as safe to retry");
    expect(stdout).toContain("in part: the shape of the body is unknown ×1");
    expect(stdout).not.toMatch(/sms|voice|Counterpart/);
    expect((await verifyLive(url, "--fail-on", "new")).exitCode).toBe(1);
  });

  test("in which an operation only fails gets exit code 0, and 3 if that operation is required", async () => {
    const { url } = await startService([
      { operation: "listTokens", plant: (reply) => (reply.status = 404) },
    ]);
    expect((await verifyLive(url)).exitCode).toBe(0);
    expect((await verifyLive(url, "--require", "getWebhookRelay")).exitCode).toBe(0);
    for (const required of ["all", "listTokens"]) {
      const { exitCode, stdout } = await verifyLive(url, "--require", required);
      expect(exitCode).toBe(3);
      expect(stdout).toContain("Required, but not verified: listTokens (status 404 ×1).\n");
    }
  });

  test("that is the mock gets exit code 3 after one request: it agrees whatever the service does", async () => {
    const mock = await startMock({ port: 0, logLevel: "silent" });
    const { exitCode, stdout } = await verifyLive(mock.url);
    const calls = mock.journal().length;
    await mock.close();
    expect([exitCode, calls]).toEqual([3, 1]);
    expect(stdout).toMatch(
      /^Could not verify\. The mock responded, not the service\. Pass the service's address/,
    );
  });

  test("with a Mock-Source of its own is verified", async () => {
    const url = await listen((_, response) =>
      response
        .writeHead(200, { "content-type": "application/json", "mock-source": "eu-west" })
        .end(JSON.stringify(fixtures.listTokens["every-field"])),
    );
    const { stdout } = await verifyLive(url);
    expect(stdout).toContain("✓ listTokens");
  });

  test("whose slow operation times out gets exit code 3, and the report has the reason", async () => {
    const { url } = await startService([
      { operation: "listTokens", plant: (reply) => (reply.status = 0) },
    ]);
    const { exitCode, stdout } = await verifyLive(url, "--timeout", "1000");
    expect(exitCode).toBe(3);
    expect(stdout).toContain("unverified: Timed out after 1000 ms ×1");
  });

  test("gets no request from --dry-run, which needs no token", async () => {
    const { url, requestLines } = await startService();
    const args = ["--base-url", url, "--dry-run", "--include", "deleteSipRegistration"];
    const { exitCode, stdout } = await runVerifyHere(args, { PHONE_AGENT_TOKEN: undefined });
    expect([exitCode, requestLines]).toEqual([0, []]);
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([
        "Would send these requests, 200 at most, 500 ms apart:",
        ...[
          "  GET /api/v2/tokens",
          "  GET /api/v2/junkConversations",
          "  GET /api/v2/webhookRelay/types",
        ],
        "  GET /api/v2/webhookRelay/{type} for each type that the service lists",
        "  DELETE /api/v2/sip/registration, once you have confirmed it",
      ]),
    );
  });

  test("gets no request whose path value would reach another operation", async () => {
    const { url, requestLines } = await startService();
    const { stderr } = await verifyLive(url, "--value", "type=types");
    expect(stderr).toContain(
      "GET /api/v2/webhookRelay/{type}: not sent, since its value would reach something else.",
    );
    expect(requestLines.filter((line) => line.endsWith("/types"))).toHaveLength(1);
  });

  test("gets at most --max-requests requests, and exit code 3 if there are more", async () => {
    const { url, requestLines } = await startService();
    await verifyLive(url);
    const count = requestLines.findIndex((line) => line.endsWith("/types")) + 1;
    requestLines.splice(0);
    const { exitCode, stdout } = await verifyLive(url, "--max-requests", `${count}`);
    expect([exitCode, requestLines.length]).toEqual([3, count]);
    expect(stdout).toContain(
      `Stopped after --max-requests ${count}. Until then, the service agreed with the contract`,
    );
    // Its values were listed, so no option is missing.
    expect(stdout).toMatch(/getWebhookRelay .+\n {4}unverified: no exchange\n/);
  });

  test("gets no deletion without a terminal, and no request without a token", async () => {
    const { url, requestLines } = await startService();
    expect((await verifyLive(url, "--include", "deleteSipRegistration")).exitCode).toBe(2);
    const { stderr } = await runVerifyHere(["--base-url", url], { PHONE_AGENT_TOKEN: undefined });
    expect([stderr, requestLines]).toEqual([expect.stringContaining("set PHONE_AGENT_TOKEN"), []]);
  });

  test("gets requests without the right token by --probe-auth, and findings with their statuses", async () => {
    const { url } = await startService();
    const { stdout } = await verifyLive(url, "--probe-auth");
    expect(stdout).toContain("+ token, contract: required; seen: 401 without a token, once");
    expect(stdout).toContain("+ token, contract: required; seen: 401 with a wrong token, once");
    const open = await listen((_, response) =>
      response.setHeader("content-type", "application/json").end("{}"),
    );
    const accepted = await verifyLive(open, "--probe-auth");
    expect(accepted.stdout).toContain(
      "✗ token, contract: required; seen: 200 without a token, once",
    );
  });

  test("is reported up to the last response after Ctrl-C", async () => {
    const { url } = await startService();
    const env = { ...process.env, PHONE_AGENT_TOKEN: token };
    const { output, waitUntil, code, child } = startNode(
      [cli, "verify", "--base-url", url, "--pause", "100000"],
      env,
    );
    await waitUntil(() => output.stderr.includes("GET /api/v2/tokens: 200"));
    child.kill("SIGINT");
    expect(await code).toBe(3);
    expect(output.stdout).toMatch(
      /^Could not verify\. Interrupted\. Until then, the service agreed with the contract: 1 request /,
    );
  });
});

const json = { "content-type": "application/json" };
const respondWith =
  (status: number, body: string | Buffer, headers: object = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { ...json, ...headers }).end(body);

const respondEndlessly: RequestListener = (_, response) => {
  response.writeHead(200, json);
  const chunk = Buffer.alloc(2 ** 20, " ");
  const writeChunks = (): void => {
    while (response.write(chunk));
  };
  response.on("drain", writeChunks);
  writeChunks();
};

const echoToken: RequestListener = ({ url }, response) => {
  const sentToken = new URL(url ?? "", "http://service").searchParams.get("token") ?? "";
  const headers = {
    "content-type": `application/json; ${sentToken}`,
    "set-cookie": sentToken,
    location: sentToken,
  };
  const body = {
    success: sentToken,
    [sentToken]: { [sentToken]: sentToken },
    rooms: [{ [sentToken]: 1 }],
  };
  response.writeHead(200, sentToken, headers);
  response.end(JSON.stringify({ ...fixtures.listTokens["every-field"], ...body }));
};

test("a token of usual words isn't printed if the service repeats it, or a part of it, as a name", async () => {
  const handle: RequestListener = ({ url }, response) => {
    const type = url?.startsWith("/api/v2/tokens") ? "STATUS-PAGE-USER" : "json";
    response.setHeader("content-type", `application/${type}`);
    const names = { "user:status-page-user": 1, "Status-page-user": 1 };
    response.end(JSON.stringify({ ...fixtures.listJunkInbox.empty, ...names }));
  };
  const args = ["--base-url", await listen(handle), "--pause", "0", "--format", "json"];
  const env = { PHONE_AGENT_TOKEN: "user:status-page-user" };
  const { stdout, output } = await runVerifyHere(args, env);
  expect(output.toLowerCase()).not.toContain("status-page-user");
  expect(stdout).toContain("an unusual one");
});

test.each<[string, string | RegExp, RequestListener]>([
  [
    "404s only",
    /No successful response body could be checked: status 404 ×\d+\. Check --base-url\./,
    respondWith(404, "{}"),
  ],
  ["401s only", "Most responses had status 401 or 403. Check the token.", respondWith(401, "{}")],
  ["endless bodies", /longer than 16 MiB ×\d+[.,]/, respondEndlessly],
  [
    "packed bodies",
    /packed ×\d+[.,]/,
    respondWith(200, Buffer.from([40, 181, 47, 253]), { "content-encoding": "zstd" }),
  ],
  [
    "too deep bodies",
    /nested too deeply ×\d+[.,]/,
    respondWith(200, `${"[".repeat(1e5)}${"]".repeat(1e5)}`),
  ],
  [
    "redirects",
    "Every response was a redirect or a web page. Check --base-url.",
    respondWith(302, "", { location: "http://127.0.0.1:9/?token=x" }),
  ],
  [
    "resets",
    "The service can't be reached. No complete response (UND_ERR_SOCKET).",
    ({ socket }) => void socket.destroy(),
  ],
  [
    "bodies without an end",
    "Timed out after 300 ms.",
    (_, response) => void response.writeHead(200, json).write("["),
  ],
  ["its token everywhere", /^The service contradicts the contract in \d+ ways: /, echoToken],
])("a service that sends %s gets a verdict in one line", async (name, verdict, handle) => {
  const timeout = name.endsWith("end") ? "300" : "60000";
  const limit = handle === respondEndlessly ? "1" : "9";
  const { exitCode, stdout } = await verifyLive(
    await listen(handle),
    "--timeout",
    timeout,
    "--max-requests",
    limit,
    "--value",
    "type=sms",
  );
  expect(stdout.split("\n")[0]).toMatch(verdict);
  expect(exitCode).toBe(handle === echoToken ? 1 : 3);
});

test("a service that isn't running gets a verdict with the system's code", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
  const { exitCode, stdout } = await verifyLive(url);
  expect(exitCode).toBe(3);
  expect(stdout).toContain(
    "No complete response (ECONNREFUSED). Check --base-url and the network.",
  );
});
