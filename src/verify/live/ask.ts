import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks for a secret, which the terminal doesn't show. Resolves to `undefined` without a terminal, and at Ctrl-C. */
export async function askHidden(question: string, { input, output }: Terminal, signal: AbortSignal) {
  if (!input.isTTY || signal.aborted) return undefined;
  const hidden = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  // Created before the question, since the terminal would show characters that are typed earlier.
  const lines = createInterface({ input, output: hidden, terminal: true, historySize: 0 });
  const end = new AbortController();
  lines.once("SIGINT", () => end.abort()).once("close", () => end.abort());
  output.write(question);
  const answer = lines.question("", { signal: AbortSignal.any([signal, end.signal]) }).catch(() => undefined);
  return answer.finally(() => {
    lines.close();
    output.write("\n");
  });
}
