import { writeFileSync } from "node:fs";
import { isCancel, log, multiselect, note, select, text } from "@clack/prompts";
import { type Contract, type IndexEntry, isObject, type Json } from "../contract.ts";
import { createDependencyCheck, toKebabCase } from "./facts/fact.ts";
import { createNaming } from "./facts/index-names.ts";
import { addToList, readList } from "./lists.ts";
import { type ReviewedChange, readDocument, readOverlay } from "./overlay/read.ts";
import { type Action, factIdOf, type Overlay, renderOverlay } from "./overlay/write.ts";
import { lineOf, type Screen, screensOf } from "./screen.ts";

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
  const overlay = readDocument(file);
  const screens = screensOf(overlay).filter(isOpen);
  const firstOtherIndex = screens.findIndex(({ name }) => name?.["x-match"]?.by !== "closest");
  for (const [index, screen] of screens.entries()) {
    if (index === firstOtherIndex) await askWithheld(overlay, lists);
    const choice = await askChoice(screen, `${index + 1} of ${screens.length}`);
    if (choice === "stop") return summaryOf(file, lists);
    await applyChoice(choice, screen, overlay, contract, lists);
    writeFileSync(file, renderOverlay(overlay));
  }
  if (firstOtherIndex < 0) await askWithheld(overlay, lists);
  return summaryOf(file, lists);
}

const isOpen = ({ name, facts }: Screen) =>
  name ? name["x-decision"] === undefined : facts.some((action) => action["x-decision"] === undefined);

async function askChoice({ title, name, facts }: Screen, progress: string): Promise<Choice> {
  const { by: matchKind, rivals } = name?.["x-match"] ?? {};
  const lines = facts.map(lineOf);
  // As many lines fit on the screen above the question.
  const maxLines = Math.max(8, (process.stdout.rows || 40) - 17);
  const omission = lines.length > maxLines ? [`… and ${lines.length - maxLines} more`] : [];
  const [evidence] = Object.values(name?.["x-facts"] ?? {});
  note([...lines.slice(0, maxLines), ...omission].join("\n"), title);
  log.info([`${progress}${matchKind ? `, ${matchKind}` : ""}.`, evidence].filter(Boolean).join(" "));
  if (rivals && rivals.length > 0) log.info(`Next: ${rivals.join(" | ")}`);
  const options = [
    { value: "accept" as const, label: "Accept" },
    { value: "reject" as const, label: "Reject", hint: "it isn't proposed again" },
    { value: "rename" as const, label: "Rename", hint: "another name of the index" },
    { value: "part" as const, label: "Accept without some facts", hint: "these aren't proposed again" },
    { value: "skip" as const, label: "Skip", hint: "decide later" },
    { value: "stop" as const, label: "Stop", hint: "continue later with the same command" },
  ];
  const choice = await select<Choice>({
    message: name ? "Is this the operation's name?" : "Are these facts right?",
    options: options.filter(({ value }) => name || value !== "rename"),
  });
  return isCancel(choice) ? "stop" : choice;
}

async function applyChoice(choice: Choice, screen: Screen, overlay: Overlay, contract: Contract, lists: ListFiles) {
  const { name, facts } = screen;
  const screenActions = name ? [name] : facts;
  const reject = (actions: Action[]) => {
    for (const action of actions) action["x-decision"] = "rejected";
    addToList(lists.rejectedFile, "rejected", actions.map(factIdOf));
  };
  if (choice === "skip") return;
  if (choice === "reject") return reject(screenActions);
  if (choice === "rename" && !(name && (await askName(overlay, name, contract)))) return;
  if (choice === "part") {
    const wrong = await multiselect<Action>({
      message: "Which facts are wrong?",
      options: facts.map((action) => ({ value: action, label: lineOf(action) })),
      required: false,
      maxItems: 20,
    });
    if (isCancel(wrong)) return;
    if (wrong.length > 0) reject(wrong);
  }
  for (const action of screenActions) action["x-decision"] ??= "accepted";
}

/** Asks for names to allow at each place. The document only has their number, so the user types them. */
async function askWithheld(overlay: Overlay, { allowedFile }: ListFiles): Promise<void> {
  for (const { place, kind, count } of overlay["x-withheld"] ?? []) {
    const names = await text({
      message: `${count} ${kind}${count === 1 ? "" : "s"} withheld: ${place}. Names to allow, with commas between them:`,
      placeholder: "none; --show-names shows them",
    });
    if (isCancel(names)) return;
    const list = `${names ?? ""}`.split(",").map((name) => name.trim());
    if (list.some(Boolean)) addToList(allowedFile, "allowed", list.filter(Boolean));
  }
}

/** Gives an operation another name of the index. Returns whether the user chose one. */
async function askName(overlay: Overlay, action: Action, contract: Contract): Promise<boolean> {
  const rivals = action["x-match"]?.rivals ?? [];
  const { path, method, operation } = addedOperationOf(action);
  const otherActions = overlay.actions.filter(
    (otherAction) => otherAction["x-match"] && otherAction !== action && otherAction["x-decision"] !== "rejected",
  );
  const takenIds = otherActions.map((otherAction) => addedOperationOf(otherAction).operation["operationId"]);
  const { operationIdOf } = createNaming(contract);
  const freeOptions = contract["x-operation-index"].flatMap((entry) => {
    const isPossible = entry.method === "unspecified" || entry.method === method.toUpperCase();
    const isTaken = entry.operationId || takenIds.includes(operationIdOf(entry, method, path));
    return isPossible && !isTaken ? [{ value: entry, label: entry.name, hint: entry.area }] : [];
  });
  if (freeOptions.length === 0) {
    log.warn("The index has no other name for this method. Reject another operation first.");
    return false;
  }
  const isRival = ({ label }: { label: string }) => rivals.includes(label);
  const entry = await select<IndexEntry>({
    message: "Which name is it?",
    options: [...freeOptions.filter(isRival), ...freeOptions.filter((option) => !isRival(option))],
    maxItems: 12,
  });
  if (isCancel(entry)) return false;
  const operationId = operationIdOf(entry, method, path);
  action.update = { [path]: { [method]: { ...operation, operationId } as Json } };
  const factId = `${toKebabCase(operationId)}--${toKebabCase(`${method} ${path}`)}`;
  action["x-facts"] = { [factId]: `Named "${entry.name}" in the review.` };
  return true;
}

function summaryOf(file: string, { allowedFile }: ListFiles): string {
  const changes = readOverlay(file);
  const [isAccepted, isRejected] = (["accepted", "rejected"] as const).map((decision) => {
    const decidedChanges = changes.filter(({ action }) => action["x-decision"] === decision);
    const isInside = createDependencyCheck(decidedChanges);
    return (change: ReviewedChange) => decidedChanges.includes(change) || isInside(change);
  }) as [(change: ReviewedChange) => boolean, (change: ReviewedChange) => boolean];
  // A fact may have several changes.
  const facts = [...new Map(changes.toReversed().map((change) => [factIdOf(change.action), change])).values()];
  const describeDecisions = (decidedFacts: ReviewedChange[]) => {
    const rejectedCount = decidedFacts.filter(isRejected).length;
    const acceptedCount = decidedFacts.filter((fact) => isAccepted(fact) && !isRejected(fact)).length;
    return `${acceptedCount} accepted, ${rejectedCount} rejected, ${decidedFacts.length - acceptedCount - rejectedCount} open`;
  };
  const isName = ({ action }: ReviewedChange) => action["x-match"] !== undefined;
  return [
    `Names: ${describeDecisions(facts.filter(isName))}.`,
    `Other facts: ${describeDecisions(facts.filter((fact) => !isName(fact)))}.`,
    `Withheld names: ${readList(allowedFile).length} allowed.`,
    `All are in ${file} and the lists next to the contract.`,
  ].join(" ");
}

/** Returns the operation that an action of a review document adds. */
function addedOperationOf({ update }: Action) {
  const [path, item] = Object.entries(Object(update))[0] ?? [];
  const [method, operation] = Object.entries(Object(item))[0] ?? [];
  if (!path || !method || !isObject(operation)) throw new Error("The action adds no operation.");
  return { path, method, operation };
}
