import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));

/** Starts the unmodified Prism CLI on a contract. */
export async function startPrism(contract: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const args = [cli, "mock", contract, "--port", `${port}`, "--host", "127.0.0.1", "--verboseLevel", "error"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const url = `http://127.0.0.1:${port}`;
  while (!(await responds(url))) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}: ${stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    async stop() {
      const closeEvent = once(child, "close");
      child.kill("SIGKILL");
      await closeEvent;
    },
  };
}

const responds = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
