import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../scripts/tools/run.ts";
import { copyProject } from "../project-copy.ts";

test("with a contract that isn't YAML, commands end with its file and place, without a stack", async () => {
  const copy = copyProject("no-yaml");
  writeFileSync(join(copy, "openapi/openapi.yaml"), "openapi: 3.1.1\ninfo: [\n");
  const operation = ["--id", "a", "--method", "GET", "--path", "/a", "--area", "A", "--name", "A"];
  const commands = [
    ["scripts/build.ts"],
    ["scripts/learn.ts", "traffic.har"],
    ["scripts/add-operation.ts", ...operation],
    ["src/cli.ts", "verify", "--har", "traffic.har"],
  ];
  for (const [file = "", ...args] of commands) {
    const { ok, output } = await run(
      process.execPath,
      ["--import", "tsx", join(copy, file), ...args],
      // Not the frozen contract.
      { NODE_OPTIONS: "" },
      copy,
    );
    expect([ok, output]).toEqual([
      false,
      expect.stringMatching(/openapi\.yaml" \(3:1\)|^openapi\.yaml isn't valid:/),
    ]);
    expect(output).not.toMatch(/^ +at /m);
  }
  rmSync(copy, { recursive: true, maxRetries: 3 });
});

test("npm run verify refuses to compare with validators that are older than the contract", async () => {
  const copy = copyProject("stale");
  const file = join(copy, "openapi/openapi.yaml");
  const contract = readFileSync(file, "utf8");
  writeFileSync(file, contract.replace("required: [success, message]", "required: [success]"));
  const npm = (...args: string[]) => run("npm", args, { NODE_OPTIONS: "" }, copy);
  const verify = ["run", "--silent", "verify", "--", "--help"];
  expect(await npm(...verify)).toMatchObject({
    ok: false,
    output: expect.stringContaining("npm run generate"),
  });
  await npm("run", "generate");
  expect(await npm(...verify)).toMatchObject({
    ok: true,
    output: expect.stringContaining("--har"),
  });
  rmSync(copy, { recursive: true, maxRetries: 3 });
}, 60_000);
