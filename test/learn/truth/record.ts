import { seeded } from "../../../scripts/bench/seeded.ts";
import { request } from "./respond.ts";
import type { TruthOperation } from "./service.ts";
import { entry } from "./traffic.ts";

/** Sends requests to a service over HTTP, and gives what a recorder between the two would write. */
export async function* recorded(
  operations: readonly TruthOperation[],
  each: number,
  url: string,
): AsyncGenerator<object> {
  const random = seeded(17);
  for (let round = 0; round < each; round++) {
    for (const operation of operations) {
      const sent = request(operation, random);
      const body = typeof sent.body === "string" || sent.body === undefined ? sent.body : JSON.stringify(sent.body);
      const response = await fetch(`${url}${sent.path}`, {
        method: sent.method,
        ...(body !== undefined && { body, headers: { "content-type": `${sent.mediaType}` } }),
      });
      const text = await response.text();
      const mediaType = response.headers.get("content-type");
      const received = {
        status: response.status,
        ...(mediaType && { mediaType }),
        ...(text && { body: JSON.parse(text) }),
      };
      yield entry(sent, received, new Date(), url);
    }
  }
}
