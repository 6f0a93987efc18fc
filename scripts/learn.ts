import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { escapeText } from "../src/core/text.ts";
import type { Operation } from "../src/openapi/operation.ts";
import { operationsOf } from "../src/openapi/operations.ts";
import { findByRoute } from "../src/openapi/path.ts";
import { pointerOf } from "../src/openapi/pointer.ts";
import { unknowns } from "../src/openapi/unknowns.ts";
import { countNoun } from "../src/openapi/words.ts";
import { readText } from "../src/platform/files.ts";
import { createNameRule } from "../src/traffic/names.ts";
import { readVariables } from "../src/traffic/postman.ts";
import { createTrafficReader } from "../src/traffic/reader.ts";
import { createVerifiableContract } from "../src/traffic/verifiable-contract.ts";
import { contractFile, readContract } from "./contract/document.ts";
import { listSteps } from "./contract/next-steps.ts";
import { applyDecisions } from "./learn/apply/apply.ts";
import { createOpenCheck } from "./learn/apply/change.ts";
import { learn } from "./learn/learn.ts";
import {
  answerFor,
  keepDecisions,
  type LearnedOperation,
  lineOf,
  manualWords,
  parseLearned,
  readLearned,
  renderLearned,
  undecided,
} from "./learn/learned-file.ts";
import { readFiles } from "./learn/read.ts";
import { renderReport } from "./learn/report.ts";
import { createPaths } from "./learn/template/paths.ts";
import { listWithheld } from "./learn/withheld.ts";
import { replaceFile } from "./tools/file.ts";
import { runIfMain } from "./tools/run.ts";

const text = { type: "string" } as const;
const command = {
  name: "npm run learn --",
  summary:
    "Learns from recorded traffic what the contract doesn't contain, and writes a file to decide about it.",
  usage: [
    [
      "npm run learn -- traffic.har … [options]",
      "HAR, also as Playwright's .zip or with its bodies in files of their own; NDJSON (.ndjson, .jsonl: an entry of a HAR on each line), a Postman collection with saved responses, or a list of collections, and a journal of the mock (only its requests are used)",
    ],
    [
      "npm run learn -- --apply FILE [options]",
      "applies what was decided in it to the contract, if the lint accepts that",
    ],
  ],
  takesArguments: true,
  options: {
    "base-url": {
      ...text,
      value: "URL",
      meaning: "the address of the service; without it, the one with the contract's paths",
    },
    "postman-environment": {
      ...text,
      multiple: true,
      value: "FILE",
      meaning: "values of Postman's variables, as Postman exports them",
    },
    variable: {
      ...text,
      multiple: true,
      value: "NAME=VALUE",
      meaning: "the value of one variable; repeatable",
    },
    out: {
      ...text,
      default: "learned.yaml",
      value: "FILE",
      meaning: "the file to decide in (default: learned.yaml)",
    },
    "show-withheld": {
      type: "boolean",
      default: false,
      meaning: "print the names that were withheld, to a terminal only",
    },
    apply: { ...text, value: "FILE", meaning: "apply the decisions in this file" },
    contract: {
      ...text,
      default: contractFile,
      value: "FILE",
      meaning: "another contract than openapi/openapi.yaml",
    },
  },
  details: [
    `In the file, give each operation a name of the index: three are suggested, and none is chosen. Accept facts with yes or
no. The paths are yours, too: a segment that isn't a word is taken for a value, and so are different words whose
responses have one shape. What is unclear is {?}. Edit paths and learn again: your decisions stay.

No value of the traffic is written. A name is written only if its words are in the contract, or in the list of
src/traffic/words.json: any other may be about a person, and is withheld. Traffic doesn't show meaning: units, lifetimes
and permissions stay unknown. Exchanges with the mock, and web pages that the contract doesn't declare, are ignored.`,
  ],
  exitCodes: { ...exitCodes, 1: `${exitCodes[1]}, or a recording breaks off` },
} as const;

const readOptions = (args: string[]) => readArguments(command, args);

export async function learnCommand(args: string[]): Promise<number> {
  const { values, positionals } = readOptions(args);
  if ((values.apply === undefined) === (positionals.length === 0))
    fail("Give one of these: recorded traffic, or --apply FILE.");
  if (values.apply === undefined) return learnFrom(positionals, values);
  await applyFile(values.apply, values.contract);
  return 0;
}

async function applyFile(file: string, contractPath: string): Promise<void> {
  const name = escapeText(basename(contractPath));
  const contract = await exitOnError(() => readContract(contractPath));
  const text = await exitOnError(() => readText(file, "Give the file that `npm run learn` wrote."));
  const operations = await exitOnError(() => parseLearned(text, escapeText(file)));
  const placeOf = (number: number) =>
    ` See line ${lineOf(text, ["operations", number])} of ${escapeText(file)}.`;
  const applied = await exitOnError(() => applyDecisions(contract, operations, placeOf));
  print(
    applied.waiting.map((fact) => `Left out, since what it is a part of isn't accepted: ${fact}`),
  );
  const open = describeOpen(operations);
  if (isDeepStrictEqual(applied.contract, contract))
    return console.log(`${name} already has all that is accepted.${open}`);
  // Loading it takes more time and memory than most runs.
  const { writeContract } = await import("./lint.ts");
  await writeContract(
    contractPath,
    applied.contract,
    "Don't accept the facts at these places, or learn again if the contract has changed since.",
  );
  const openIds = unknowns(applied.contract).map(({ id }) => id);
  const isObserved = ({ knowledge }: Operation) => knowledge === "observed";
  const all = operationsOf(applied.contract);
  // No text is about operations that traffic alone shows.
  const observed = all.filter(isObserved).map(({ keys }) => pointerOf(keys));
  const answeredIds = unknowns(contract).flatMap(({ id, pointer }) =>
    openIds.includes(id) || observed.some((place) => pointer.startsWith(place)) ? [] : id,
  );
  const changedIds = all.flatMap((operation) => {
    const learned = findByRoute(operations, operation);
    const isChanged = learned?.facts.some((fact) => answerFor(fact, learned) === "yes");
    return isChanged && !isObserved(operation) ? [operation.id] : [];
  });
  const facts = "test/contract/contract.test.ts";
  const steps = [
    ...(changedIds.length > 0
      ? [`\`${facts}\`: change the lines of ${changedIds.join(", ")}`]
      : []),
    ...(answeredIds.length > 0
      ? [
          `\`${facts}\`, \`scripts/docs/guides/\`, \`README.md\`: change what says ${answeredIds.join(", ")}`,
        ]
      : []),
  ];
  console.log(`Changed ${name}.${open} ${listSteps(...steps)}`);
}

/** Says what waits for a decision; empty if nothing does. */
function describeOpen(operations: readonly LearnedOperation[]): string {
  const isNameless = ({ candidates, name }: LearnedOperation) => candidates && name === undecided;
  const nameless = operations.filter(isNameless).length;
  const facts = operations.flatMap((operation) =>
    operation.facts.filter((fact) => answerFor(fact, operation) === "ask"),
  );
  const parts = [
    ...(nameless > 0 ? [`${countNoun(nameless, "operation")} for a name`] : []),
    ...(facts.length > 0 ? [`${countNoun(facts.length, "fact")} for an answer`] : []),
  ];
  return parts.length > 0 ? ` Waiting: ${parts.join(", and ")}.` : "";
}

/** Resolves to the exit code: 1 if a recording is incomplete, as what it shows still holds. */
async function learnFrom(
  files: readonly string[],
  values: ReturnType<typeof readOptions>["values"],
): Promise<number> {
  const { contract: contractPath, out, "show-withheld": showsWithheld } = values;
  if (showsWithheld && !process.stdout.isTTY)
    fail("Withheld names are shown only in a terminal: run the command without pipes.");
  const contract = await exitOnError(() => readContract(contractPath));
  const earlierOperations = await exitOnError(() => readLearned(out));
  const rule = createNameRule(contract, manualWords(earlierOperations));
  const paths = createPaths(contract, rule, earlierOperations);
  const variables = await exitOnError(() =>
    readVariables(values["postman-environment"], values.variable),
  );
  const baseUrl = values["base-url"];
  const reader = await exitOnError(() =>
    createTrafficReader(createVerifiableContract(contract), { baseUrl, variables }),
  );
  const entries = await exitOnError(() => readFiles(files, reader, paths.add));
  const ambiguity = reader.baseUrls.findAmbiguity();
  if (ambiguity) fail(ambiguity);
  const { templates, operations } = learn(contract, paths, rule);
  print(renderReport(entries, templates, operations));
  const exitCode = reader.losses.size > 0 ? 1 : 0;
  for (const loss of reader.losses) console.error(`${loss} What was learned is incomplete.`);
  if (showsWithheld) {
    const names = templates.flatMap((template) =>
      listWithheld(template).map((item) => ({ ...template, ...item })),
    );
    print(
      names.map(
        ({ method, path, description, name }) =>
          `${method} ${path} ${description}: ${escapeText(name)}`,
      ),
    );
  }
  if (entries.exchanges === 0) {
    const reason = entries.entries > 0 ? "no exchange with the service" : "no entries";
    fail(
      [`Nothing was learned: the files have ${reason}.`, reader.baseUrls.describeOthers() ?? []]
        .flat()
        .join("\n"),
    );
  }
  if (templates.length === 0)
    fail("Nothing was learned: all requests failed, and the contract has none of their paths.");
  const document = keepDecisions(operations, earlierOperations, createOpenCheck(contract));
  if (document.length === 0) {
    console.log("\nNothing new.");
    return exitCode;
  }
  await exitOnError(() => replaceFile(out, renderLearned(document)));
  const factCount = document.reduce((sum, { facts }) => sum + facts.length, 0);
  print([
    "",
    `${countNoun(factCount, "fact")} in ${out}: decide there, then npm run learn -- --apply ${out}`,
  ]);
  return exitCode;
}

/** Prints lines, of which some come from a recording or a contract. */
const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(escapeText(line));
};

await runIfMain(import.meta.url, learnCommand);
