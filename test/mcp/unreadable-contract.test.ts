import { expect, test, vi } from "vitest";
import { Ending } from "../../src/commands/command.ts";
import { runMcp } from "../../src/mcp/command.ts";

vi.mock(import("../../src/document/data.ts"), async (load) => ({
  ...(await load()),
  readData: () => Promise.reject(new Error("Can't read openapi.json.")),
}));

test("an unreadable contract ends the command with one sentence and exit code 1", async () => {
  await expect(runMcp([])).rejects.toEqual(new Ending("Can't read openapi.json.", 1));
});
