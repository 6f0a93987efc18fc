import { type AddressInfo, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { cli } from "../built-package.ts";
import { connect, startService } from "../mcp/server.ts";
import { runs } from "../runs.ts";
import { run, runModule } from "./module.ts";

// `fetch` rejects a response with more than five codings while its body still arrives. An abort of
// its signal then makes undici emit an error that nobody handles, which ends the process.

const manyCodings = () => ({
  headers: { "content-encoding": Array(6).fill("gzip").join(", ") },
  body: "x".repeat(200_000),
});

test("a response with six codings doesn't end the process of a client", async () => {
  const { env } = startService(manyCodings);
  const script = `
    import { createPhoneAgentClient } from "./src/index.ts";
    import { createFetch, createHttp } from "./src/http.ts";
    const options = { retry: { baseDelayMs: 1 } };
    const calls = {
      request: () => createPhoneAgentClient(options).request("GET", "/any"),
      removal: () => createPhoneAgentClient(options).deleteSipRegistration(),
      createFetch: () => createFetch(options)(process.env.PHONE_AGENT_BASE_URL + "/api/v2/tokens"),
      createHttp: () => createHttp(options).GET("/api/v2/tokens"),
    };
    for (const [name, call] of Object.entries(calls)) {
      await call().catch(({ kind }) => console.log(name, kind));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }`;
  const calls = ["request", "removal", "createFetch", "createHttp"];
  const lines = calls.map((call) => `${call} network\n`);
  expect(await runModule(script, env)).toBe(lines.join(""));
});

/** Starts a service that closes the connection of a response that `fetch` refuses, without a word. */
async function startClosingService() {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const coding = Array(6).fill("gzip").join(", ");
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: 30000\r\n\r\n`,
      );
      socket.write(Buffer.alloc(30_000, "x"));
      void setTimeout(100).then(() => socket.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { PHONE_AGENT_BASE_URL: `http://127.0.0.1:${port}`, PHONE_AGENT_TOKEN: "t" };
  return { env, [Symbol.dispose]: () => void server.close() };
}

// The body of such a response is nobody's. A program of the user's can only handle it itself.
test("a response that fetch refused, whose connection ends later, doesn't end a command, after its time either", async () => {
  using service = await startClosingService();
  const agent = await connect([], { ...service.env, CRASH: "later" });
  for (let count = 0; count < 2; count++) {
    expect((await agent.call("listTokens")).text).toContain("No complete response");
    await setTimeout(300);
  }
  const args = [cli, "verify", "--timeout", "1000", "--pause", "1200", "--max-requests", "2"];
  const env = { ...process.env, ...service.env };
  const { code, stderr } = await run(process.execPath, args, { env }).catch((error) => error);
  expect(code).toBe(3);
  expect(stderr).toContain("No complete response");
  expect(stderr).not.toContain("SocketError");
});

test("no fault of the mock leaves an error that is nobody's, however its call ends", async () => {
  const script = `
    import { startMock } from "./src/mock/index.ts";
    import { createPhoneAgentClient } from "./src/index.ts";
    import { createFetch } from "./src/http.ts";
    for (const name of ["unhandledRejection", "uncaughtException"])
      process.on(name, (error) => console.log(name, error));
    const mock = await startMock({ port: 0 });
    const options = { baseUrl: mock.url, token: "any", timeoutMs: 40, retry: { baseDelayMs: 1 } };
    const phone = createPhoneAgentClient(options);
    const fetch = createFetch(options);
    let failures = 0;
    for (const fault of ["reset", "stall", "truncate", "garbage"]) {
      for (let run = 0; run < ${runs(100)}; run++) {
        const controller = new AbortController();
        const { signal } = controller;
        const headers = { prefer: "fault=" + fault };
        const timer = setTimeout(() => controller.abort(), (run * 7) % 60);
        const calls = [
          phone.listTokens({ headers, signal }),
          phone.deleteSipRegistration({ headers, signal }),
          fetch(mock.url + "/api/v2/tokens", { headers, signal }),
        ];
        const results = await Promise.allSettled(calls);
        failures += results.filter(({ status }) => status === "rejected").length;
        clearTimeout(timer);
        controller.abort();
      }
    }
    setTimeout(() => {
      console.log(failures > 0 ? "done" : "nothing failed");
      process.exit();
    }, 300);`;
  expect(await runModule(script)).toBe("done\n");
});
