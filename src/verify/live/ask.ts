import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** A terminal, in which a person can answer. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Asks for a line. Resolves to `undefined` if the input isn't a terminal, and at Ctrl-C.
 * @param hidden Whether the line is a secret, which the terminal doesn't show.
 */
export function ask(
  question: string,
  { input, output }: Terminal,
  { hidden = false, signal }: { hidden?: boolean; signal: AbortSignal },
): Promise<string | undefined> {
  if (!input.isTTY || signal.aborted) return Promise.resolve(undefined);
  const hiddenOutput = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  // Created before the question, since the terminal would show characters that are typed earlier.
  const lines = createInterface({ input, output: hidden ? hiddenOutput : output, terminal: true, historySize: 0 });
  const close = () => lines.close();
  signal.addEventListener("abort", close);
  output.write(question);
  return new Promise((resolve) => {
    lines.once("SIGINT", close).once("line", (line) => {
      resolve(line);
      close();
    });
    lines.once("close", () => {
      signal.removeEventListener("abort", close);
      if (hidden) output.write("\n");
      // After a line, the promise is resolved already.
      resolve(undefined);
    });
  });
}
