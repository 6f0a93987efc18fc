import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { startCommand } from "../../scripts/start.ts";
import { root } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";

const files = Object.values(manifest.scripts).flatMap(
  (line) => line.match(/(?:scripts|test)\/\S+\.ts/) ?? [],
);

test.each([...new Set(files)])(
  "%s prints its help, and rejects an unknown option in one sentence",
  async (file) => {
    const [, name = ""] =
      /\nawait runIfMain\(import\.meta\.url, (\w+)\);\n$/.exec(
        readFileSync(join(root, file), "utf8"),
      ) ?? [];
    const { [name]: command } = await import(join(root, file));
    const help = await runHere(command, ["--help"]);
    expect(help).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\w[\s\S]*\.\n\n {2}npm (run|start|test)/),
    });
    const rejection = await runHere(command, ["--nothing"]);
    expect(rejection).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^Unknown option "--nothing"\. Known: .*--help\.\n/),
    });
  },
);

test("npm start reports a taken port in one sentence, before it builds anything", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.on("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const { exitCode, output } = await runHere(startCommand, ["--port", `${port}`]);
  server.close();
  expect({ exitCode, output }).toEqual({
    exitCode: 2,
    output: `Port ${port} is taken. Choose another port; 0 picks a free one.`,
  });
});
