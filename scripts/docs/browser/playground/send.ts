import { type CallRequest, toRequest, withDemoSecrets } from "../../samples/call.ts";
import { type PlaygroundRequest, withTimes } from "./request.ts";

export interface PlaygroundResponse {
  /** What was sent, without the token. */
  sent: CallRequest;
  response: Response;
  body: string;
  /** The reason why the body is incomplete. */
  broken?: string | undefined;
  /** The time until the latest part arrived, in milliseconds. */
  time: number;
}

/**
 * Sends a request, and shows the response as it arrives, also if its body breaks off.
 * @param run The name of the run, whose requests the mock counts by themselves.
 */
export async function send(
  request: PlaygroundRequest,
  fetch: typeof globalThis.fetch,
  run: string,
  signal: AbortSignal,
  show: (response: PlaygroundResponse) => void,
): Promise<void> {
  const written = toRequest(withTimes(request));
  const sent: CallRequest = { ...written, headers: [...written.headers, ["mock-run", run]] };
  const { target, headers } = withDemoSecrets(sent);
  // A page can't set this header, but its host's cookies.
  const cookies = headers.flatMap(([name, value]) => (name === "cookie" ? value.split("; ") : []));
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store isn't in every browser
  for (const cookie of cookies) document.cookie = `${cookie}; path=/; samesite=strict`;
  const begin = performance.now();
  const response = await fetch(target, {
    method: request.method,
    headers: Object.fromEntries(headers),
    body: sent.body ?? null,
    redirect: "manual",
    signal,
  });
  let text = "";
  const report = (broken?: string) =>
    show({ sent, response, body: text, broken, time: performance.now() - begin });
  report();
  try {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
      report();
    }
  } catch {
    report(signal.aborted ? "Canceled before the body was complete." : "The body ended too early.");
  }
}
