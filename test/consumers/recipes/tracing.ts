import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";

registerInstrumentations({
  instrumentations: [
    new UndiciInstrumentation({
      startSpanHook({ origin, path }) {
        const url = new URL(path, origin);
        url.searchParams.delete("token");
        return { "url.full": url.href, "url.query": url.search };
      },
    }),
  ],
});
