import { rmSync, writeFileSync } from "node:fs";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import type { IndexEntry } from "../src/openapi/operation-index.ts";
import { pathValueNamesOf } from "../src/openapi/path.ts";
import { createUnknownId } from "../src/openapi/unknown-aspects.ts";
import { readText } from "../src/platform/files.ts";
import {
  contractFile,
  type IndexRow,
  type Json,
  type Operation,
  parseContract,
} from "./contract/document.ts";
import { editYaml } from "./contract/edit.ts";
import { createNaming } from "./contract/index-names.ts";
import { toKebabCase } from "./contract/words.ts";
import { lintContract } from "./lint.ts";
import { runIfMain } from "./tools/run.ts";

const help = `Adds an operation to the contract, with every detail that is still unknown marked. Only its row in the
index and its path change.

  npm run add-operation -- --id createToken --method POST --path /api/v2/tokens --area Authorization --name "Create a token"

  --id ID            the operation id, in camelCase: what the client calls it
  --method METHOD    GET, POST, PUT, PATCH or DELETE
  --path PATH        from the base URL on, with {name} for each value
  --area AREA        one of the contract's tags
  --name NAME        as in the index; a name that the index doesn't have is added
  --contract FILE    default: openapi/openapi.yaml

Then replace the unknowns with what you know, and run npm run generate.
`;

const text = { type: "string" } as const;
const options = { id: text, method: text, path: text, area: text, name: text };

type NewOperation = Record<keyof typeof options, string>;

/**
 * Adds an operation to the contract's text, in its paths and its index. The lint finds what is
 * wrong with its values.
 * @throws Error if the method and path, or the name, belong to another operation.
 */
export function addOperation(yaml: string, operation: NewOperation, file?: string): string {
  const { area, method, name, path, id: operationId } = operation;
  const contract = structuredClone(parseContract(yaml, file));
  const item = contract.paths[path] ?? {};
  const existing = item[method.toLowerCase()];
  if (existing)
    throw new Error(
      `The contract has ${method} ${path} already: edit its operation ${existing.operationId}.`,
    );
  contract["x-operation-index"][area] ??= [];
  const rows = contract["x-operation-index"][area];
  const namesakes = rows.filter((row) => row.name === name);
  const row = namesakes.find((namesake) => ["unspecified", method].includes(namesake.method));
  if (row?.operationId)
    throw new Error(`"${name}" is documented as ${row.operationId}: choose another --name.`);
  // Several operations share a name, distinguished by their methods, only if the description has
  // them all.
  if (!row && namesakes[0])
    throw new Error(
      `The index has "${name}" as ${namesakes[0].method}: choose this --method or another --name.`,
    );
  // The method is all that can be unknown of a row.
  if (row?.method === "unspecified") delete row["x-not-shown"];
  if (row) Object.assign(row, { method, operationId });
  else rows.push({ method: method as IndexRow["method"], name, operationId });
  const { index, summaryOf } = createNaming(contract);
  const entry = index.find((candidate) => candidate.operationId === operationId) as IndexEntry;
  const skeleton = createSkeleton(operation, summaryOf(entry, method, path));
  contract.paths[path] = { ...item, [method.toLowerCase()]: skeleton };
  return editYaml(yaml, contract as unknown as Json);
}

/** Creates an operation with its area, title, method and path. All else is marked as unknown. */
function createSkeleton({ id, path, area }: NewOperation, summary: string): Operation {
  const unknown = toKebabCase(id);
  const parameters = pathValueNamesOf(path).map((name) => ({
    name,
    in: "path" as const,
    required: true,
    description: "A value of the path.",
    schema: {},
    "x-not-shown": { [`${unknown}-${toKebabCase(name)}-type`]: `Type and meaning of \`${name}\`` },
    examples: {
      placeholder: {
        summary: "A placeholder, not a real value",
        value: `example-${toKebabCase(name)}`,
      },
    },
  }));
  return {
    operationId: id,
    tags: [area],
    summary,
    description: "Only this operation's area, name, method and path are known.",
    "x-repeatable": false,
    "x-not-shown": {
      [`${unknown}-details`]: "Details beyond the area, name, method and path",
      [createUnknownId(unknown, "token")]: "Token requirement",
      [createUnknownId(unknown, "parameters")]:
        "Request parameters other than credentials and path values",
      [createUnknownId(unknown, "payload")]: "Request payload",
    },
    ...(parameters.length > 0 && { parameters }),
    responses: {
      "2XX": {
        description: "A successful response.",
        "x-not-shown": {
          [createUnknownId(unknown, "success status")]: "Status code of a successful response",
          [createUnknownId(unknown, "body")]: "Shape of the response body",
        },
        content: { "application/json": { schema: {} } },
      },
      default: { $ref: "#/components/responses/Failure" } as never,
    },
  };
}

export async function addOperationCommand(args: string[]): Promise<void> {
  const command = "npm run add-operation --";
  const allOptions = { ...options, contract: { ...text, default: contractFile } };
  const { values } = readArguments(command, help, { args, options: allOptions });
  const { contract: file, ...operation } = values as NewOperation & { contract: string };
  const missingOptions = (Object.keys(options) as (keyof NewOperation)[]).filter(
    (name) => !operation[name]?.trim(),
  );
  if (missingOptions.length > 0) {
    const list = missingOptions.map((name) => `--${name}`).join(", ");
    fail(`Missing: ${list}.\nRun ${command} --help for the options and an example.`);
  }
  const editedText = await exitOnError(() => addOperation(readText(file), operation, file));
  // Linted first, in a file next to the contract: what the rules reject never gets into the
  // contract.
  const draft = `${file}.draft.yaml`;
  writeFileSync(draft, editedText);
  const { ok, output } = await lintContract([draft]).finally(() => rmSync(draft));
  if (!ok) fail(output.replaceAll(".draft.yaml", ""));
  writeFileSync(file, editedText);
  console.log(
    `Added ${operation.id}. Replace the unknowns with what you know, then run npm run generate.`,
  );
}

await runIfMain(import.meta.url, addOperationCommand);
