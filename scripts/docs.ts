import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, isMain, orFail, readArguments } from "./command.ts";
import { contractFile, describeObserved, readContract } from "./contract.ts";
import { referenceFiles } from "./docs/files.ts";
import { failInvalid } from "./lint.ts";
import { root } from "./run.ts";

const help = `Writes the API reference: static files that any host can serve, and that open from disk.

  npm run docs                           into dist/reference/
  npm run docs -- --out FOLDER
  npm run docs -- --contract FILE
  npm run docs -- --site URL             where it will be published, for the sitemap (default http://127.0.0.1:4010/)
`;

const defaults = { contract: contractFile, out: join(root, "dist/reference"), site: "http://127.0.0.1:4010/" };

/** The contract to read, the folder to write to, and the address that the sitemap uses. */
export type ReferenceOptions = Partial<typeof defaults>;

/** Builds the reference and returns the names of its files. */
export async function buildReference(options: ReferenceOptions = {}): Promise<string[]> {
  const { contract, out, site } = { ...defaults, ...options };
  const files = await referenceFiles(
    describeObserved(readContract(contract)),
    contract,
    new URL(site.endsWith("/") ? site : `${site}/`),
  );
  const before = await readFile(join(out, "llms.txt"), "utf8").catch(() => "");
  for (const [name, text] of Object.entries(files)) {
    const file = join(out, name);
    if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
    await mkdir(dirname(file), { recursive: true });
    // Renamed into place, so that a reader gets either the whole old file or the whole new one.
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
  }
  // Removes what an earlier build wrote and this one does not have. Other files in the folder are the user's.
  for (const name of await readdir(out)) {
    if (/^(redoc|definition|page|theme)-[0-9a-f]{10}\.(js|css)$/.test(name) && !(name in files))
      await rm(join(out, name));
  }
  for (const [, name = ""] of before.matchAll(/\]\(((?:guides|operations|webhooks)\/[\w-]+\.md)\)/g)) {
    if (!(name in files)) await rm(join(out, name), { force: true });
  }
  return Object.keys(files);
}

if (isMain(import.meta.url)) {
  const { values } = readArguments(help, {
    options: {
      contract: { type: "string", default: defaults.contract },
      out: { type: "string", default: defaults.out },
      site: { type: "string", default: defaults.site },
      help: { type: "boolean" },
    },
  });
  if (!URL.canParse(values.site))
    fail(`--site takes an address such as https://docs.example.com/, not "${values.site}".`);
  console.log("Building the reference …");
  await failInvalid(values.contract);
  const files = await orFail(() => buildReference(values));
  console.log(`Wrote ${files.length} files to ${values.out}. Open index.html in a browser, or run \`npm start\`.`);
}
