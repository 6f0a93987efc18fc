import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, orFail, readArguments } from "./command.ts";
import { contractFile, describeUnknowns, readContract } from "./contract.ts";
import { fixtures } from "./generate/fixtures.ts";
import { ledger } from "./generate/ledger.ts";
import { operations } from "./generate/operations.ts";
import { types } from "./generate/types.ts";
import { validators } from "./generate/validators.ts";
import { root } from "./run.ts";

const help = `Writes generated/ from the contract.

  npm run generate                       write what changed
  npm run generate -- --check            write nothing; fail where a file is stale
  npm run generate -- --contract FILE --out FOLDER
`;

const folder = join(root, "generated");
const banner = "// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.\n\n";

/** The generated files and their contents, by name. */
export async function generate(file = contractFile): Promise<Record<string, string>> {
  const contract = readContract(file);
  const described = describeUnknowns(contract);
  const files = {
    "schema.ts": await types(described),
    "operations.ts": operations(described),
    "ledger.ts": ledger(contract),
    "fixtures.ts": fixtures(contract),
    ...(await validators(contract)),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, banner + text]));
}

/** Writes the files that differ, and returns their names. With `check` nothing is written. */
export async function writeGenerated({ file = contractFile, out = folder, check = false } = {}): Promise<string[]> {
  const stale = Object.entries(await generate(file)).filter(([name, text]) => read(join(out, name)) !== text);
  if (!check) {
    mkdirSync(out, { recursive: true });
    for (const [name, text] of stale) writeFileSync(join(out, name), text);
  }
  return stale.map(([name]) => name);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

if (isMain(import.meta.url)) {
  const { values } = readArguments(help, {
    options: {
      check: { type: "boolean", default: false },
      contract: { type: "string", default: contractFile },
      out: { type: "string", default: folder },
      help: { type: "boolean" },
    },
  });
  const { contract: file, out, check } = values;
  const names = await orFail(() => writeGenerated({ file, out, check }));
  if (names.length === 0) console.log("The generated files are up to date.");
  else if (check) console.error(`Stale: ${names.join(", ")}. Run \`npm run generate\` and commit the result.`);
  else console.log(`Wrote ${names.join(", ")}.`);
  process.exitCode = check && names.length > 0 ? 1 : 0;
}
