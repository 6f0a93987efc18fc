import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { fail, orFail, readArguments } from "../src/commands/command.ts";
import { readText } from "../src/commands/files.ts";
import { readTrafficOptions } from "../src/traffic/options.ts";
import { createTrafficReader } from "../src/traffic/reader.ts";
import { prepareContract } from "../src/verify/contract.ts";
import { type Contract, contractFile, type Json, readContract } from "./contract/document.ts";
import { editYaml } from "./contract/edit.ts";
import { applyFacts } from "./learn/apply/change.ts";
import { completeContract } from "./learn/apply/complete.ts";
import { checkIds, type Fact, leaveOut, selectDecided, selectFacts } from "./learn/fact/fact.ts";
import { type LearnedFacts, learnFacts } from "./learn/fact/learn.ts";
import { findRefused } from "./learn/fact/refused.ts";
import { vocabularyOf } from "./learn/name/vocabulary.ts";
import { createTemplateFinder } from "./learn/path/find.ts";
import { wordsOf } from "./learn/path/list.ts";
import { readFiles } from "./learn/read/files.ts";
import { readEarlierReview, readReview, renderReview } from "./learn/review/document.ts";
import { addToList, allowNames, readList } from "./learn/review/lists.ts";
import { renderNames, renderReport } from "./learn/review/report.ts";
import { createObservations, createObserver } from "./learn/shape/observations.ts";
import { scopeOf, writeState } from "./learn/shape/state.ts";
import { runIfMain } from "./tools/run.ts";

const help = `Learns from recorded traffic what the contract doesn't contain, and writes a review document.

  npm run learn -- traffic.har …            HAR; also NDJSON (.ndjson, .jsonl: an entry of a HAR on each line),
                                            a Postman collection with saved responses, or a list of collections,
                                            a journal of the mock (only its requests are used), and states
      --base-url URL                        the address of the service; without it, the one with the contract's paths
      --postman-environment FILE            values of Postman's variables, as Postman exports them
      --variable NAME=VALUE                 the value of one variable; repeatable
      --out FILE                            the review document (default: learned.yaml), an OpenAPI Overlay
      --state FILE                          writes what this run has seen instead, without a value: give the states of
                                            several runs, and the document is the same as that of one run
      --show-names PLACE                    prints the names that were withheld at a place, to a terminal only
      --allow NAME,NAME                     notes names that aren't about people: from then on, they are used
  npm run learn -- --review FILE            decide in the terminal: unclear paths, then one operation at a time
  npm run learn -- --apply FILE             make the changes in the contract: names with the same words as their path,
                                            facts of known operations, and what the review accepted
      --all                                 also names that are only the closest; rejected facts stay out
  npm run learn -- --reject FILE --only …   note facts, so that they aren't proposed again
      --only ID,ID                          these facts alone
      --contract FILE                       another contract than openapi/openapi.yaml

A part of a path is a value if its form shows it, or if several different words have alike responses. What is unclear is
a question. The list of paths, x-paths at the top of the review document, is yours: edit it, and learn again. What the
lint would refuse isn't proposed: the report has the rule's sentence.

No value of the traffic is written. A name may be about a person, too: it's written only if its words occur in the
contract or in other APIs, or if you allow it. All other names are counted and withheld. Traffic doesn't show meaning:
units, lifetimes and permissions stay unknown. Exchanges with the mock, and web pages that the contract doesn't declare,
are ignored.
`;

const options = {
  apply: { type: "string" },
  reject: { type: "string" },
  review: { type: "string" },
  all: { type: "boolean" },
  only: { type: "string" },
  out: { type: "string", default: "learned.yaml" },
  state: { type: "string" },
  contract: { type: "string", default: contractFile },
  "base-url": { type: "string" },
  "postman-environment": { type: "string", multiple: true },
  variable: { type: "string", multiple: true },
  "show-names": { type: "string" },
  allow: { type: "string" },
} as const;

type Values = ReturnType<
  typeof readArguments<{ args: string[]; allowPositionals: true; options: typeof options }>
>["values"];

/** Returns the contract's text with the decided changes of a review document, or with those of the facts in `ids`. */
export function applyReview(
  text: string,
  contractPath: string,
  reviewFile: string,
  { ids, includeClosest = false }: { ids?: string[] | undefined; includeClosest?: boolean } = {},
): string {
  const { facts } = readReview(reviewFile);
  const selectedFacts = ids ? selectFacts(facts, ids) : selectDecided(facts, includeClosest);
  return editYaml(text, completeContract(applyFacts(readContract(contractPath), selectedFacts)) as unknown as Json);
}

/** The lists of decisions, next to the contract. */
const listFilesOf = (contract: string) => ({
  rejectedFile: join(dirname(contract), "rejected-facts.yaml"),
  allowedFile: join(dirname(contract), "allowed-names.yaml"),
});

const idsOf = ({ only: ids }: Values) => ids?.split(",").filter(Boolean);

export async function learnCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments("npm run learn --", help, { args, allowPositionals: true, options });
  const { apply, reject, review } = values;
  if ([apply, reject, review, positionals[0]].filter((value) => value !== undefined).length !== 1)
    fail("Give one of these: recorded traffic, --review FILE, --apply FILE or --reject FILE.");
  if (apply) await applyCommand(apply, values);
  else if (review) await reviewCommand(review, values);
  else if (reject) await rejectCommand(reject, values);
  else await trafficCommand(positionals, values);
}

async function applyCommand(review: string, values: Values): Promise<void> {
  const { contract: file } = values;
  const text = await orFail(() => readText(file));
  const newText = await orFail(() =>
    applyReview(text, file, review, { ids: idsOf(values), includeClosest: values.all ?? false }),
  );
  const name = basename(file);
  if (newText === text) return console.log(`${name} already has all decided facts.`);
  writeFileSync(file, newText);
  // Loading the lint takes longer than most runs.
  const { lintContract } = await import("./lint.ts");
  const { ok, output } = await lintContract([file]);
  if (!ok) {
    writeFileSync(file, text);
    fail(`${output}\n${name} is unchanged, since the lint would refuse it. Reject the facts at these places.`);
  }
  console.log(`Changed ${name}. Run \`npm run generate\`.`);
}

async function reviewCommand(review: string, { contract }: Values): Promise<void> {
  if (!process.stdin.isTTY) fail("A review needs a terminal: run it in one, without pipes.");
  // Only a review needs the dialogs of the terminal.
  const { reviewDocument } = await import("./learn/review/terminal.ts");
  console.log(await orFail(() => reviewDocument(review, readContract(contract), listFilesOf(contract))));
}

async function rejectCommand(review: string, values: Values): Promise<void> {
  const ids = idsOf(values);
  const { rejectedFile } = listFilesOf(values.contract);
  if (!ids) fail("No facts to reject: give their ids with --only.");
  await orFail(() => checkIds(readReview(review).facts, ids));
  await orFail(() => addToList(rejectedFile, "rejected", ids));
  console.log(`Noted in ${basename(rejectedFile)}.`);
}

async function trafficCommand(files: readonly string[], values: Values): Promise<void> {
  const { contract: file, out: outFile, "show-names": place } = values;
  const { rejectedFile, allowedFile } = listFilesOf(file);
  if (place !== undefined && !process.stdout.isTTY)
    fail("Withheld names are shown only in a terminal: run the command without pipes.");
  if (values.allow) await orFail(() => allowNames(allowedFile, `${values.allow}`));
  const contract = await orFail(() => readContract(file));
  const { list, hasDecisions } = await orFail(() => readEarlierReview(outFile));
  const givenNames = [...(await orFail(() => readList(allowedFile))), ...wordsOf(list)];
  const vocabulary = vocabularyOf(contract, givenNames);
  const observations = createObservations();
  const scope = scopeOf(contract, givenNames.toSorted());
  const observe = createObserver(observations, createTemplateFinder(contract, vocabulary), vocabulary);
  const { "base-url": baseUrl, "postman-environment": environmentFiles, variable: variables } = values;
  const verifiableContract = prepareContract(contract);
  const readerOptions = readTrafficOptions({ baseUrl, environmentFiles, variables }, contract);
  const reader = createTrafficReader(verifiableContract, readerOptions);
  await orFail(() => readFiles(files, verifiableContract, { observations, observe, scope }, reader));
  const ambiguity = reader.addresses.findAmbiguity();
  if (ambiguity) fail(ambiguity);
  const stateFile = values.state;
  if (stateFile !== undefined) {
    await orFail(() => writeState(stateFile, scope, observations));
    return console.log(`What ${observations.exchanges} exchanges show is in ${stateFile}, without a value.`);
  }
  const rejectedIds = new Set(await orFail(() => readList(rejectedFile)));
  const learnedFacts = await orFail(() => learnFacts(contract, observations, vocabulary, { rejectedIds, list }));
  if (place !== undefined) return console.log(renderNames(learnedFacts, place));
  const { reasons, result } = await leaveOutRefused(learnedFacts, contract, file);
  console.log(renderReport(result, observations, reasons));
  if (observations.exchanges === 0) {
    const reason = observations.ignoredCounts.size > 0 ? "no exchange with the service" : "no entries";
    fail([`Nothing was learned: the files have ${reason}.`, reader.addresses.describeOthers() ?? []].flat().join("\n"));
  }
  if (result.templates.length === 0)
    fail("Nothing was learned: all requests failed, and the contract has none of their paths.");
  if (result.facts.length === 0 && !result.templates.some(({ readings }) => readings)) return;
  if (hasDecisions) fail(`${outFile} has decisions of a review: apply and remove it, or choose another --out.`);
  await orFail(() => writeFileSync(outFile, renderReview(contract, result, basename(file), list)));
  console.log(`Review: npm run learn -- --review ${outFile}\nThen:   npm run learn -- --apply ${outFile}`);
}

/** Leaves out the facts that the lint would refuse. Errors that the contract has without them don't count. */
async function leaveOutRefused(learnedFacts: LearnedFacts, contract: Contract, file: string) {
  const { facts } = learnedFacts;
  if (facts.length === 0) return { reasons: new Map<Fact, string>(), result: learnedFacts };
  // Loading the lint takes longer than most runs that find nothing.
  const { findErrors } = await import("./lint.ts");
  const errorsWith = (someFacts: readonly Fact[]) =>
    findErrors(completeContract(applyFacts(contract, someFacts)), file);
  let earlierErrors: Awaited<ReturnType<typeof errorsWith>> | undefined;
  const reasons = await findRefused(facts, async (someFacts) => {
    const errors = await errorsWith(someFacts);
    if (errors.length === 0) return;
    earlierErrors ??= await errorsWith([]);
    return errors.find((error) => !earlierErrors?.some((earlier) => isDeepStrictEqual(earlier, error)))?.message;
  });
  return { reasons, result: { ...learnedFacts, facts: leaveOut(facts, (fact) => reasons.has(fact)) } };
}

await runIfMain(import.meta.url, learnCommand);
