import { seeded } from "../../../scripts/bench/seeded.ts";
import { type Received, request, respond, type Sent } from "./respond.ts";
import type { TruthOperation } from "./service.ts";

/** Exchanges with every operation, as entries of a HAR. */
export function* traffic(operations: readonly TruthOperation[], each: number, seed = 1): Generator<object> {
  const random = seeded(seed);
  for (let round = 0; round < each; round++) {
    for (const operation of operations) {
      const sent = request(operation, random);
      yield entry(sent, respond(operation, sent, random), new Date(Date.UTC(2026, 0, 1 + (round % 20))));
    }
  }
}

/** An exchange as an entry of a HAR 1.2. */
export function entry(
  sent: Sent,
  { status, mediaType, body }: Received,
  at: Date,
  service = "https://service.example",
): object {
  return {
    startedDateTime: at.toISOString(),
    request: {
      method: sent.method,
      url: `${service}${sent.path}`,
      headers: [],
      ...(sent.mediaType && {
        postData: {
          mimeType: sent.mediaType,
          text: typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body),
        },
      }),
    },
    response: {
      status,
      headers: [],
      content: body === undefined ? { size: 0 } : { mimeType: mediaType, size: -1, text: JSON.stringify(body) },
    },
  };
}
