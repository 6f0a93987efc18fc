import { bodyText, isForm, isMultipart } from "../../samples/call.ts";
import { toWireFields } from "../../samples/wire.ts";
import type { PlaygroundRequest } from "./request.ts";

/** The only token that the playground sends. The mock accepts any. */
const demoToken = "demo-token-not-secret";

export interface PlaygroundResponse {
  status: number;
  headers: [name: string, value: string][];
  /** The part that arrived. */
  body: string;
  /** The reason why the body is incomplete. */
  broken?: string;
  /** The time until the latest part arrived, in milliseconds. */
  time: number;
}

/** Returns the path and query of a request, with the demo token if its operation takes one. */
function addressOf({ path, query, token }: PlaygroundRequest): string {
  const search = new URLSearchParams([...(token ? [["token", demoToken]] : []), ...query] as [string, string][]);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Sends a request, reports the response as it arrives, and returns it, also if its body breaks off. */
export async function send(
  request: PlaygroundRequest,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  report: (response: PlaygroundResponse) => void,
): Promise<PlaygroundResponse> {
  const { method, headers, body, preferences } = request;
  // The content type of a multipart form contains its boundary, which the browser sets.
  const type = body && !isMultipart(body.type) ? [["content-type", body.type]] : [];
  const begin = performance.now();
  const response = await fetch(addressOf(request), {
    method,
    headers: Object.fromEntries([...headers, ...type, ...(preferences ? [["prefer", preferences]] : [])]),
    ...(body && { body: contentOf(body) }),
    redirect: "manual",
    signal,
  });
  const playgroundResponse: PlaygroundResponse = {
    status: response.status,
    headers: [...response.headers],
    body: "",
    time: performance.now() - begin,
  };
  try {
    const decoder = new TextDecoder();
    for (const reader = response.body?.getReader(); reader; ) {
      report(playgroundResponse);
      const chunk = await reader.read();
      playgroundResponse.body += decoder.decode(chunk.value, { stream: !chunk.done });
      playgroundResponse.time = performance.now() - begin;
      if (chunk.done) break;
    }
  } catch {
    playgroundResponse.broken = signal.aborted ? "Canceled before the body was complete." : "The body ended too early.";
  }
  return playgroundResponse;
}

function contentOf(body: NonNullable<PlaygroundRequest["body"]>): BodyInit {
  if (!isMultipart(body.type) && !isForm(body.type)) return bodyText(body);
  const form = isMultipart(body.type) ? new FormData() : new URLSearchParams();
  for (const [name, text] of toWireFields("", body.value)) form.append(name, text);
  return form;
}
