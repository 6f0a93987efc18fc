import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, orFail, readArguments, runIfMain } from "./command.ts";
import { contractFile, describeUnknowns, readContract } from "./contract.ts";
import { coverageSvg } from "./docs/coverage.ts";
import { declared } from "./generate/declared.ts";
import { fixtures, servers } from "./generate/fixtures.ts";
import { ledger } from "./generate/ledger.ts";
import { models } from "./generate/models.ts";
import { operations } from "./generate/operations.ts";
import { requests } from "./generate/requests.ts";
import { types } from "./generate/types.ts";
import { validators } from "./generate/validators.ts";
import { failInvalid } from "./lint.ts";
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
  const named = await types(described);
  const files = {
    "schema.ts": named.schema,
    "models.ts": models(described, named),
    "operations.ts": operations(described, named),
    "ledger.ts": ledger(contract),
    "fixtures.ts": fixtures(contract),
    "declared.ts": declared(contract),
    "servers.ts": servers(contract),
    ...(await requests(contract)),
    ...(await validators(contract)),
  };
  const code = Object.entries(files).map(([name, text]) => [name, banner + text]);
  return { ...Object.fromEntries(code), "coverage.svg": coverageSvg(contract) };
}

/** Writes the files that differ, and returns their names. */
export async function writeGenerated({ file = contractFile, out = folder } = {}): Promise<string[]> {
  const files = await stale(file, out);
  write(files, out);
  return Object.keys(files);
}

/** The files that differ from what would be generated, and what they should contain. */
export async function stale(file = contractFile, out = folder): Promise<Record<string, string>> {
  const files = Object.entries(await generate(file));
  return Object.fromEntries(files.filter(([name, text]) => read(join(out, name)) !== text));
}

export const staleSentence = (names: readonly string[]): string =>
  `Stale: ${names.join(", ")}. Run \`npm run generate\` and commit the result.`;

function write(files: Record<string, string>, out: string): void {
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

export async function generateCommand(args: string[]): Promise<number> {
  const { values } = readArguments(help, {
    args,
    options: {
      check: { type: "boolean", default: false },
      contract: { type: "string", default: contractFile },
      out: { type: "string", default: folder },
      help: { type: "boolean" },
    },
  });
  const { contract: file, out, check } = values;
  const files = await stale(file, out).catch(async (error: Error) => {
    await failInvalid(file);
    return fail(error.message);
  });
  const names = Object.keys(files);
  // What follows from an invalid contract is garbage. The lint takes as long as the rest, so only a change is worth it.
  if (names.length > 0) await failInvalid(file);
  if (!check) await orFail(() => write(files, out));
  if (names.length === 0) console.log("The generated files are up to date.");
  else if (check) console.error(staleSentence(names));
  else console.log(`Wrote ${names.join(", ")}.`);
  return check && names.length > 0 ? 1 : 0;
}

await runIfMain(import.meta.url, generateCommand);
