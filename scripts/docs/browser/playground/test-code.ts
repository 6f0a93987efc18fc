import type { Kind } from "../../../../src/client/errors.ts";
import type { Sample } from "../../model/page.ts";
import { demoToken, demoValueOf, writeTokenOption } from "../../samples/call.ts";
import { toJavaScript, writeCall } from "../../samples/client.ts";
import { type PlaygroundRequest, withTimes } from "./request.ts";

/** What a test imports, and how it expects that a call fails, in each test runner. */
const runners = {
  "node:test": {
    importsOf: (fails: boolean) => [
      ...(fails ? ['import assert from "node:assert/strict";'] : []),
      'import { test } from "node:test";',
    ],
    writeRejection: (code: string, error: string) => `assert.rejects(${code}, ${error})`,
  },
  Vitest: {
    importsOf: (fails: boolean) => [`import { ${fails ? "expect, " : ""}test } from "vitest";`],
    writeRejection: (code: string, error: string) =>
      `expect(${code}).rejects.toMatchObject(${error})`,
  },
};

export const testRunners = Object.keys(runners) as (keyof typeof runners)[];

/**
 * Writes the request as a test with the test server. Steps replace the preferences if there are
 * steps for them.
 */
export function writeTest(
  request: PlaygroundRequest,
  runner: keyof typeof runners = "node:test",
): string {
  const { operationId, response, delay, times } = request;
  const { preferences } = withTimes(request);
  const { importsOf, writeRejection } = runners[runner];
  const step = stepOf(response, times);
  const steps = [delay > 0 && `delay(${delay})`, step].filter(Boolean);
  const isPlanned = response === "" || step !== undefined;
  const failure = failureOf(request);
  const { setupLines, code } = writeCall(
    request,
    !isPlanned || response === "fault=stall"
      ? {
          ...(!isPlanned && { headers: { prefer: preferences } }),
          ...(response === "fault=stall" && { timeoutMs: 200 }),
        }
      : undefined,
  );
  const token =
    writeTokenOption(request.credentials, (credential) => toJavaScript(demoValueOf(credential))) ??
    toJavaScript(request.credentials.map(demoValueOf)[0] ?? demoToken);
  const expected = toJavaScript({ name: "PhoneAgentError", ...failure });
  const attempt = `await ${failure ? writeRejection(code, expected) : code};`;
  const body = [
    "const server = createTestServer();",
    ...(isPlanned && steps.length > 0 ? [`server.on.${operationId}.${steps.join(".")};`] : []),
    "const phone = createPhoneAgentClient({",
    '  baseUrl: "https://service.example.com",',
    `  token: ${token},`,
    "  fetch: server.fetch,",
    "  retry: false,",
    "});",
    ...setupLines,
    ...(times > 0
      ? [`for (let time = 1; time <= ${times}; time++)`, `  ${attempt}`, `await ${code};`]
      : [attempt]),
    ...(failure && times === 0 ? [] : [`server.assertAllCalled(${toJavaScript(operationId)});`]),
  ];
  return [
    ...importsOf(failure !== undefined),
    'import { createPhoneAgentClient } from "phone-agent-api";',
    'import { createTestServer } from "phone-agent-api/testing";',
    "",
    `test(${toJavaScript(`${operationId}${preferences ? `, ${preferences}` : ""}`)}, async () => {`,
    ...body.flatMap((line) => line.split("\n")).map((line) => `  ${line}`),
    "});",
  ].join("\n");
}

/** Writes the request as a test of each test runner. */
export const testsOf = (request: PlaygroundRequest): Sample[] =>
  testRunners.map((runner) => ({
    label: runner,
    language: "typescript",
    code: writeTest(request, runner),
  }));

function stepOf(preference: string, times: number): string | undefined {
  const [, name, value = ""] = /^(example|code|fault)=([^,]*)$/.exec(preference) ?? [];
  const method = name === "example" ? "reply" : "fail";
  const argument = name === "code" ? value : toJavaScript(value.replace(/^"(.*)"$/, "$1"));
  return name && `${method}(${argument}${times > 0 ? `, ${times}` : ""})`;
}

function failureOf({
  response,
  result,
}: PlaygroundRequest): { kind: Kind; status?: number } | undefined {
  const status = Number(/^code=(\d+)/.exec(response)?.[1]);
  if (status >= 300)
    return result === "location" && status < 400 ? undefined : { kind: "http", status };
  if (response === "fault=reset") return { kind: "network" };
  if (result === "location") return undefined;
  if (response === "fault=garbage") return { kind: "unexpected-content" };
  // A call with a streamed body succeeds once its headers arrive.
  if (result === "bytes") return undefined;
  if (response === "fault=stall") return { kind: "timeout" };
  return response === "fault=truncate" ? { kind: "network" } : undefined;
}
