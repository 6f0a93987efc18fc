import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { operations } from "#generated/operations.ts";
import manifest from "../../package.json" with { type: "json" };
import { contractFile } from "../../scripts/contract/document.ts";
import { runMock } from "../../src/commands/mock.ts";
import { cli } from "../built-package.ts";
import { runHere } from "../command.ts";
import { runMockCommand, startNode, startReady } from "../mock/command.ts";
import { writeTemporaryFile } from "../mock/helpers.ts";

const secret = "print-ed/secret";

/** Runs the command until it has responded to requests of all kinds, and returns its output. */
async function runRequests() {
  const { output, get, stop } = await startReady();
  expect((await get("/api/v2/tokens?token=t", { prefer: "example=empty" })).status).toBe(200);
  await get("/api/v2/webhookRelay/types?token=t&page=1");
  const encoded = encodeURIComponent(secret);
  for (const path of ["tokens", "nothing", "webhookRelay/sms", "webhookRelay/%zz"]) {
    await get(`/api/v2/${path}?token=${encoded}`);
  }
  for (const path of [
    `webhookRelay/${encoded}`,
    `nothing/${encoded}`,
    encoded,
    `tokens%3Ftoken=${encoded}`,
  ]) {
    await get(`/api/v2/${path}`, { authorization: `Bearer ${secret}` });
  }
  await stop();
  return output;
}
let running: ReturnType<typeof runRequests> | undefined;
/** Returns the output about all kinds of requests, of one process for all tests that read it. */
const readOutput = () => {
  running ??= runRequests();
  return running;
};

test("--json prints one line when ready, and nothing else on stdout", async () => {
  const output = await readOutput();
  expect(output.stdout.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(output.stdout)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    port: expect.any(Number),
    pid: expect.any(Number),
  });
});

test("without --json the command prints the address on stderr only, and warns if other machines can reach it", async () => {
  const { output, waitUntil, stop } = runMockCommand("--port", "0", "--host", "0.0.0.0");
  await waitUntil(() => /listens on http:\/\/0\.0\.0\.0:[1-9]\d*/.test(output.stderr));
  expect(output.stderr).toContain("Warning: the mock listens on 0.0.0.0.");
  await stop();
  expect(output.stdout).toBe("");
});

// SIGTERM ends the others.
test("SIGINT finishes what is in flight, and exits with 1 if an operation wasn't called", async () => {
  const { output, get, waitUntil, stop } = await startReady("--require-coverage");
  const response = get("/api/v2/tokens?token=t", { prefer: "delay=200" });
  await waitUntil(() => output.stderr.includes("GET listTokens"));
  const code = stop("SIGINT");
  expect((await response).status).toBe(200);
  expect(await code).toBe(1);
  const uncalledIds = Object.keys(operations).filter((id) => id !== "listTokens");
  expect(output.stderr).toContain(`Not called: ${uncalledIds.join(", ")}.`);
});

test("--require-coverage exits with 0 if every operation was called", async () => {
  const { url, get, stop } = await startReady("--require-coverage");
  for (const path of ["tokens", "junkConversations", "webhookRelay/types", "webhookRelay/sms"]) {
    await get(`/api/v2/${path}?token=t`);
  }
  await fetch(`${url}/api/v2/sip/registration?token=t`, { method: "DELETE" });
  expect(await stop()).toBe(0);
});

test("a stalled and a delayed response are cut at the end", async () => {
  const { output, get, waitUntil, stop } = await startReady();
  const stalled = await get("/api/v2/tokens?token=t", { prefer: "fault=stall" });
  const delayed = get("/api/v2/tokens?token=t", { prefer: "delay=60000" }).catch(() => "cut");
  await waitUntil(() => output.stderr.match(/GET listTokens/g)?.length === 2);
  expect(await stop()).toBe(0);
  await stalled.text().catch(() => {});
  expect(await delayed).toBe("cut");
});

test("the coverage is printed as a table at the end", async () => {
  const output = await readOutput();
  const [row] = output.stderr.match(/ listTokens +│ 2 +│ 'token 2' .*$/m) ?? [];
  for (const cells of [/ 'every-field 1, empty 1, −/, /\b2(XX|\d\d) 2\b/])
    expect(row).toMatch(cells);
  expect(output.stderr).toMatch(/ −listJunkInbox +│ 0 /);
  expect(output.stderr).toContain("A − marks what no request has used:");
});

test("edits of the watched contract and examples are served, and an invalid one changes nothing", async () => {
  const contract = writeTemporaryFile("openapi.yaml", readFileSync(contractFile, "utf8"));
  const examples = writeTemporaryFile("examples.json", "{}");
  const { output, get, waitUntil, stop } = await startReady(
    "--contract",
    contract,
    "--examples",
    examples,
  );
  const message = async (prefer = "") =>
    (await (await get("/api/v2/tokens?token=t", { prefer })).json()).message;
  writeFileSync(contract, "openapi: [");
  await waitUntil(() => output.stderr.includes("The mock keeps the last valid version."));
  expect(await message()).toBe("Example message");
  writeFileSync(
    contract,
    readFileSync(contractFile, "utf8").replaceAll("message: Example message", "message: Edited"),
  );
  await waitUntil(() => output.stderr.includes("Reloaded"));
  expect(await message()).toBe("Edited");
  writeFileSync(
    examples,
    JSON.stringify({ listTokens: { own: { success: true, message: "mine", tokens: [] } } }),
  );
  await waitUntil(() => output.stderr.includes(`Reloaded ${examples}`));
  expect(await message("example=own")).toBe("mine");
  expect(await stop()).toBe(0);
});

test("the inputs of the junk inbox have names, --strict rejects others, and log level warn prints no table", async () => {
  const names = ["--junk-input-name", "pageSize=size", "--junk-input-name", "pageNumber=page"];
  const { output, get, stop } = await startReady(...names, "--strict", "--log-level", "warn");
  const page = await (await get("/api/v2/junkConversations?token=t&size=1&page=1")).json();
  expect([page.pageSize, page.pageNumber, page.totalRooms, page.rooms.length]).toEqual([
    1, 1, 5, 1,
  ]);
  expect((await get("/api/v2/junkConversations?token=t&size=many")).status).toBe(422);
  expect((await get("/api/v2/tokens?token=t&page=1")).status).toBe(422);
  await stop();
  expect(output.stderr).not.toMatch(/listTokens +│/);
});

test("the log has undeclared parameters, and no token in whatever part of a request it is", async () => {
  const output = await readOutput();
  expect(output.stderr.split("\n").length).toBeGreaterThan(8);
  expect(output.stdout + output.stderr).not.toContain("secret");
  expect(output.stderr).toMatch(/GET listWebhookRelayTypes 200 \S+ undeclared page/);
  expect(output.stderr).toContain(
    "GET no operation 404 No operation of the contract has this path. To stub it: ",
  );
});

describe("a mistake of the user gets one sentence", () => {
  test.each([
    [["--port", "many"], 2, "--port must be an integer from 0 to 65535."],
    [["--log-level", "loud"], 2, "--log-level must be one of silent, warn, info."],
    [["--junk-input-name", "size=4"], 2, "--junk-input-name takes KIND=NAME."],
    [["--junk-input-name", "pageSize=token"], 2, "--junk-input-name has a name for "],
    [["--nothing"], 2, "Run phone-agent-api mock --help for the options."],
    [
      ["--contract", "a.yaml", "--contract=b.yaml"],
      2,
      "--contract may be given only once.\nRun phone-agent-api mock --help",
    ],
    [["--prefer", "dealy=100"], 2, "--prefer isn't valid: Unknown preference"],
    [
      ["--prefer", "example=nope"],
      2,
      '--prefer isn\'t valid: Unknown example "nope". Known: every-field',
    ],
    [["--host="], 2, "--host must not be empty"],
    [
      ["--port", "0", "--host", "192.0.2.1"],
      1,
      "This machine has no address 192.0.2.1. Choose another host.",
    ],
    [["--contract", "/nowhere.yaml"], 1, "Can't read /nowhere.yaml: no such file or directory."],
  ])("%j exits with %i", async (args, code, message) => {
    const { exitCode, stderr } = await runHere(runMock, args);
    expect(exitCode).toBe(code);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });

  test("a port that is taken exits with 1", async () => {
    const portOwner = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => portOwner.once("listening", resolve));
    const { port } = portOwner.address() as { port: number };
    expect(await runHere(runMock, ["--port", `${port}`])).toMatchObject({
      exitCode: 1,
      output: `Port ${port} is taken. Choose another port; 0 picks a free one.`,
    });
    portOwner.close();
  });
});

test("the command keeps running if nobody reads its output", async () => {
  const { child, get, stop } = await startReady();
  child.stderr.destroy();
  for (let count = 0; count < 3; count++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await get("/api/v2/tokens?token=t")).status).toBe(200);
  }
  expect(await stop()).toBe(0);
});

// npm forwards no signals.
test.runIf(process.platform !== "win32")("the command ends with the npm that runs it", async () => {
  const command = [cli, "mock", "--port", "0", "--json"];
  const parent = `require("node:child_process").spawn(process.execPath, ${JSON.stringify(command)}, { stdio: "inherit" });`;
  const env = { ...process.env, npm_lifecycle_event: "mock" };
  const { output, waitUntil, child } = startNode(["-e", parent], env);
  await waitUntil(() => output.stdout.includes("\n"));
  const { url } = JSON.parse(output.stdout) as { url: string };
  child.kill("SIGKILL");
  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), { timeout: 10_000 });
});

test("--help shows options, calls of curl and Python, control paths and a CI run", async () => {
  const { exitCode, stdout } = await runHere(runMock, ["--help"]);
  expect(exitCode).toBe(0);
  const words = "--port --examples --require-coverage --prefer --strict curl Python".split(" ");
  const paths = ["journal", "coverage", "health"].map((name) => `/__mock/${name}`);
  const steps = ["-X PUT http://127.0.0.1:4010/__mock/on/listTokens", "-X DELETE"];
  const inCi = "node_modules/.bin/phone-agent-api mock --require-coverage";
  for (const text of [...words, ...paths, ...steps, inCi]) expect(stdout).toContain(text);
});

test("--version prints the version of the package", async () => {
  const { output, code } = startNode([cli, "mcp", "--version"]);
  expect([await code, output.stdout]).toEqual([0, `${manifest.version}\n`]);
});

test("-h without a command names the commands", async () => {
  const { output, code } = startNode([cli, "-h"]);
  expect(await code).toBe(0);
  expect(output.stdout).toContain("phone-agent-api mock [options]");
});
