import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { copyProject } from "../../scripts/tools/copy.ts";
import { run } from "../../scripts/tools/run.ts";

/** Runs `npm start` in a copy of the project, since it writes into the project that it runs in. */
export async function startedCopy() {
  const copy = copyProject("start");
  const contract = join(copy, "openapi/openapi.yaml");
  const original = readFileSync(contract, "utf8");

  let output = "";
  const script = ["--import", "tsx", join(copy, "scripts/start.ts")];
  const child = spawn(process.execPath, [...script, "--port", "0"], { cwd: copy });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const waitFor = async (text: string | RegExp) => {
    await vi.waitFor(() => expect(output).toMatch(text), { timeout: 60_000 });
    return output;
  };
  const introduction = await waitFor(/Ctrl-C/);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(introduction)?.[0] ?? "";

  return {
    copy,
    contract,
    child,
    introduction,
    /** Returns what the introduction says about a subject. */
    line: (subject: string) => new RegExp(`^${subject} +(.+)$`, "m").exec(introduction)?.[1] ?? "",
    url,
    printed: waitFor,
    /** Returns the output since the last edit. */
    output: () => output,
    /** Returns the `message` in the mock's response. */
    message: async () => (await (await fetch(`${url}/api/v2/tokens?token=demo-token-not-secret`)).json()).message,
    /** Writes a change of the original contract, and forgets what was printed before. */
    edit(change: (text: string) => string): void {
      output = "";
      const newText = change(original);
      expect(newText).not.toBe(original);
      writeFileSync(contract, newText);
    },
    /** Serves the original contract again. */
    async restore(): Promise<void> {
      if (existsSync(contract) && readFileSync(contract, "utf8") === original) return;
      output = "";
      writeFileSync(contract, original);
      await waitFor("Rebuilt");
    },
    /** Starts another server next to the first. */
    again: (...args: string[]) => run(process.execPath, [...script, ...args]),
    end: () => child.kill("SIGKILL"),
  };
}
