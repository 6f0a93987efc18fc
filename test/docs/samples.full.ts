import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { requestOf } from "../../scripts/docs/browser/playground/request.ts";
import { writeTest } from "../../scripts/docs/browser/playground/test-code.ts";
import { choicesOf } from "../../scripts/docs/html/playground.ts";
import { createCall } from "../../scripts/docs/samples/create-call.ts";
import { samplesOf } from "../../scripts/docs/samples/samples.ts";
import { root, run, runBin } from "../../scripts/tools/run.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import {
  calls,
  callsContract,
  environment,
  type Received,
  receive,
  respondTo,
} from "./sample-calls.ts";

let received: Received[] = [];
const server = createServer(async (message, response) => {
  const { method = "", url, headers } = message;
  const body = Buffer.concat(await message.toArray());
  const init = {
    method,
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  };
  const request = await receive(new Request(`http://127.0.0.1${url}`, init));
  received.push(request);
  const reply = respondTo(request);
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
});
let mock: Mock;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  mock = await startMock({ port: 0 });
});
afterAll(async () => {
  server.close();
  await mock.close();
});

const contract = readContract();
const samplesIn = (document: Contract, language: string) =>
  operationsOf(document).map(
    (operation) =>
      samplesOf(createCall(document, operation)).find(({ label }) => label === language)?.code ??
      "",
  );

/** Runs code as if it were pasted into a shell, which takes no comments then. */
const paste = (shell: string) => ["bash", "-c", `printf '%s\\nexit\\n' "$0" | ${shell}`];
const { ok: hasZsh } = await run("zsh", ["--version"]);

describe.each([
  ["curl", paste("bash --norc -i")],
  ...(hasZsh ? [["curl", paste("zsh -f -i")] as const] : []),
  ["Python", ["python3", "-c"]],
] as const)("the %s samples in %j", (language, [program = "", ...args]) => {
  const variables = (baseUrl: string) => ({ ...environment, PHONE_AGENT_BASE_URL: baseUrl });

  test("send the request of each call, and read its response", async () => {
    received = [];
    const { port } = server.address() as AddressInfo;
    for (const code of samplesIn(callsContract, language)) {
      const { ok, output } = await run(
        program,
        [...args, code],
        variables(`http://127.0.0.1:${port}`),
      );
      expect(ok, `${code}\n${output}`).toBe(true);
    }
    for (const [index, [id, { headers, ...sent }]] of calls.entries())
      expect(received[index], id).toMatchObject({ ...sent, ...(headers && { headers }) });
  });

  test("of the contract run against the mock, and print no secret", async () => {
    for (const code of samplesIn(contract, language)) {
      const { ok, output } = await run(program, [...args, code], variables(mock.url));
      expect(ok, `${code}\n${output}`).toBe(true);
      expect(output).not.toContain(environment.PHONE_AGENT_TOKEN);
    }
  });
});

test("the TypeScript samples of the contract, and each copied test, compile", async () => {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/samples-"));
  const tests = operationsOf(contract).flatMap((operation) => {
    const call = createCall(contract, operation);
    const responses = choicesOf(operation.responses).flatMap(([, options]) =>
      options.map(([value]) => value),
    );
    return responses.map((response) => {
      const form = new FormData();
      form.append("response", response);
      for (const { value } of call.parameters) form.append("value", `${value ?? ""}`);
      const request = requestOf(call, form);
      return typeof request === "string" ? expect.unreachable(request) : writeTest(request);
    });
  });
  const sources = [...samplesIn(contract, "TypeScript"), ...tests];
  for (const [index, source] of sources.entries())
    writeFileSync(join(folder, `${index}.ts`), `${source}\nexport {};\n`);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["."] }),
  );
  expect(await runBin("tsc", "--project", folder)).toEqual({ ok: true, output: "" });
  rmSync(folder, { recursive: true });
});

describe("the sample", () => {
  const runFile = (program: string, file: string) =>
    run(program, [join("test/samples", file)], {
      PHONE_AGENT_BASE_URL: mock.url,
      PHONE_AGENT_TOKEN: "token-of-a-sample",
      CURL_HOME: tmpdir(),
    });

  test("of a guide's first call prints the contract's first example", async () => {
    const { output } = await runFile("sh", "guides/tokens.sh");
    expect(JSON.parse(output)).toEqual(Object.values(fixtures.listTokens)[0]);
  });

  test("of preferences gets the example, the failure and the journal of its run", async () => {
    const { ok, output } = await runFile("bash", "mock/prefer.sh");
    expect(ok).toBe(true);
    expect(output).toContain('"tokens":[]');
    expect(output).toMatch(/"run":"my-test".*"preferences":\{"code":503,"times":2\}.*"status":503/);
  });

  test("of planned steps is accepted by the mock", async () => {
    expect(await runFile("bash", "mock/control.sh")).toEqual({ ok: true, output: "" });
  });

  test("of a Python client by the standard library gets examples, sequences, a reset and its journal", async () => {
    const output =
      "2 tokens\n503, 503, then 200\nread on after a reset: 200\n3 calls in the journal of this run";
    expect(await runFile("python3", "mock/stranger.py")).toEqual({ ok: true, output });
  });

  test.each([
    ["bash", "testing/sequence.sh", "503\n503\n200"],
    ["python3", "testing/sequence.py", "0 tokens after 3 attempts"],
  ])(
    "of %s in %s gets two failures, then a success, and leaves no step",
    async (program, file, output) => {
      expect(await runFile(program, file)).toEqual({ ok: true, output });
      const { output: tokens } = await runFile("sh", "guides/tokens.sh");
      expect(JSON.parse(tokens)).toEqual(Object.values(fixtures.listTokens)[0]);
    },
  );
});
