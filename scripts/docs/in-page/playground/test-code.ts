import type { Json } from "../../../contract/json.ts";
import { namedCall } from "../../samples/client.ts";
import { javascript } from "../../samples/javascript.ts";
import type { PlaygroundRequest } from "./request.ts";

/** A call by name; one with inputs that have no name takes `request`. */
function callOf(request: PlaygroundRequest, options: { [name: string]: Json } = {}) {
  const prefer = request.headers.filter(([name]) => name === "prefer");
  const all = { ...(prefer.length > 0 && { headers: Object.fromEntries(prefer) }), ...options };
  if (request.free.length > 0) {
    const input = { query: Object.fromEntries(request.query), ...all };
    return {
      before: [],
      call: `phone.request(${javascript(request.method)}, ${javascript(request.path)}, ${javascript(input)})`,
    };
  }
  return namedCall({ ...request, ...(Object.keys(all).length > 0 && { options: all }) });
}

/** Writes the request as a test with the test server, whose steps take the place of the preferences. */
export function testCode(request: PlaygroundRequest): string {
  const { operationId, headers, response, delay } = request;
  const steps = [...(delay > 0 ? [`delay(${delay})`] : []), ...step(response)];
  const isPlanned = response === "" || step(response).length > 0;
  const sent = isPlanned ? { ...request, headers: headers.filter(([name]) => name !== "prefer") } : request;
  const failure = failureOf(request);
  const { before, call } = callOf(sent, response === "fault=stall" ? { timeoutMs: 200 } : {});
  const body = [
    "const server = createTestServer();",
    ...(isPlanned && steps.length > 0 ? [`server.on.${operationId}.${steps.join(".")};`] : []),
    "const phone = createPhoneAgentClient({",
    '  baseUrl: "https://service.example.com",',
    '  token: "demo-token-not-secret",',
    "  fetch: server.fetch,",
    "  retry: false,",
    "});",
    ...before,
    ...(failure
      ? [`await assert.rejects(${call}, ${javascript({ name: "PhoneAgentError", ...failure })});`]
      : [`await ${call};`, `server.assertAllCalled(${javascript(operationId)});`]),
  ];
  return [
    ...(failure ? ['import assert from "node:assert/strict";'] : []),
    'import { test } from "node:test";',
    'import { createPhoneAgentClient } from "phone-agent-api";',
    'import { createTestServer } from "phone-agent-api/testing";',
    "",
    `test(${javascript(`${operationId}${response ? `, ${response}` : ""}`)}, async () => {`,
    ...body.flatMap((line) => line.split("\n")).map((line) => `  ${line}`),
    "});",
  ].join("\n");
}

/** Returns the step of the test server that equals a preference, if there is one. */
function step(preference: string): string[] {
  const [, name, value = ""] = /^(example|code|fault)=([^,]*)$/.exec(preference) ?? [];
  if (name === "example") return [`reply(${javascript(value.replace(/^"(.*)"$/, "$1"))})`];
  if (name === "code") return Number(value) >= 300 ? [`fail(${value})`] : [];
  return name === "fault" ? [`fail(${javascript(value)})`] : [];
}

/** Returns the expected failure of the call, if it fails. */
function failureOf({ response, received: { kind } }: PlaygroundRequest): { [name: string]: Json } | undefined {
  const status = Number(/^code=(\d+)/.exec(response)?.[1]);
  if (status >= 300) return kind === "location" && status < 400 ? undefined : { kind: "http", status };
  if (response === "fault=reset") return { kind: "network" };
  if (kind === "location") return undefined;
  if (response === "fault=garbage") return { kind: "unexpected-content" };
  // The head of a stream is enough.
  if (kind === "bytes") return undefined;
  if (response === "fault=stall") return { kind: "timeout" };
  return response === "fault=truncate" ? { kind: "network" } : undefined;
}
