import { bodyText, isForm, isMultipart } from "../../samples/sent.ts";
import { fieldsOnTheWire } from "../../samples/wire.ts";
import type { PlaygroundRequest } from "./request.ts";

/** The token of the mock. The playground has no place for another. */
const demoToken = "demo-token-not-secret";

export interface Received {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  /** As far as it came. */
  body: string;
  /** The reason why the body is incomplete. */
  broken?: string;
  /** Until the whole response was there, in milliseconds. */
  time: number;
}

/** The address of a request on a server, with the demo token. */
function addressOf({ path, query, token }: PlaygroundRequest): string {
  const search = new URLSearchParams([...(token ? [["token", demoToken]] : []), ...query] as [string, string][]);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Sends a request, and reports the response as it comes in. */
export async function send(
  request: PlaygroundRequest,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  report: (received: Received) => void,
): Promise<Received> {
  const { method, headers, body } = request;
  // A form's content type carries its boundary, which the browser sets.
  const type = body && !isMultipart(body.type) ? [["content-type", body.type]] : [];
  const begin = performance.now();
  const response = await fetch(addressOf(request), {
    method,
    headers: Object.fromEntries([...headers, ...type]),
    ...(body && { body: contentOf(body) }),
    redirect: "manual",
    signal,
  });
  const received: Received = {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: "",
    time: performance.now() - begin,
  };
  try {
    const decoder = new TextDecoder();
    for (const reader = response.body?.getReader(); reader; ) {
      report(received);
      const { done, value } = await reader.read();
      received.body += decoder.decode(value, { stream: !done });
      received.time = performance.now() - begin;
      if (done) break;
    }
  } catch {
    received.broken = signal.aborted ? "Canceled before the body was complete." : "The body ended too early.";
  }
  return received;
}

function contentOf(body: NonNullable<PlaygroundRequest["body"]>): BodyInit {
  if (!isMultipart(body.type) && !isForm(body.type)) return bodyText(body);
  const form = isMultipart(body.type) ? new FormData() : new URLSearchParams();
  for (const [name, text] of fieldsOnTheWire("", body.value)) form.append(name, text);
  return form;
}
