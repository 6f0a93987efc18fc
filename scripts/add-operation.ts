import { rmSync, writeFileSync } from "node:fs";
import { fail, orFail, readArguments } from "../src/commands/command.ts";
import { readText } from "../src/commands/files.ts";
import { type NewOperation, withOperation } from "./add-operation/operation.ts";
import { contractFile, type Json, parseContract } from "./contract/document.ts";
import { editYaml } from "./contract/edit.ts";
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

/** Adds an operation to the contract's text. */
export const addOperation = (yaml: string, operation: NewOperation, file?: string): string =>
  editYaml(yaml, withOperation(parseContract(yaml, file), operation) as unknown as Json);

const forms: [name: keyof NewOperation, form: RegExp, sentence: string][] = [
  ["id", /^[a-z][A-Za-z0-9]*$/, "must be in camelCase, such as createToken"],
  ["method", /^(GET|POST|PUT|PATCH|DELETE)$/, "must be GET, POST, PUT, PATCH or DELETE"],
  [
    "path",
    /^(\/([^/{}?#\s]|\{[A-Za-z][^/{}?#\s]*\})*)+$/,
    "must start with / and have {name} for each value, without blanks, as in /api/v2/tokens/{tokenId}",
  ],
];

function readOptions(args: string[]): { operation: NewOperation; file: string } {
  const text = { type: "string" } as const;
  const options = { id: text, method: text, path: text, area: text, name: text } as const;
  const command = "npm run add-operation --";
  const { values } = readArguments(command, help, {
    args,
    options: { ...options, contract: { ...text, default: contractFile } },
  });
  const missingOptions = Object.keys(options).filter((name) => !values[name as keyof typeof options]?.trim());
  if (missingOptions.length > 0) {
    const list = missingOptions.map((name) => `--${name}`).join(", ");
    fail(`Missing: ${list}.\nRun ${command} --help for the options and an example.`);
  }
  const { contract: file, ...operation } = values as NewOperation & { contract: string };
  const misfits = forms.filter(([name, form]) => !form.test(operation[name]));
  if (misfits.length > 0) fail(misfits.map(([name, , sentence]) => `--${name} ${sentence}.`).join("\n"));
  return { operation, file };
}

export async function addOperationCommand(args: string[]): Promise<void> {
  const { operation, file } = readOptions(args);
  const editedText = await orFail(() => addOperation(readText(file), operation, file));
  // Linted first, in a file next to the contract: what the rules reject never gets into the contract.
  const draft = `${file}.draft.yaml`;
  writeFileSync(draft, editedText);
  const { ok, output } = await lintContract([draft]).finally(() => rmSync(draft));
  if (!ok) fail(output.replaceAll(".draft.yaml", ""));
  writeFileSync(file, editedText);
  console.log(`Added ${operation.id}. Replace the unknowns with what you know, then run npm run generate.`);
}

await runIfMain(import.meta.url, addOperationCommand);
