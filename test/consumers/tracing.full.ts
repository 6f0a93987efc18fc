import { inspect } from "node:util";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterEach, expect, test } from "vitest";
import { failureOf, json, type Responder, serve } from "../client/server.ts";

const exporter = new InMemorySpanExporter();
const started: object[] = [];
new NodeTracerProvider({
  spanProcessors: [
    new SimpleSpanProcessor(exporter),
    {
      onStart: ({ attributes }) => started.push({ ...attributes }),
      onEnd: () => {},
      forceFlush: async () => {},
      shutdown: async () => {},
    },
  ],
}).register();

afterEach(() => {
  exporter.reset();
  started.length = 0;
});

const reset: Responder = (response) => response.destroy();
const noTokens = json({ success: true, message: "", tokens: [] });

/** Every text that spans hold as they start and as they are exported, after a success, a failure and a lost connection. */
async function traced(): Promise<string> {
  await using service = await serve((...args) => (args[1].method === "GET" ? noTokens : reset)(...args));
  await service.phone.listTokens();
  await failureOf(service.phone.deleteSipRegistration());
  service.server.closeAllConnections();
  await new Promise((closed) => service.server.close(closed));
  await failureOf(service.phone.deleteSipRegistration());
  const spans = exporter.getFinishedSpans();
  expect(spans).toHaveLength(3);
  return inspect([started, spans], { depth: Infinity });
}

test("the instrumentation as it comes records the token", async () => {
  const plain = new UndiciInstrumentation();
  expect(await traced()).toContain("EXAMPLE_TOKEN_1");
  plain.disable();
});

test("with the recipe no span holds the token, and each still has the URL", async () => {
  await import("./recipes/tracing.ts");
  const text = await traced();
  expect(text).not.toContain("EXAMPLE_TOKEN_1");
  expect(text).toMatch(/'url\.full': 'http:\/\/127\.0\.0\.1:\d+\/api\/v2\/tokens'/);
});
