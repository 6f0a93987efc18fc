import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { drawCoverage } from "./contract/coverage.ts";
import { describeUnknowns } from "./contract/descriptions.ts";
import { contractFile, readContract } from "./contract/document.ts";
import { checkNames } from "./contract/names.ts";
import { listStepsAfterGenerate } from "./contract/next-steps.ts";
import { writeOperations } from "./generate/client/operations.ts";
import { writeService } from "./generate/client/service.ts";
import { writeFixtures } from "./generate/servers/fixtures.ts";
import { writeRequests } from "./generate/servers/requests.ts";
import { writeServers } from "./generate/servers/servers.ts";
import { writeModels } from "./generate/types/models.ts";
import { readTypes } from "./generate/types/read-types.ts";
import { writeValidators } from "./generate/validators/responses.ts";
import { failInvalid } from "./lint.ts";
import { readIfPresent, replaceFile } from "./tools/file.ts";
import { runIfMain } from "./tools/run.ts";

const folder = dirname(fileURLToPath(import.meta.resolve("#generated/models.ts")));

const command = {
  name: "npm run generate --",
  summary: "Writes generated/ from the contract: the files that changed.",
  options: {
    check: {
      type: "boolean",
      default: false,
      meaning: "write nothing; exit with 1 if a file is stale",
    },
    contract: {
      type: "string",
      default: contractFile,
      value: "FILE",
      meaning: "another contract than openapi/openapi.yaml",
    },
    out: {
      type: "string",
      default: folder,
      value: "FOLDER",
      meaning: "another folder than generated/",
    },
  },
  exitCodes,
} as const;

export { writeTestServer } from "./generate/servers/servers.ts";

const banner =
  "// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.\n\n";

export async function generate(file = contractFile): Promise<Record<string, string>> {
  const contract = readContract(file);
  checkNames(contract);
  const described = describeUnknowns(contract);
  const contractTypes = await readTypes(described);
  const files = {
    "schema.ts": contractTypes.schema,
    "models.ts": writeModels(described, contractTypes),
    "operations.ts": writeOperations(described, contractTypes),
    "service.ts": writeService(contract),
    "fixtures.ts": writeFixtures(contract),
    "servers.ts": await writeServers(contract),
    ...(await writeRequests(contract)),
    ...(await writeValidators(contract)),
  };
  const code = Object.entries(files).map(([name, text]) => [name, banner + text]);
  return { ...Object.fromEntries(code), "coverage.svg": drawCoverage(contract) };
}

/** Writes the files that differ, and returns their names. */
export async function writeGenerated({
  file = contractFile,
  out: outFolder = folder,
} = {}): Promise<string[]> {
  const files = await findStale(file, outFolder);
  write(files, outFolder);
  return Object.keys(files);
}

/** Returns what the files that differ should contain. */
async function findStale(file = contractFile, outFolder = folder): Promise<Record<string, string>> {
  const files = Object.entries(await generate(file));
  return Object.fromEntries(
    files.filter(([name, text]) => readIfPresent(join(outFolder, name)) !== text),
  );
}

function write(files: Record<string, string>, outFolder: string): void {
  mkdirSync(outFolder, { recursive: true });
  for (const [name, text] of Object.entries(files)) replaceFile(join(outFolder, name), text);
}

export async function generateCommand(args: string[]): Promise<number> {
  const { values } = readArguments(command, args);
  const { contract: file, out: outFolder, check } = values;
  const files = await findStale(file, outFolder).catch(async (error: Error) => {
    await failInvalid([file], "warn");
    return fail(error.message, 1);
  });
  const names = Object.keys(files);
  // What follows from an invalid contract is garbage. The lint takes as long as the rest, so only a
  // change is worth it.
  if (names.length > 0) await failInvalid([file], "warn");
  if (!check) await exitOnError(() => write(files, outFolder));
  if (names.length === 0) console.log("The generated files are up to date.");
  else if (check)
    console.error(`Stale: ${names.join(", ")}. Run \`npm run generate\` and commit the result.`);
  else
    console.log(
      `Wrote ${names.join(", ")}.${outFolder === folder ? ` ${listStepsAfterGenerate()}` : ""}`,
    );
  return check && names.length > 0 ? 1 : 0;
}

await runIfMain(import.meta.url, generateCommand);
