import { isCancel, log, note, select, text } from "@clack/prompts";
import type { ListedPath } from "../path/list.ts";
import { countNoun } from "../shape/endpoint.ts";
import { savePaths } from "./document.ts";

/**
 * Asks of each unclear path whether `{?}` is a value or a word, and saves each answer in the list of paths.
 * @returns The number of answers, and whether the user stopped the review.
 */
export async function askPaths(
  file: string,
  paths: readonly ListedPath[],
): Promise<{ answeredCount: number; isStopped: boolean }> {
  let currentPaths = paths;
  let answeredCount = 0;
  for (const entry of paths) {
    const answers = await askPath(entry);
    if (answers === "stop") return { answeredCount, isStopped: true };
    if (answers === "skip") continue;
    currentPaths = currentPaths.flatMap((listedPath) => (listedPath === entry ? answers : listedPath));
    savePaths(file, currentPaths);
    answeredCount++;
  }
  return { answeredCount, isStopped: false };
}

/** Asks about a path. Returns the paths that replace it. */
async function askPath({ method, path, exchanges, readings }: ListedPath): Promise<ListedPath[] | "skip" | "stop"> {
  const [asValue, ...asWords] = readings ?? [];
  if (asValue === undefined) return "skip";
  const isHidden = asWords.some((reading) => reading.includes("WORD"));
  note([`a value   ${asValue}`, ...asWords.map((reading) => `a word    ${reading}`)].join("\n"), `${method} ${path}`);
  log.info(
    `In ${countNoun(exchanges, "exchange")}. ${isHidden ? "The word may be a name, so it isn't in the document." : ""}`,
  );
  const choice = await select<"value" | "word" | "skip" | "stop">({
    message: "Is {?} a value or a word of the path?",
    options: [
      { value: "value", label: "A value" },
      { value: "word", label: "A word", ...(isHidden && { hint: "you type it; --show-names shows it" }) },
      { value: "skip", label: "Skip", hint: "decide later" },
      { value: "stop", label: "Stop" },
    ],
  });
  if (isCancel(choice) || choice === "stop") return "stop";
  if (choice === "skip") return "skip";
  if (choice === "value") return [{ method, path: asValue, exchanges }];
  const words = isHidden ? await askWords() : [""];
  if (words === undefined) return "skip";
  return asWords.flatMap((reading) =>
    words.map((word) => ({ method, path: reading.replaceAll("WORD", word), exchanges })),
  );
}

async function askWords(): Promise<string[] | undefined> {
  const answer = await text({
    message: "The word, or several with commas between them:",
    validate: (words) =>
      /^[\w.~-]+(\s*,\s*[\w.~-]+)*$/.test(words ?? "") ? undefined : "Letters, digits and -_.~ only.",
  });
  return isCancel(answer) ? undefined : answer.split(",").map((word) => word.trim());
}
