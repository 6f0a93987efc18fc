import { createRandom } from "../../../scripts/tools/random.ts";
import { createRequest, type ReceivedResponse, respond, type SentRequest } from "./respond.ts";
import type { TruthOperation } from "./service.ts";

/** Returns exchanges with every operation, as entries of a HAR. */
export function* makeTraffic(operations: readonly TruthOperation[], rounds: number, seed = 1): Generator<object> {
  const random = createRandom(seed);
  for (let round = 0; round < rounds; round++) {
    for (const operation of operations) {
      const sentRequest = createRequest(operation, random);
      yield toHarEntry(
        sentRequest,
        respond(operation, sentRequest, random),
        new Date(Date.UTC(2026, 0, 1 + (round % 20))),
      );
    }
  }
}

/** Returns an exchange as an entry of a HAR 1.2. */
export function toHarEntry(
  request: SentRequest,
  { status, mediaType, body }: ReceivedResponse,
  time: Date,
  service = "https://service.example",
): object {
  return {
    startedDateTime: time.toISOString(),
    request: {
      method: request.method,
      url: `${service}${request.path}`,
      headers: [],
      ...(request.mediaType && {
        postData: {
          mimeType: request.mediaType,
          text: typeof request.body === "string" ? request.body : JSON.stringify(request.body),
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
