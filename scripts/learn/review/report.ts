import type { Fact } from "../fact/fact.ts";
import type { LearnedFacts } from "../fact/learn.ts";
import type { PathTemplate } from "../path/templates.ts";
import { countNoun } from "../shape/endpoint.ts";
import type { Observations } from "../shape/observations.ts";
import { lineOf, screensOf } from "./screens.ts";

/**
 * Renders the report that a maintainer reads before the review document.
 *
 * @param refusedFacts The facts that the lint would refuse, each with the rule's sentence.
 */
export function renderReport(
  learnedFacts: LearnedFacts,
  observations: Observations,
  refusedFacts: ReadonlyMap<Fact, string> = new Map(),
): string {
  const { exchanges, ignoredCounts, unreadCounts } = observations;
  const { facts, templates, unnamedTemplates, rejectedTemplates, withheldNames } = learnedFacts;
  const screens = screensOf(facts);
  const names = screens.flatMap(({ title, name }) => (name?.match ? { title, match: name.match } : []));
  const certainCount = names.filter(({ match }) => match.by !== "closest").length;
  const unclearTemplates = templates.filter(({ readings }) => readings);
  const usedTemplates = templates.filter(({ readings }) => !readings);
  // Paths on which all requests failed have no template.
  const failedCount = exchanges - countExchanges(templates);
  const ignoredCount = sumOf(ignoredCounts.values());
  return [
    `${countNoun(exchanges, "exchange")}.`,
    `Entries: ${exchanges + ignoredCount} (${countExchanges(usedTemplates)} used, ${countExchanges(unclearTemplates)} in questions, ${failedCount} of failures only, ${ignoredCount} ignored).`,
    ...renderSection("Ignored", describeCounts(ignoredCounts)),
    ...renderSection("Responses whose body wasn't read", describeCounts(unreadCounts)),
    ...renderSection("Used, by operation", usedTemplates.map(describe)),
    ...renderSection(
      "Questions: is {?} a word or a value? Answer with --review, or in x-paths of the review document",
      unclearTemplates.map(
        (template) => `${describe(template)}: ${template.readings?.map((reading) => `\`${reading}\``).join(" or ")}`,
      ),
    ),
    ...renderSection(
      `${countNoun(names.length, "operation")} of the index, ${certainCount} of them with the same words as the path, the others the closest`,
      names.map(({ title, match }) => {
        const rivalNames = match.rivals.slice(0, 2).map((rival) => `"${rival}"`);
        const isClosest = match.by === "closest" && rivalNames.length > 0;
        const alternatives = isClosest ? `, or ${rivalNames.join(" or ")}` : "";
        return `${match.by.padEnd(10)} ${title}: "${match.name}"${alternatives}`;
      }),
    ),
    ...renderSection(
      "Not in the index: the contract can't take them before it names them",
      unnamedTemplates.map(describe),
    ),
    ...renderSection("Rejected by hand, and without another name", rejectedTemplates.map(describe)),
    ...renderSection(
      "Facts about operations of the contract",
      screens.flatMap((screen) => (screen.name ? [] : screen.facts.map((fact) => `${fact.id}: ${lineOf(fact)}`))),
    ),
    ...renderSection(
      "Not proposed, since the lint would refuse them",
      [...refusedFacts].map(([{ id }, reason]) => `${id}: ${reason}`),
    ),
    ...renderSection(
      "Withheld: names that may be about people (see them with --show-names PLACE, allow them with --allow NAME), or that have a meaning in JavaScript or JSON Schema",
      withheldNames.map(({ place, kind, count }) => `${place}: ${kind}s ${count === 1 ? "once" : `${count} times`}`),
    ),
    // Without a path, the command says why nothing was learned.
    ...(templates.length === 0
      ? []
      : ["", facts.length === 0 ? "Nothing new." : `${countNoun(facts.length, "fact")}.`]),
  ].join("\n");
}

const sumOf = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0);

const countExchanges = (templates: readonly PathTemplate[]) => sumOf(templates.map(({ endpoint }) => endpoint.count));

const describeCounts = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => `${count}: ${reason}`);

const describe = ({ method, path, endpoint }: PathTemplate): string =>
  `${method} ${path} (${countNoun(endpoint.count, "exchange")})`;

const renderSection = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)];

/** Renders the names that were withheld at a place, for a terminal alone. */
export function renderNames({ withheldNames }: LearnedFacts, place: string): string {
  const names = withheldNames.filter((entry) => entry.place === place).flatMap((entry) => entry.names);
  // A control character could change what the terminal shows.
  if (names.length > 0) return names.map((name) => name.replace(/\p{Cc}/gu, "?")).join("\n");
  return `No name was withheld at "${place}". Use a place of the report: the text before the colon.`;
}
