import { createRandom } from "../../../scripts/tools/random.ts";
import { createRequest } from "./respond.ts";
import type { TruthOperation } from "./service.ts";
import { toHarEntry } from "./traffic.ts";

/** Sends requests to a service over HTTP, and returns the exchanges as a recorder writes them. */
export async function* recordExchanges(
  operations: readonly TruthOperation[],
  rounds: number,
  url: string,
): AsyncGenerator<object> {
  const random = createRandom(17);
  for (let round = 0; round < rounds; round++) {
    for (const operation of operations) {
      const sentRequest = createRequest(operation, random);
      const body =
        typeof sentRequest.body === "string" || sentRequest.body === undefined
          ? sentRequest.body
          : JSON.stringify(sentRequest.body);
      const response = await fetch(`${url}${sentRequest.path}`, {
        method: sentRequest.method,
        ...(body !== undefined && { body, headers: { "content-type": `${sentRequest.mediaType}` } }),
      });
      const text = await response.text();
      const mediaType = response.headers.get("content-type");
      const receivedResponse = {
        status: response.status,
        ...(mediaType && { mediaType }),
        ...(text && { body: JSON.parse(text) }),
      };
      yield toHarEntry(sentRequest, receivedResponse, new Date(), url);
    }
  }
}
