import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Asks for a line. Resolves to `undefined` if the input isn't a terminal, and at Ctrl-C.
 * @param hidden Whether the line is a secret, which the terminal doesn't show.
 */
export async function ask(
  question: string,
  { input, output }: Terminal,
  { hidden = false, signal }: { hidden?: boolean; signal: AbortSignal },
): Promise<string | undefined> {
  if (!input.isTTY || signal.aborted) return undefined;
  const hiddenOutput = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  // Created before the question, since the terminal would show characters that are typed earlier.
  const lines = createInterface({
    input,
    output: hidden ? hiddenOutput : output,
    terminal: true,
    historySize: 0,
  });
  const end = new AbortController();
  lines.once("SIGINT", () => end.abort()).once("close", () => end.abort());
  if (hidden) output.write(question);
  const answer = lines
    .question(question, { signal: AbortSignal.any([signal, end.signal]) })
    .catch(() => undefined);
  return answer.finally(() => {
    lines.close();
    if (hidden) output.write("\n");
  });
}
