import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));

/** Starts the unmodified Prism CLI on a contract, on a port that is free. */
export async function startPrism(
  contract: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const args = [cli, "mock", contract, "--port", "0", "--host", "127.0.0.1"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closeEvent = once(child, "close");
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [address] = /(?<=is listening on )http:\/\/[\d.:]+/.exec(output) ?? [];
      if (address) resolve(address);
    });
    child.on("close", (code) => reject(new Error(`Prism ended with ${code}: ${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      await closeEvent;
    },
  };
}
