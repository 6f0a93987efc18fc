import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate, writeGenerated } from "../../scripts/generate.ts";
import { root, run } from "../../scripts/run.ts";

const folder = () => mkdtempSync(join(tmpdir(), "generated-"));
const check = (out: string) =>
  run(process.execPath, ["--import", "tsx", "scripts/generate.ts", "--check", "--out", out]);

test("writes the same bytes every time", async () => {
  expect(await generate()).toEqual(await generate());
});

test("writes only what differs, and says what", async () => {
  const out = folder();
  const all = await writeGenerated({ out });
  writeFileSync(join(out, "ledger.ts"), "");
  expect(all).toEqual(
    readdirSync(join(root, "generated"))
      .filter((name) => all.includes(name))
      .sort((a, b) => all.indexOf(a) - all.indexOf(b)),
  );
  expect(await writeGenerated({ out })).toEqual(["ledger.ts"]);
  expect(await writeGenerated({ out })).toEqual([]);
});

test("`--check` fails where a file is stale, names it and writes nothing", async () => {
  const out = folder();
  await writeGenerated({ out });
  expect(await check(out)).toEqual({ ok: true, output: "generated/ is up to date." });
  writeFileSync(join(out, "schema.ts"), "// stale");
  const stale = "Stale: schema.ts. Run `npm run generate` and commit the result.";
  expect(await check(out)).toEqual({ ok: false, output: stale });
  expect(await check(out)).toEqual({ ok: false, output: stale });
});
