import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf, run } from "../run.ts";

// Scalar's server needs a newer Node than this project, so our lockfiles contain none of its packages.
const packages = ["node@24.21.0", "@scalar/mock-server@0.14.4", "@hono/node-server@1.19.19"];

const server = `import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { createMockServer } from "@scalar/mock-server";

const [contract, port] = process.argv.slice(2);
const { fetch } = await createMockServer({ document: readFileSync(contract, "utf8") });
serve({ fetch, port: Number(port), hostname: "127.0.0.1" });
`;

/** Installs Scalar's mock server in a temporary folder. Returns the command that starts it, but for the port. */
export async function installScalarMock(contract: string): Promise<{ command: string; args: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "bench-scalar-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  writeFileSync(join(folder, "server.mjs"), server);
  console.error("Installing @scalar/mock-server in a temporary folder …");
  await outputOf(run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...packages]));
  return { command: join(folder, "node_modules/.bin/node"), args: [join(folder, "server.mjs"), contract] };
}
