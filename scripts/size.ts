import { orFail, readArguments } from "../src/command.ts";
import { measureGzipped, ourCaller } from "./bench/callers.ts";
import { pathOperations, readContract } from "./contract.ts";
import { root, runIfMain } from "./tools/run.ts";

const help = `Prints the size of one call, bundled and gzipped, and fails above a limit that grows with the number of operations.

  npm run size
`;

/** Returns the limit in bytes. The table has 16 for each of 97 operations of every shape; more are more alike. */
const limitOf = (operations: number) => 6_920 + 16 * Math.min(operations, 100) + 8 * Math.max(operations - 100, 0);

async function sizeCommand(args: string[]): Promise<number> {
  readArguments("npm run size --", help, { args });
  const limit = limitOf(pathOperations(await orFail(() => readContract())).length);
  const bytes = await orFail(() => measureGzipped(ourCaller.source, root));
  console.log(`One call: ${bytes} B of ${limit} B`);
  return bytes > limit ? 1 : 0;
}

await runIfMain(import.meta.url, sizeCommand);
