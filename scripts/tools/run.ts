import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Command, runCommand } from "../../src/commands/exit.ts";
import { onShutdown } from "../../src/platform/signals.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the command if its module is the one that node was asked to run. */
export async function runIfMain(moduleUrl: string, command: Command): Promise<void> {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return;
  // A closed pipe, as of `| head`, doesn't end a command.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // Ends what the command runs, and removes its temporary folders.
  onShutdown(() => process.exit(130));
  process.exitCode = await runCommand(command, process.argv.slice(2));
}

export interface Outcome {
  ok: boolean;
  output: string;
}

/** Runs a command, by default at the project's root, and returns its whole output. */
export function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    const end = () => child.kill();
    process.once("exit", end);
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => {
      process.off("exit", end);
      resolve({ ok: code === 0, output: output.trim() });
    });
  });
}

/**
 * Returns the output of a command that has to succeed. @throws Error with the output if it fails.
 */
export async function outputOf(outcome: Promise<Outcome>): Promise<string> {
  const { ok, output } = await outcome;
  if (!ok) throw new Error(output);
  return output;
}

/**
 * Runs a command of a dependency, without the start-up of npx. For the dead code lint, package.json
 * lists them.
 */
export const runBin = (name: keyof typeof bins, ...args: string[]): Promise<Outcome> =>
  run(process.execPath, [`node_modules/${bins[name]}`, ...args]);

const bins = {
  biome: "@biomejs/biome/bin/biome",
  // Four times as fast as 5.9, which openapi-typescript and rollup-plugin-dts need as a library.
  tsc: "typescript-7/bin/tsc",
};

/**
 * Runs Redocly, without its telemetry and notices. To load our rules, which are TypeScript, it
 * would need tsx.
 */
export async function runRedocly(
  args: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const settings = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", ...env };
  const { ok, output } = await run(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", ...args],
    settings,
  );
  return { ok, output: output.replaceAll(notices, "").trim() };
}

const notices = /^( *[╔║╚]|run `redocly lint --generate-ignore-file`).*\n?/gm;
