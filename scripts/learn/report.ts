import { findByRoute } from "../../src/openapi/path.ts";
import { countNoun } from "../../src/openapi/words.ts";
import { type LearnedOperation, undecided } from "./learned-file.ts";
import type { Entries } from "./read.ts";
import type { PathTemplate } from "./template/templates.ts";

/** Returns the lines that the maintainer reads before `learned.yaml`. */
export function renderReport(
  entries: Entries,
  templates: readonly PathTemplate[],
  operations: readonly LearnedOperation[],
): string[] {
  const sections: [title: string, lines: readonly string[]][] = [
    ["Ignored", entries.ignored.map(({ times, file, reason }) => `${times} in ${file}: ${reason}`)],
    [
      "Responses whose body wasn't read",
      [...entries.unread].map(([reason, count]) => `${count}: ${reason}`).sort(),
    ],
    ["Operations", templates.map((template) => describe(template, operations))],
    [
      "Questions: answer them in the path",
      templates.flatMap(({ method, path, question }) =>
        question ? `${method} ${path}: ${question}` : [],
      ),
    ],
    [
      "Withheld: names that may be about people. --show-withheld prints them; words of APIs belong in src/traffic/words.json",
      operations.flatMap(({ method, path, withheld = [] }) =>
        withheld.map((line) => `${method} ${path} ${line}`),
      ),
    ],
  ];
  return [
    accountFor(entries, templates),
    ...sections.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)],
    ),
  ];
}

/** Accounts for every entry in one line. Paths on which all requests failed have no template. */
function accountFor({ entries, exchanges }: Entries, templates: readonly PathTemplate[]): string {
  const countIn = (list: typeof templates) =>
    list.reduce((sum, { endpoint }) => sum + endpoint.count, 0);
  const unclearCount = countIn(templates.filter(({ question }) => question !== undefined));
  const usedCount = countIn(templates) - unclearCount;
  const failedCount = exchanges - usedCount - unclearCount;
  return `Entries: ${entries} (${usedCount} used, ${unclearCount} in questions, ${failedCount} of failures only, ${entries - exchanges} ignored).`;
}

function describe(template: PathTemplate, operations: readonly LearnedOperation[]): string {
  const { method, path, endpoint } = template;
  const operation = findByRoute(operations, template);
  const start = `${method} ${path} (${countNoun(endpoint.count, "exchange")}): `;
  if (!operation) return `${start}nothing new`;
  const { candidates, name, facts } = operation;
  const candidate =
    candidates?.[0] === undefined ? "no name of the index fits" : `"${candidates[0]}"?`;
  return `${start}${countNoun(facts.length, "fact")}, ${candidates && name === undecided ? candidate : `"${name}"`}`;
}
