import { isCancel, log, multiselect, note, select, text } from "@clack/prompts";
import type { IndexEntry } from "../../../src/openapi/operation-index.ts";
import type { Contract, Json } from "../../contract/document.ts";
import { createNaming } from "../../contract/index-names.ts";
import { addedPathOf, type Fact, leaveOut, nameIdOf, selectWithParts } from "../fact/fact.ts";
import { isMethodPossible } from "../name/match.ts";
import { countNoun } from "../shape/endpoint.ts";
import { openReview, type Review } from "./document.ts";
import { removePart } from "./groups.ts";
import { addToList, allowNames, checkNames, readList } from "./lists.ts";
import { askPaths } from "./paths.ts";
import { lineOf, type Screen, screensOf } from "./screens.ts";

/** The files that keep decisions beyond a review. */
interface ListFiles {
  rejectedFile: string;
  allowedFile: string;
}

type Choice = "accept" | "reject" | "rename" | "part" | "skip" | "stop";

/**
 * Asks for the open decisions in the document's order: first about unclear paths, whose facts need the traffic again; then
 * about the closest names, about withheld names, and about the rest. Writes each decision to the document or a list
 * before the next question, so that a review can stop and continue later.
 * @returns A sentence that counts the decisions of each kind. The facts of a new operation follow its name.
 */
export async function reviewDocument(file: string, contract: Contract, lists: ListFiles): Promise<string> {
  const { review, save } = openReview(file);
  const { answeredCount, isStopped } = await askPaths(file, review.paths);
  if (answeredCount > 0)
    return `${countNoun(answeredCount, "path")} decided. Learn again from the same traffic, then review the facts.`;
  if (isStopped) return summaryOf(file, review, lists);
  const screens = screensOf(review.facts).filter(isOpen);
  const firstOtherIndex = screens.findIndex(({ name }) => name?.match?.by !== "closest");
  for (const [index, screen] of screens.entries()) {
    if (index === firstOtherIndex) await askWithheld(review, lists);
    const choice = await askChoice(screen, `${index + 1} of ${screens.length}`);
    if (choice === "stop") return summaryOf(file, review, lists);
    await applyChoice(choice, screen, review, contract, lists);
    save();
  }
  if (firstOtherIndex < 0) await askWithheld(review, lists);
  return summaryOf(file, review, lists);
}

const isOpen = ({ name, facts }: Screen) => [name ?? facts].flat().some(({ decision }) => decision === undefined);

/** A line of a screen: a fact that needs no name, or a part of a fact. */
interface Line {
  fact: Fact;
  partId?: string;
  text: string;
}

const linesOf = ({ name, facts }: Screen): Line[] =>
  [...(name ? [name] : []), ...facts].flatMap((fact): Line[] => [
    ...(fact === name ? [] : [{ fact, text: lineOf(fact) }]),
    ...Object.entries(fact.parts ?? {}).map(([partId, line]) => ({ fact, partId, text: line })),
  ]);

async function askChoice(screen: Screen, progress: string): Promise<Choice> {
  const { title, name } = screen;
  const { by: matchKind, rivals = [] } = name?.match ?? {};
  const lines = linesOf(screen).map((line) => line.text);
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
  if (choice === "skip") return;
  if (choice === "reject") return reject(decidedFacts.map((fact) => ({ fact })));
  if (choice === "rename" && !(name && (await askName(review.facts, name, contract)))) return;
  if (choice === "part") {
    const wrongLines = await multiselect<Line>({
      message: "Which facts are wrong?",
      options: linesOf(screen).map((line) => ({ value: line, label: line.text })),
      required: false,
      maxItems: 20,
    });
    if (isCancel(wrongLines)) return;
    if (wrongLines.length > 0) reject(wrongLines);
  }
  for (const fact of decidedFacts) fact.decision ??= "accepted";

  function reject(lines: readonly Pick<Line, "fact" | "partId">[]): void {
    for (const { fact, partId } of lines) {
      if (partId === undefined) fact.decision = "rejected";
      else removePart(fact, partId);
    }
    const ids = lines.map(({ fact, partId }) => partId ?? fact.id);
    addToList(lists.rejectedFile, "rejected", ids);
  }
}

/** Asks for names to allow at each place. The document only has their number, so the user types them. */
async function askWithheld({ withheldCounts }: Review, { allowedFile }: ListFiles): Promise<void> {
  for (const { place, kind, count } of withheldCounts) {
    const names = await text({
      message: `${kind}s withheld ${countNoun(count, "time")}: ${place}. Names to allow, with commas between them:`,
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
