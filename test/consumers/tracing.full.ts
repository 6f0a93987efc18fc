import { inspect } from "node:util";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterEach, expect, test } from "vitest";
import { failureOf, json, type Responder, serve } from "../client/server.ts";

const exporter = new InMemorySpanExporter();
const startAttributes: object[] = [];
new NodeTracerProvider({
  spanProcessors: [
    new SimpleSpanProcessor(exporter),
    {
      onStart: ({ attributes }) => startAttributes.push({ ...attributes }),
      onEnd: () => {},
      forceFlush: async () => {},
      shutdown: async () => {},
    },
  ],
}).register();

afterEach(() => {
  exporter.reset();
  startAttributes.length = 0;
});

const reset: Responder = (response) => response.destroy();
const noTokens = json({ success: true, message: "", tokens: [] });

/** Makes a call that succeeds, one that fails and one without a connection. Returns the text of spans at their start and export. */
async function traceCalls(): Promise<string> {
  await using service = await serve((...args) => (args[1].method === "GET" ? noTokens : reset)(...args));
  await service.phone.listTokens();
  await failureOf(service.phone.deleteSipRegistration());
  service.server.closeAllConnections();
  await new Promise((resolve) => service.server.close(resolve));
  await failureOf(service.phone.deleteSipRegistration());
  const spans = exporter.getFinishedSpans();
  expect(spans).toHaveLength(3);
  return inspect([startAttributes, spans], { depth: Infinity });
}

test("the instrumentation without the recipe records the token", async () => {
  const plain = new UndiciInstrumentation();
  expect(await traceCalls()).toContain("EXAMPLE_TOKEN_1");
  plain.disable();
});

test("with the recipe no span contains the token, and each still has the URL", async () => {
  await import("./recipes/tracing.ts");
  const text = await traceCalls();
  expect(text).not.toContain("EXAMPLE_TOKEN_1");
  expect(text).toMatch(/'url\.full': 'http:\/\/127\.0\.0\.1:\d+\/api\/v2\/tokens'/);
});
