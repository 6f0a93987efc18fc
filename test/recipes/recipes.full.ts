import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { readContract } from "../../scripts/contract/document.ts";
import { createGuidePages } from "../../scripts/docs/model/guides.ts";
import { root } from "../../scripts/tools/run.ts";
import { installPacked, run } from "../package/packed.ts";

let folder: string;
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0, logLevel: "silent" });
  ({ folder } = await installPacked());
});
afterAll(() => mock?.close());

const samples = join(root, "test/samples");
const readRecipe = (name: string) => readFile(join(samples, "recipes", name), "utf8");

test("the pytest fixture starts a mock on a free port, and ends it", async ({ skip }) => {
  const versionCheck = await run("python3", ["-m", "pytest", "--version"]).catch(
    ({ message }) => message,
  );
  if (!versionCheck.stdout) skip(`pytest isn't installed here: ${versionCheck}`);
  await writeFile(join(folder, "test_tokens.py"), await readRecipe("test_tokens.py"));
  const { stdout } = await run("python3", ["-m", "pytest", "-p", "no:cacheprovider"], {
    cwd: folder,
  });
  expect(stdout).toContain("1 passed");
});

test("a page shows what its server gets from the mock, and never sees the token", async () => {
  const text = await readRecipe("own-server.mjs");
  // It prints its free port.
  const listening = text.replace(
    ".listen(3000)",
    ".listen(0, function () { console.log(this.address().port); })",
  );
  await writeFile(join(folder, "own-server.mjs"), listening);
  const token = "token-of-a-page";
  const env = { ...process.env, PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: token };
  const server = spawn(process.execPath, ["own-server.mjs"], { cwd: folder, env });
  let port = "";
  server.stdout.on("data", (chunk) => {
    port += chunk;
  });
  await vi.waitFor(() => expect(port).toMatch(/\n$/), { timeout: 30_000 });
  const read = async (path: string) =>
    (await fetch(`http://127.0.0.1:${Number(port)}${path}`)).text();
  const [page, count] = [await read("/"), await read("/tokens/count")];
  server.kill();
  expect(page).toContain('fetch("/tokens/count")');
  expect(count).toBe("2 tokens");
  expect(page + count).not.toContain(token);
});

async function freePort(): Promise<number> {
  const { port, close } = await startMock({ port: 0, logLevel: "silent" });
  await close();
  return port;
}

/** Runs lines of a shell in the project, with a free port in place of the mock's usual one. */
const runLines = (lines: string, port: number) =>
  run("bash", ["-ec", lines.replaceAll("4010", `${port}`)], { cwd: folder }).then(
    ({ stdout }) => stdout,
  );

test("the commands of the container start a mock, and find out whether it's healthy", async () => {
  const text = await readFile(join(samples, "mock/mock.dockerfile"), "utf8");
  const [health = "", start = ""] = [...text.matchAll(/CMD \[(.*)\]$/gm)].map(([, list]) =>
    JSON.parse(`[${list}]`)
      .map((word: string) => `'${word.replaceAll("'", "'\\''")}'`)
      .join(" "),
  );
  const port = await freePort();
  await expect(runLines(health, port)).rejects.toThrow("ECONNREFUSED");
  await runLines(
    `${start} --port 4010 & mock=$!; until ${health} 2> health; do sleep 0.2; done
    ${health}; kill $mock; wait $mock`,
    port,
  );
  const { services } = parse(await readFile(join(samples, "mock/compose.yaml"), "utf8"));
  const program = `import { createPhoneAgentClient } from "phone-agent-api";
const fetch = (url) => { console.log(new URL(url).host); return Response.json({}); };
await createPhoneAgentClient({ fetch }).listTokens().catch(() => {});`;
  const args = ["--input-type=module", "--eval", program];
  const env = { ...process.env, ...services.tests.environment };
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  expect(stdout).toBe("mock:4010\n");
});

test("the job for CI fails if an operation wasn't called, and if a test fails", async () => {
  const { jobs } = parse(await readFile(join(samples, "mock/ci.yaml"), "utf8"));
  const lines: string = jobs.test.steps.at(-1).run.replace("mock --", "mock --port 4010 --");
  const paths = ["tokens", "junkConversations", "webhookRelay/a", "webhookRelay/types"];
  const calls = [...paths, "sip/registration --request DELETE"].map(
    (path) => `curl --silent --get --data token=a http://127.0.0.1:4010/api/v2/${path}`,
  );
  const runJob = async (tests: string) =>
    runLines(lines.replace("npm test", tests), await freePort());
  await runJob(calls.join("\n"));
  await expect(runJob(calls.slice(1).join("\n"))).rejects.toMatchObject({ code: 1 });
  await expect(runJob("kill $mock; exit 7")).rejects.toMatchObject({ code: 7 });
});

test("Get started leads from an empty folder to the line that it shows", async () => {
  const guide = createGuidePages(readContract()).find(
    ({ file }) => file === "guides/get-started.html",
  );
  const text = (guide?.blocks ?? [])
    .map((block) => (block.kind === "text" ? block.markdown : ""))
    .join("\n");
  const [, section = ""] = /In an empty folder(.*?)Every documented operation/s.exec(text) ?? [];
  const [, command = "", file = "", printed] =
    /`(node ([\w.]+))` prints `([^`]+)`/.exec(section) ?? [];
  const codes = [...section.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, code = ""]) => ({
    language,
    code,
  }));
  expect(codes.map(({ language }) => language)).toEqual(["sh", "ts"]);
  const parent = await mkdtemp(join(tmpdir(), "get-started-"));
  const empty = join(parent, "empty");
  await mkdir(empty);
  await symlink(root, join(parent, "phone-agent-api"));
  // The package is built already.
  const env = { ...process.env, PHONE_AGENT_BASE_URL: mock.url, npm_config_ignore_scripts: "true" };
  const [install, program] = codes.map(({ code }) => code);
  await run("bash", ["-ec", `${install}`], { cwd: empty, env });
  await writeFile(join(empty, file), `${program}`);
  expect((await run("bash", ["-c", command], { cwd: empty, env })).stdout.trim()).toBe(printed);
});
