import { writeFileSync } from "node:fs";
import { isCancel, log, multiselect, note, select, text } from "@clack/prompts";
import type { Contract } from "../contract.ts";
import { operationIds } from "./facts/operation.ts";
import { addToList } from "./lists.ts";
import { readDocument } from "./overlay/read.ts";
import { type Action, type Overlay, overlayText } from "./overlay/write.ts";
import { addedOperation, rename } from "./rename.ts";
import { lineOf, type Screen, screensOf } from "./screen.ts";

/** The files in which decisions are kept beyond a review. */
interface Lists {
  rejected: string;
  allowed: string;
}

type Choice = "accept" | "reject" | "rename" | "part" | "skip" | "stop";

/**
 * Asks about what isn't decided: first the names that are only the closest, then the names that were withheld, then
 * the rest. Each decision is in the document before the next question, so that a review can stop and continue later.
 *
 * @returns a sentence about the decisions.
 */
export async function reviewDocument(file: string, contract: Contract, lists: Lists): Promise<string> {
  const overlay = readDocument(file);
  const open = screensOf(overlay).filter(isOpen);
  const isClosest = ({ name }: Screen) => name?.["x-match"]?.by === "closest";
  const screens = [...open.filter(isClosest), ...open.filter((screen) => !isClosest(screen))];
  const firstOther = screens.findIndex((screen) => !isClosest(screen));
  for (const [index, screen] of screens.entries()) {
    if (index === firstOther) await askWithheld(overlay, lists);
    const choice = await ask(screen, `${index + 1} of ${screens.length}`);
    if (choice === "stop") return summaryOf(overlay, file);
    await decide(choice, screen, overlay, contract, lists);
    writeFileSync(file, overlayText(overlay));
  }
  if (firstOther < 0) await askWithheld(overlay, lists);
  return summaryOf(overlay, file);
}

const isOpen = ({ name, facts }: Screen) =>
  name ? name["x-decision"] === undefined : facts.some((action) => action["x-decision"] === undefined);

async function ask({ title, name, facts }: Screen, progress: string): Promise<Choice> {
  const { by, rivals } = name?.["x-match"] ?? {};
  const lines = facts.map(lineOf);
  // The lines that the question leaves on the screen.
  const most = Math.max(8, (process.stdout.rows || 40) - 17);
  const more = lines.length > most ? [`… and ${lines.length - most} more`] : [];
  const [evidence] = Object.values(name?.["x-facts"] ?? {});
  note([...lines.slice(0, most), ...more].join("\n"), title);
  log.info([`${progress}${by ? `, ${by}` : ""}.`, evidence].filter(Boolean).join(" "));
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

async function decide(choice: Choice, screen: Screen, overlay: Overlay, contract: Contract, lists: Lists) {
  const { name, facts } = screen;
  const all = name ? [name] : facts;
  const reject = (actions: Action[]) => {
    for (const action of actions) action["x-decision"] = "rejected";
    addToList(
      lists.rejected,
      "rejected",
      actions.flatMap((action) => Object.keys(action["x-facts"]).slice(0, 1)),
    );
  };
  if (choice === "skip") return;
  if (choice === "reject") return reject(all);
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
  for (const action of all) action["x-decision"] ??= "accepted";
}

async function askWithheld(overlay: Overlay, { allowed }: Lists): Promise<void> {
  for (const { place, kind, count } of overlay["x-withheld"] ?? []) {
    const names = await text({
      message: `${count} ${kind}${count === 1 ? "" : "s"} withheld: ${place}. Names to allow, with commas between them:`,
      placeholder: "none; --show-names shows them",
    });
    if (isCancel(names)) return;
    const list = `${names ?? ""}`.split(",").map((name) => name.trim());
    if (list.some(Boolean)) addToList(allowed, "allowed", list.filter(Boolean));
  }
}

/** Gives an operation another name of the index. Returns whether the user chose one. */
async function askName(overlay: Overlay, action: Action, contract: Contract): Promise<boolean> {
  const rivals = action["x-match"]?.rivals ?? [];
  const { method } = addedOperation(action);
  const others = overlay.actions.filter(
    (other) => other["x-match"] && other !== action && other["x-decision"] !== "rejected",
  );
  const taken = others.map((other) => addedOperation(other).operation["operationId"]);
  const ids = operationIds(contract);
  const free = contract["x-operation-index"].flatMap((entry, row) => {
    const fits = entry.method === "unspecified" || entry.method === method.toUpperCase();
    return fits && !entry.operationId && !taken.includes(ids[row]) ? [{ value: row, label: entry.name }] : [];
  });
  if (free.length === 0) {
    log.warn("The index has no other name for this method. Reject another operation first.");
    return false;
  }
  const isRival = ({ label }: { label: string }) => rivals.includes(label);
  const row = await select<number>({
    message: "Which name is it?",
    options: [...free.filter(isRival), ...free.filter((option) => !isRival(option))],
    maxItems: 12,
  });
  if (isCancel(row)) return false;
  rename(action, contract, row);
  return true;
}

function summaryOf({ actions }: Overlay, file: string): string {
  const count = (decision: Action["x-decision"]) =>
    actions.filter((action) => action["x-match"] && action["x-decision"] === decision).length;
  return `${count("accepted")} accepted, ${count("rejected")} rejected, ${count(undefined)} open in ${file}.`;
}
