import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../scripts/tools/run.ts";
import { bundle } from "./bundle.ts";
import { makeOnce } from "./once.ts";

/** A package in the layout of the build, and the path of its command: one for all files of tests. */
export const { folder: packageFolder, value: cli } = await makeOnce("package", async (folder) => {
  const { createPackageTexts } = await import("../scripts/build/texts.ts");
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(createPackageTexts())) {
    mkdirSync(dirname(join(folder, "dist", name)), { recursive: true });
    writeFileSync(join(folder, "dist", name), text);
  }
  const outfile = join(folder, "dist/src/cli.js");
  await bundle({ entryPoints: [join(root, "src/cli.ts")], outfile });
  return outfile;
});
