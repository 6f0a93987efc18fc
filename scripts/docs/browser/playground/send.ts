import { toRequest, withDemoSecrets } from "../../samples/call.ts";
import type { PlaygroundRequest } from "./request.ts";

export interface PlaygroundResponse {
  response: Response;
  body: string;
  /** The reason why the body is incomplete. */
  broken?: string | undefined;
  /** The time until the latest part arrived, in milliseconds. */
  time: number;
}

/** Sends a request, and shows the response as it arrives, also if its body breaks off. */
export async function send(
  request: PlaygroundRequest,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  show: (response: PlaygroundResponse) => void,
): Promise<void> {
  const { method, preferences } = request;
  const callRequest = toRequest(request);
  const { target, headers } = withDemoSecrets(callRequest);
  const allHeaders = [...headers, ...(preferences ? [["prefer", preferences]] : [])];
  // A page can't set this header, but its host's cookies.
  const cookies = allHeaders.flatMap(([name = "", value = ""]) =>
    name === "cookie" ? value.split("; ") : [],
  );
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store isn't in every browser
  for (const cookie of cookies) document.cookie = `${cookie}; path=/; samesite=strict`;
  const begin = performance.now();
  const response = await fetch(target, {
    method,
    headers: Object.fromEntries(allHeaders),
    body: callRequest.body ?? null,
    redirect: "manual",
    signal,
  });
  let text = "";
  const report = (broken?: string) =>
    show({ response, body: text, broken, time: performance.now() - begin });
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
