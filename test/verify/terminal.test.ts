import { expect, test } from "vitest";
import { hasTerminal, runInTerminal } from "../learn/terminal.ts";

/** Runs the command in a terminal, for a service that isn't there. */
const verify = (steps: [waitFor: string, keys: string][], ...args: string[]) =>
  runInTerminal(
    // biome-ignore format: one line is the command.
    ["env", "-u", "PHONE_AGENT_TOKEN", process.execPath, "--import", "tsx", "src/cli.ts", "verify",
      "--base-url", "http://127.0.0.1:9", "--pause", "0", ...args],
    steps,
  ).output;

// The pseudo-terminal is Python's.
test.skipIf(!hasTerminal)("verify asks for the token in a terminal, which doesn't show it", () => {
  const output = verify([["API token (it isn't shown): ", "tok-typed\r"]]);
  expect(output).toContain("Could not verify. The service can't be reached.");
  expect(output).not.toMatch(/typed/);
});

test.skipIf(!hasTerminal)("verify shows the confirmation of a deletion, and sends nothing if it's another word", () => {
  const output = verify(
    [
      ["API token (it isn't shown): ", "tok-typed\r"],
      ["Type deleteSipRegistration to confirm: ", "delete\r"],
    ],
    "--include",
    "deleteSipRegistration",
  );

  expect(output).toMatch(/to confirm: .*delete\s/);
  expect(output).toContain("Nothing was sent: --include deleteSipRegistration has to be confirmed in a terminal.");
});
