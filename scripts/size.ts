import { spawn } from "node:child_process";
import { once } from "node:events";
import { orFail, readArguments, runIfMain } from "./command.ts";
import { consumersFolder, installConsumers } from "./consumers.ts";

const help = `Prints the size of one bundled call, and fails above a limit that grows with the number of operations.

  npm run size
`;

async function sizeCommand(args: string[]): Promise<number> {
  readArguments(help, { args, options: { help: { type: "boolean" } } });
  await orFail(installConsumers);
  const command = ["node_modules/size-limit/bin.js", "--config", "../../scripts/size-limit.mjs"];
  const [code] = await once(spawn(process.execPath, command, { cwd: consumersFolder, stdio: "inherit" }), "close");
  return code ?? 1;
}

await runIfMain(import.meta.url, sizeCommand);
