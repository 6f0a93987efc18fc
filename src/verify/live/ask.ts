import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** A terminal: where a person can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks for a line. Resolves to `undefined` where nobody can be asked, or at Ctrl-C. */
export function ask(
  question: string,
  { input, output }: Terminal,
  { hidden = false } = {},
): Promise<string | undefined> {
  if (!input.isTTY) return Promise.resolve(undefined);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  output.write(question);
  const lines = createInterface({ input, output: hidden ? nowhere : output, terminal: true, historySize: 0 });
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(line);
      lines.close();
    });
    lines.once("SIGINT", () => lines.close());
    lines.once("close", () => {
      if (hidden) output.write("\n");
      // Without effect behind a line.
      resolve(undefined);
    });
  });
}
