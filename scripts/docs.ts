import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, isMain, orFail, readArguments } from "./command.ts";
import { contractFile, describeObserved, readContract } from "./contract.ts";
import { compress, isText, smallest } from "./docs/compress.ts";
import { referenceFiles } from "./docs/files.ts";
import { failInvalid } from "./lint.ts";
import { root } from "./run.ts";

const help = `Writes the API reference: static files that any host can serve, and that open from disk.

  npm run docs                           into dist/reference/
  npm run docs -- --out FOLDER
  npm run docs -- --contract FILE
  npm run docs -- --site URL             where it will be published, for absolute links
`;

const defaults = { contract: contractFile, out: join(root, "dist/reference") };

export interface ReferenceOptions {
  /** The contract to read. */
  contract?: string;
  /** The folder to write to. */
  out?: string;
  /** The address where it will be published. Default: unknown, and every link is relative. */
  site?: string | undefined;
  /** Whether to write what static hosts serve compressed, beside the files. Default: false. */
  compressed?: boolean;
}

/** Builds the reference and returns the names of its files. */
export async function buildReference(options: ReferenceOptions = {}): Promise<string[]> {
  const { contract, out, site, compressed } = { ...defaults, ...options };
  const files = await referenceFiles(
    describeObserved(readContract(contract)),
    contract,
    site === undefined ? undefined : new URL(site.endsWith("/") ? site : `${site}/`),
  );
  const list = join(out, ".files");
  const before = (await readFile(list, "utf8").catch(() => "")).split("\n");
  const names = Object.keys(files);
  for (const [name, text] of Object.entries(files)) {
    const file = join(out, name);
    const isNew = await write(file, text);
    if (!compressed || !isText(name) || Buffer.byteLength(text) < smallest) continue;
    names.push(`${name}.br`, `${name}.gz`);
    if (!isNew && existsSync(`${file}.br`) && existsSync(`${file}.gz`)) continue;
    await writeFile(`${file}.br`, compress(Buffer.from(text), "br"));
    await writeFile(`${file}.gz`, compress(Buffer.from(text), "gzip"));
  }
  // Removes what an earlier build wrote and this one does not have. Other files in the folder are the user's.
  const kept = new Set(names);
  for (const name of before) if (name && !kept.has(name)) await rm(join(out, name), { force: true });
  await write(list, names.join("\n"));
  return Object.keys(files);
}

/** Writes a file that has changed, and says whether it has. It is renamed into place, so that a reader gets the whole old or the whole new one. */
async function write(file: string, text: string): Promise<boolean> {
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
  return true;
}

if (isMain(import.meta.url)) {
  const { values } = readArguments(help, {
    options: {
      contract: { type: "string", default: defaults.contract },
      out: { type: "string", default: defaults.out },
      site: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.site !== undefined && !URL.canParse(values.site))
    fail(`--site takes an address such as https://docs.example.com/, not "${values.site}".`);
  console.log("Building the reference …");
  await failInvalid(values.contract);
  const files = await orFail(() => buildReference({ ...values, compressed: true }));
  console.log(`Wrote ${files.length} files to ${values.out}. Open index.html in a browser, or run \`npm start\`.`);
}
