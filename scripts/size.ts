import { spawn } from "node:child_process";
import { orFail } from "./command.ts";
import { consumersFolder, installConsumers } from "./consumers.ts";

// Prints the size of one call, and fails if it outgrows the operations.
await orFail(installConsumers);
const args = ["node_modules/size-limit/bin.js", "--config", "../../scripts/size-limit.mjs", ...process.argv.slice(2)];
spawn(process.execPath, args, { cwd: consumersFolder, stdio: "inherit" }).on("close", (code) => {
  process.exitCode = code ?? 1;
});
