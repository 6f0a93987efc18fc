import type { Json } from "../../../contract/document.ts";
import { parametersIn, toRequest } from "../../samples/call.ts";
import { toJavaScript, writeCall } from "../../samples/client.ts";
import { demoToken, demoValueOf, writeTokenOption } from "../../samples/credentials.ts";
import type { PlaygroundRequest } from "./request.ts";

/**
 * Writes the call of the client's method, or of `request` if an input has no name in the contract.
 */
function writeClientCall(request: PlaygroundRequest, options: { [name: string]: Json }) {
  if (!parametersIn(request, "query").some(({ isFreeForm }) => isFreeForm))
    return writeCall(request, Object.keys(options).length > 0 ? options : undefined);
  const [path = "", search] = toRequest(request).target.split("?");
  const query = Object.fromEntries(new URLSearchParams(search));
  const values = [request.method, path, { query, ...options }];
  return { setupLines: [], code: `phone.request(${values.map(toJavaScript).join(", ")})` };
}

/**
 * Writes the request as a test with the test server. Steps replace the preferences if there are
 * steps for them.
 */
export function writeTest(request: PlaygroundRequest): string {
  const { operationId, response, preferences, delay } = request;
  const step = stepOf(response);
  const steps = [delay > 0 && `delay(${delay})`, step].filter(Boolean);
  const isPlanned = response === "" || step !== undefined;
  const failure = failureOf(request);
  const { setupLines, code } = writeClientCall(request, {
    ...(!isPlanned && { headers: { prefer: preferences } }),
    ...(response === "fault=stall" && { timeoutMs: 200 }),
  });
  const token =
    writeTokenOption(request.credentials, (credential) => toJavaScript(demoValueOf(credential))) ??
    toJavaScript(request.credentials.map(demoValueOf)[0] ?? demoToken);
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
    ...(failure
      ? [`await assert.rejects(${code}, ${toJavaScript({ name: "PhoneAgentError", ...failure })});`]
      : [`await ${code};`, `server.assertAllCalled(${toJavaScript(operationId)});`]),
  ];
  return [
    ...(failure ? ['import assert from "node:assert/strict";'] : []),
    'import { test } from "node:test";',
    'import { createPhoneAgentClient } from "phone-agent-api";',
    'import { createTestServer } from "phone-agent-api/testing";',
    "",
    `test(${toJavaScript(`${operationId}${response ? `, ${response}` : ""}`)}, async () => {`,
    ...body.flatMap((line) => line.split("\n")).map((line) => `  ${line}`),
    "});",
  ].join("\n");
}

function stepOf(preference: string): string | undefined {
  const [, name, value = ""] = /^(example|code|fault)=([^,]*)$/.exec(preference) ?? [];
  if (name === "example") return `reply(${toJavaScript(value.replace(/^"(.*)"$/, "$1"))})`;
  if (name === "fault") return `fail(${toJavaScript(value)})`;
  return name === "code" ? `fail(${value})` : undefined;
}

function failureOf({
  response,
  result: { kind },
}: PlaygroundRequest): { [name: string]: Json } | undefined {
  const status = Number(/^code=(\d+)/.exec(response)?.[1]);
  if (status >= 300)
    return kind === "location" && status < 400 ? undefined : { kind: "http", status };
  if (response === "fault=reset") return { kind: "network" };
  if (kind === "location") return undefined;
  if (response === "fault=garbage") return { kind: "unexpected-content" };
  // A call with a streamed body succeeds once its headers arrive.
  if (kind === "bytes") return undefined;
  if (response === "fault=stall") return { kind: "timeout" };
  return response === "fault=truncate" ? { kind: "network" } : undefined;
}
