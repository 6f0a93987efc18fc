import { countNoun, describeCounts } from "./accumulate/endpoint.ts";
import type { LearnedFacts } from "./facts/learn.ts";
import { screensOf } from "./screen.ts";
import type { Template } from "./templates.ts";

/** The number of exchanges and sessions, and of the ignored entries. */
export interface TrafficCounts {
  exchanges: number;
  sessions: number;
  /** The number of ignored entries by reason. */
  ignoredCounts: ReadonlyMap<string, number>;
}

/** Renders the report that a maintainer reads before the review document. */
export function renderReport(
  { facts, unnamedTemplates, rejectedTemplates, withheldNames }: LearnedFacts,
  { exchanges, sessions, ignoredCounts }: TrafficCounts,
): string {
  const screens = screensOf(facts);
  const names = screens.flatMap(({ title, name }) => (name?.match ? { title, match: name.match } : []));
  const sameWordsCount = names.filter(({ match }) => match.by === "same words").length;
  const describeTemplate = ({ method, path, endpoint }: Template) => `${method} ${path} (${describeCounts(endpoint)})`;
  return [
    `${countNoun(exchanges, "exchange")} in ${countNoun(sessions, "session")}.`,
    ...renderSection(
      "Ignored",
      [...ignoredCounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => `${count}: ${reason}`),
    ),
    ...renderSection(
      `${countNoun(names.length, "operation")} of the index, ${sameWordsCount} of them with the same words as the path, the others the closest`,
      names.map(({ title, match }) => {
        const rivalNames = match.rivals.slice(0, 2).map((rival) => `"${rival}"`);
        const alternatives =
          match.by === "same words" || rivalNames.length === 0 ? "" : `, or ${rivalNames.join(" or ")}`;
        return `${match.by.padEnd(10)} ${title}: "${match.name}"${alternatives}`;
      }),
    ),
    ...renderSection(
      "Not in the index: the contract can't take them before it names them",
      unnamedTemplates.map(describeTemplate),
    ),
    ...renderSection("Rejected by hand, and without another name", rejectedTemplates.map(describeTemplate)),
    ...renderSection(
      "Facts about operations of the contract",
      screens.flatMap((screen) => (screen.name ? [] : screen.facts.map(({ id, evidence }) => `${id}: ${evidence}`))),
    ),
    ...renderSection(
      "Withheld: names that may be about people (see them with --show-names PLACE, allow them with --allow NAME), or that every object in JavaScript has",
      withheldNames.map(({ place, kind, names }) => `${place}: ${countNoun(names.length, kind)}`),
    ),
    "",
    facts.length === 0 ? "Nothing new." : `${countNoun(facts.length, "fact")}.`,
  ].join("\n");
}

const renderSection = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)];

/** Renders the names that were withheld at a place, for a terminal alone. */
export function renderNames({ withheldNames }: LearnedFacts, place: string): string {
  const names = withheldNames.filter((entry) => entry.place === place).flatMap((entry) => entry.names);
  // A control character could change what the terminal shows.
  if (names.length > 0) return names.map((name) => name.replace(/\p{Cc}/gu, "?")).join("\n");
  return `No name was withheld at "${place}". Use a place of the report: the text before the colon.`;
}
