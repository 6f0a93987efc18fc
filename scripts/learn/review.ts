import { isCancel, log, multiselect, note, select, text } from "@clack/prompts";
import { type Contract, createNaming, type IndexEntry, type Json } from "../contract.ts";
import { countNoun } from "./accumulate/endpoint.ts";
import { addedPathOf, type Fact, leaveOut, nameIdOf, selectWithParts } from "./facts/fact.ts";
import { addToList, allowNames, checkNames, readList } from "./lists.ts";
import { isMethodPossible } from "./names/score.ts";
import { type Review, readReview, saveReview } from "./overlay/document.ts";
import { lineOf, type Screen, screensOf } from "./report.ts";

/** The files that keep decisions beyond a review. */
interface ListFiles {
  rejectedFile: string;
  allowedFile: string;
}

type Choice = "accept" | "reject" | "rename" | "part" | "skip" | "stop";

/**
 * Asks for the open decisions in the document's order: about the closest names, then about withheld names, then about
 * the rest. Writes each decision to the document or a list before the next question, so that a review can stop and
 * continue later.
 * @returns A sentence that counts the decisions of each kind. The facts of a new operation follow its name.
 */
export async function reviewDocument(file: string, contract: Contract, lists: ListFiles): Promise<string> {
  const review = readReview(file);
  const screens = screensOf(review.facts).filter(isOpen);
  const firstOtherIndex = screens.findIndex(({ name }) => name?.match?.by !== "closest");
  for (const [index, screen] of screens.entries()) {
    if (index === firstOtherIndex) await askWithheld(review, lists);
    const choice = await askChoice(screen, `${index + 1} of ${screens.length}`);
    if (choice === "stop") return summaryOf(file, review, lists);
    const lastIds = review.facts.map(({ id }) => id);
    await applyChoice(choice, screen, review, contract, lists);
    saveReview(file, review, lastIds);
  }
  if (firstOtherIndex < 0) await askWithheld(review, lists);
  return summaryOf(file, review, lists);
}

const isOpen = ({ name, facts }: Screen) => [name ?? facts].flat().some(({ decision }) => decision === undefined);

async function askChoice({ title, name, facts }: Screen, progress: string): Promise<Choice> {
  const { by: matchKind, rivals = [] } = name?.match ?? {};
  const lines = facts.map(lineOf);
  // As many lines fit on the screen above the question.
  const maxLines = Math.max(8, (process.stdout.rows || 40) - 17);
  const omission = lines.length > maxLines ? [`… and ${lines.length - maxLines} more`] : [];
  note([...lines.slice(0, maxLines), ...omission].join("\n"), title);
  log.info([`${progress}${matchKind ? `, ${matchKind}` : ""}.`, name?.evidence].filter(Boolean).join(" "));
  if (rivals.length > 0) log.info(`Next: ${rivals.join(" | ")}`);
  const choice = await select<Choice>({
    message: name ? "Is this the operation's name?" : "Are these facts right?",
    options: [
      { value: "accept", label: "Accept" },
      { value: "reject", label: "Reject", hint: "it isn't proposed again" },
      ...(name ? [{ value: "rename" as const, label: "Rename", hint: "another name of the index" }] : []),
      { value: "part", label: "Accept without some facts", hint: "these aren't proposed again" },
      { value: "skip", label: "Skip", hint: "decide later" },
      { value: "stop", label: "Stop", hint: "continue later with the same command" },
    ],
  });
  return isCancel(choice) ? "stop" : choice;
}

async function applyChoice(choice: Choice, screen: Screen, review: Review, contract: Contract, lists: ListFiles) {
  const { name, facts } = screen;
  const decidedFacts = name ? [name] : facts;
  const reject = (wrongFacts: Fact[]) => {
    for (const fact of wrongFacts) fact.decision = "rejected";
    const ids = wrongFacts.map(({ id }) => id);
    addToList(lists.rejectedFile, "rejected", ids);
  };
  if (choice === "skip") return;
  if (choice === "reject") return reject(decidedFacts);
  if (choice === "rename" && !(name && (await askName(review.facts, name, contract)))) return;
  if (choice === "part") {
    const wrong = await multiselect<Fact>({
      message: "Which facts are wrong?",
      options: facts.map((fact) => ({ value: fact, label: lineOf(fact) })),
      required: false,
      maxItems: 20,
    });
    if (isCancel(wrong)) return;
    if (wrong.length > 0) reject(wrong);
  }
  for (const fact of decidedFacts) fact.decision ??= "accepted";
}

/** Asks for names to allow at each place. The document only has their number, so the user types them. */
async function askWithheld({ withheldCounts }: Review, { allowedFile }: ListFiles): Promise<void> {
  for (const { place, kind, count } of withheldCounts) {
    const names = await text({
      message: `${countNoun(count, kind)} withheld: ${place}. Names to allow, with commas between them:`,
      placeholder: "none; --show-names shows them",
      validate: checkNames,
    });
    if (isCancel(names)) return;
    allowNames(allowedFile, names ?? "");
  }
}

/** Gives an operation another name of the index. Returns whether the user chose one. */
async function askName(facts: readonly Fact[], nameFact: Fact, contract: Contract): Promise<boolean> {
  const { path, method, operation } = addedOperationOf(nameFact);
  const otherNames = facts.filter((fact) => fact.match && fact !== nameFact && fact.decision !== "rejected");
  const takenIds = otherNames.map((fact) => addedOperationOf(fact).operation["operationId"]);
  const { index, operationIdOf } = createNaming(contract);
  const freeOptions = index.flatMap((entry) => {
    const isTaken = entry.operationId || takenIds.includes(operationIdOf(entry, method, path));
    return isMethodPossible(entry, method.toUpperCase()) && !isTaken
      ? [{ value: entry, label: entry.name, hint: entry.area }]
      : [];
  });
  if (freeOptions.length === 0) {
    log.warn("The index has no other name for this method. Reject another operation first.");
    return false;
  }
  const { rivals = [] } = nameFact.match ?? {};
  const entry = await select<IndexEntry>({
    message: "Which name is it?",
    options: freeOptions.toSorted((a, b) => Number(rivals.includes(b.label)) - Number(rivals.includes(a.label))),
    maxItems: 12,
  });
  if (isCancel(entry)) return false;
  const operationId = operationIdOf(entry, method, path);
  Object.assign(nameFact, {
    id: nameIdOf(operationId, method, path),
    evidence: `Named "${entry.name}" in the review.`,
    changes: [{ path: ["paths"], update: { [path]: { [method]: { ...operation, operationId } } } }],
  } satisfies Fact);
  return true;
}

function summaryOf(file: string, { facts }: Review, { allowedFile }: ListFiles): string {
  const openFacts = leaveOut(facts, ({ decision }) => decision === "rejected");
  const acceptedFacts = selectWithParts(openFacts, ({ decision }) => decision === "accepted");
  const describeDecisions = (isName: boolean) => {
    const countIn = (list: readonly Fact[]) => list.filter(({ match }) => isName === (match !== undefined)).length;
    const [acceptedCount, openCount] = [countIn(acceptedFacts), countIn(openFacts)];
    return `${acceptedCount} accepted, ${countIn(facts) - openCount} rejected, ${openCount - acceptedCount} open`;
  };
  return [
    `Names: ${describeDecisions(true)}.`,
    `Other facts: ${describeDecisions(false)}.`,
    `Withheld names: ${readList(allowedFile).length} allowed.`,
    `All are in ${file} and the lists next to the contract.`,
  ].join(" ");
}

/** Returns the operation that a name adds. */
function addedOperationOf({ changes: [change] }: Fact) {
  const [, path = "", method = ""] = change ? addedPathOf(change).map(String) : [];
  return { path, method, operation: Object(change?.update)[path]?.[method] as { [key: string]: Json } };
}
