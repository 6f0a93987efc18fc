import { relative } from "node:path";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { operationsOf } from "../src/openapi/operations.ts";
import {
  type Contract,
  contractFile,
  type IndexRow,
  operationAt,
  readContract,
} from "./contract/document.ts";
import { addDraft } from "./contract/draft.ts";
import { listSteps } from "./contract/next-steps.ts";
import { writeContract } from "./lint.ts";
import { root, runIfMain } from "./tools/run.ts";

const text = { type: "string" } as const;
const details = {
  id: { ...text, value: "ID", meaning: "the operation id, in camelCase: what the client calls it" },
  method: { ...text, value: "METHOD", meaning: "GET, POST, PUT, PATCH or DELETE" },
  path: { ...text, value: "PATH", meaning: "from the base URL on, with {name} for each value" },
  area: { ...text, value: "AREA", meaning: "one of the contract's tags" },
  name: { ...text, value: "NAME", meaning: "as in the index" },
} as const;
const command = {
  name: "npm run add-operation --",
  summary:
    "Adds an operation to the contract, with every detail that is still unknown marked. Only its row in the index and its path change. It ends with what comes next.",
  usage: [
    [
      'npm run add-operation -- --id createToken --method POST --path /api/v2/tokens --area Authorization --name "Create a token"',
      "",
    ],
  ],
  options: {
    ...details,
    new: { type: "boolean", meaning: "add the name to the index, if it isn't there" },
    contract: {
      ...text,
      default: contractFile,
      value: "FILE",
      meaning: "another contract than openapi/openapi.yaml",
    },
  },
  exitCodes,
} as const;

type Options = Record<keyof typeof details, string> & { new?: boolean };

/**
 * Adds an operation to a copy of a contract, in its paths and its index. The lint finds what is
 * wrong with its values.
 * @throws Error if the id, the method and path, or the name belong to another operation.
 */
export function addOperation(contract: Contract, options: Options): Contract {
  const { area, method, name, path, id: operationId, new: isNew } = options;
  const existing = operationAt(contract, options);
  if (existing)
    throw new Error(
      `The contract has ${method} ${path} already: edit its operation ${existing.operationId}.`,
    );
  const namesake = operationsOf(contract).find(({ id }) => id === operationId);
  if (namesake)
    throw new Error(
      `${operationId} is the id of ${namesake.method} ${namesake.path}: choose another.`,
    );
  const copy = structuredClone(contract);
  copy["x-operation-index"][area] ??= [];
  const rows = copy["x-operation-index"][area];
  if (isNew && !rows.some((row) => row.name === name))
    rows.push({ method: method as IndexRow["method"], name });
  addDraft(copy, { area, method, name, operationId, path });
  return copy;
}

export async function addOperationCommand(args: string[]): Promise<void> {
  const { values } = readArguments(command, args);
  const { contract: file, ...operation } = values as Options & { contract: string };
  const missingOptions = (Object.keys(details) as (keyof typeof details)[]).filter(
    (name) => !operation[name]?.trim(),
  );
  if (missingOptions.length > 0) {
    const list = missingOptions.map((name) => `--${name}`).join(", ");
    fail(`Missing: ${list}.\nRun ${command.name} --help for the options and an example.`);
  }
  const contract = await exitOnError(() => addOperation(readContract(file), operation));
  await writeContract(file, contract);
  const step = `${relative(root, file)}: replace the unknowns that you know`;
  console.log(`Added ${operation.id}. ${listSteps(step)}`);
}

await runIfMain(import.meta.url, addOperationCommand);
