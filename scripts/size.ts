import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError } from "../src/commands/exit.ts";
import { maxCallBytes, measureGzipped, oneCall } from "./bench/call-size.ts";
import { readContract } from "./contract/document.ts";
import { documentedOperations } from "./contract/operations.ts";
import { root, runIfMain } from "./tools/run.ts";

const help = `Prints the size of one call, bundled and gzipped, and fails above a limit that grows with the number of operations.

  npm run size
`;

export async function sizeCommand(args: string[]): Promise<number> {
  readArguments("npm run size --", help, { args });
  const limit = maxCallBytes(documentedOperations(await exitOnError(() => readContract())).length);
  const bytes = await exitOnError(() => measureGzipped(oneCall, root));
  console.log(`One call: ${bytes} B of ${limit} B`);
  return bytes > limit ? 1 : 0;
}

await runIfMain(import.meta.url, sizeCommand);
