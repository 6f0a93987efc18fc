import { writeFileSync } from "node:fs";
import { isCancel, log, note, select, text } from "@clack/prompts";
import { stringify } from "yaml";
import type { Contract } from "../contract.ts";
import { addToList } from "./lists.ts";
import { pathText } from "./overlay/change.ts";
import { readDocument } from "./overlay/read.ts";
import { type Action, type Overlay, overlayText } from "./overlay/write.ts";
import { rename } from "./rename.ts";

/** As many lines of the contract are shown: more don't fit on a screen. */
const mostLines = 30;

type Choice = "accept" | "reject" | "rename" | "skip" | "stop";

/**
 * Asks about each name that isn't decided, the closest first, then about names that were withheld. Each decision is in
 * the document before the next question, so that a review can stop at any time and go on later.
 *
 * @returns a sentence about what is decided.
 */
export async function reviewDocument(
  file: string,
  contract: Contract,
  lists: { rejected: string; allowed: string },
): Promise<string> {
  const overlay = readDocument(file);
  const candidates = overlay.actions.filter((action) => action["x-match"]);
  const open = candidates.filter((action) => action["x-decision"] === undefined);
  for (const [index, action] of open.entries()) {
    const choice = await ask(action, `${index + 1} of ${open.length}`);
    if (choice === "stop") return summaryOf(overlay, file);
    if (choice === "rename" && !(await askName(overlay, action, contract))) continue;
    if (choice === "accept" || choice === "rename") action["x-decision"] = "accepted";
    if (choice === "reject") {
      action["x-decision"] = "rejected";
      addToList(lists.rejected, "rejected", action["x-facts"].slice(0, 1));
    }
    writeFileSync(file, overlayText(overlay));
  }
  for (const { place, kind, count } of overlay["x-withheld"] ?? []) {
    const names = await text({
      message: `${count} ${kind}${count === 1 ? "" : "s"} withheld: ${place}. Names to allow, with commas between them:`,
      placeholder: "none; --show-names shows them",
    });
    if (isCancel(names)) break;
    const allowed = `${names ?? ""}`.split(",").map((name) => name.trim());
    if (allowed.some(Boolean)) addToList(lists.allowed, "allowed", allowed.filter(Boolean));
  }
  return summaryOf(overlay, file);
}

async function ask(action: Action, place: string): Promise<Choice> {
  const { by, rivals } = action["x-match"] ?? { by: "closest", rivals: [] };
  const lines = stringify(action.update, { lineWidth: 100 }).trimEnd().split("\n");
  const more = lines.length > mostLines ? [`… ${lines.length - mostLines} more lines`] : [];
  note([...lines.slice(0, mostLines), ...more].join("\n"), "What the contract will say");
  log.info(`${place}, ${by}: ${action.description}`);
  if (rivals.length > 0) log.info(`Next: ${rivals.join(" | ")}`);
  const choice = await select<Choice>({
    message: "Is this the operation's name?",
    options: [
      { value: "accept", label: "Accept" },
      { value: "reject", label: "Reject", hint: "it doesn't come back" },
      { value: "rename", label: "Rename", hint: "another name of the index" },
      { value: "skip", label: "Skip", hint: "decide later" },
      { value: "stop", label: "Stop", hint: "go on later with the same command" },
    ],
  });
  return isCancel(choice) ? "stop" : choice;
}

/** Gives an operation another name of the index. Returns whether one was chosen. */
async function askName(overlay: Overlay, action: Action, contract: Contract): Promise<boolean> {
  const rivals = action["x-match"]?.rivals ?? [];
  const [method = ""] = Object.keys(Object(Object.values(Object(action.update))[0]));
  const rejected = overlay.actions.flatMap((other) => (other["x-decision"] === "rejected" ? other["x-facts"] : []));
  const isTaken = (index: number) =>
    overlay.actions.some(
      ({ target, "x-facts": facts }) =>
        target === pathText(["x-operation-index", index]) &&
        !facts.some((id) => rejected.includes(id) || action["x-facts"].includes(id)),
    );
  const free = contract["x-operation-index"].flatMap((entry, index) => {
    const fits = entry.method === "unspecified" || entry.method === method.toUpperCase();
    return fits && !entry.operationId && !isTaken(index) ? [{ value: index, label: entry.name }] : [];
  });
  if (free.length === 0) {
    log.warn("No name of the index is left for this method. Reject another operation first.");
    return false;
  }
  const first = free.filter(({ label }) => rivals.includes(label));
  const index = await select<number>({
    message: "Which name is it?",
    options: [...first, ...free.filter(({ label }) => !rivals.includes(label))],
    maxItems: 12,
  });
  if (isCancel(index)) return false;
  rename(overlay, action, contract, index);
  return true;
}

function summaryOf({ actions }: Overlay, file: string): string {
  const count = (decision: Action["x-decision"]) =>
    actions.filter((action) => action["x-match"] && action["x-decision"] === decision).length;
  return `${count("accepted")} accepted, ${count("rejected")} rejected, ${count(undefined)} open in ${file}.`;
}
