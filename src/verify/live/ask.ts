import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** A terminal: where a person can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Asks for a line. Resolves to `undefined` where nobody can be asked, and at Ctrl-C.
 * @param hidden Whether the line is a secret, which the terminal doesn't show.
 */
export function ask(
  question: string,
  { input, output }: Terminal,
  { hidden = false, signal }: { hidden?: boolean; signal: AbortSignal },
): Promise<string | undefined> {
  if (!input.isTTY || signal.aborted) return Promise.resolve(undefined);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question: what is typed at once would be shown otherwise.
  const lines = createInterface({ input, output: hidden ? nowhere : output, terminal: true, historySize: 0 });
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
      // Without effect behind a line.
      resolve(undefined);
    });
  });
}
