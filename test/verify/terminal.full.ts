import { expect, test } from "vitest";
import { cli } from "../built-package.ts";
import { hasTerminal, runInTerminal } from "./terminal.ts";

// The pseudo-terminal is Python's.
test.skipIf(!hasTerminal)(
  "verify doesn't show the token that is typed in a terminal, shows a confirmation, and sends nothing if it's another word",
  async () => {
    const { output } = await runInTerminal(
      // biome-ignore format: one line is the command.
      ["env", "-u", "PHONE_AGENT_TOKEN", process.execPath, cli, "verify", "--base-url", "http://127.0.0.1:9",
        "--include", "deleteSipRegistration"],
      [
        ["API token (it isn't shown): ", "tok-typed\r"],
        ["Type deleteSipRegistration to confirm: ", "delete\r"],
      ],
    );
    expect(output).not.toMatch(/typed/);
    expect(output).toMatch(/to confirm: .*delete\s/);
    expect(output).toContain(
      "Nothing was sent: --include deleteSipRegistration has to be confirmed in a terminal.",
    );
  },
);
