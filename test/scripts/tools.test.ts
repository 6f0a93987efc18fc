import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { root } from "../../scripts/tools/run.ts";

const folder = mkdtempSync(join(tmpdir(), "tools-"));

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(process.platform !== "win32")(
  "a signal ends a command with what it runs, and removes its temporary folders",
  async () => {
    const file = join(folder, "command.mts");
    writeFileSync(
      file,
      `import { createTemporaryFolder } from "${root}scripts/tools/file.ts";
      import { run, runIfMain } from "${root}scripts/tools/run.ts";
      const program = 'require("node:fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1e6);';
      await runIfMain(import.meta.url, async () => {
        using folder = createTemporaryFolder("ended");
        console.log(folder.path);
        await run(process.execPath, ["-e", program, "${file}.pid"]);
      });`,
    );
    const command = spawn(process.execPath, ["--import", "tsx", file], { cwd: root });
    let output = "";
    command.stdout.on("data", (chunk) => (output += chunk));
    const code = new Promise((resolve) => command.once("close", resolve));
    const pid = await vi.waitFor(
      () => {
        const number = Number(readFileSync(`${file}.pid`, "utf8"));
        expect(number).toBeGreaterThan(0);
        return number;
      },
      { timeout: 20_000 },
    );
    command.kill("SIGINT");
    expect(await code).toBe(130);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 5_000 });
    expect([output.trim() !== "", existsSync(output.trim())]).toEqual([true, false]);
  },
);
