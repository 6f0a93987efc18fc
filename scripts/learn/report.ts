import type { Learned } from "./facts/all.ts";
import { seenIn } from "./facts/observed.ts";
import type { Template } from "./templates.ts";

/** How much was read, and what was not used. */
export interface Read {
  exchanges: number;
  sessions: number;
  /** How often, by reason. */
  ignored: ReadonlyMap<string, number>;
}

/** The report that a maintainer reads before the review document. */
export function reportText(
  { facts, named, unnamed, rejected, withheld }: Learned,
  { exchanges, sessions, ignored }: Read,
): string {
  const same = named.filter(({ candidate }) => candidate.sameWords).length;
  const ofNamed = new Set(named.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)]));
  const others = facts.filter(({ id }) => !ofNamed.has(id));
  const line = ({ method, path, endpoint }: Template) => `${method} ${path} (${seenIn(endpoint)})`;
  return [
    `${exchanges} exchanges in ${sessions} ${sessions === 1 ? "session" : "sessions"}.`,
    ...section(
      "Ignored",
      [...ignored]
        .sort(([reason], [other]) => (reason < other ? -1 : 1))
        .map(([reason, count]) => `${count}: ${reason}`),
    ),
    ...section(
      `${named.length} operations of the index, ${same} of them with the same words as the path, the others the closest`,
      named.map(({ candidate: { seen, named: name, sameWords, others: next } }) => {
        const rivals = next.slice(0, 2).map((other) => `"${other.name}"`);
        const more = sameWords || rivals.length === 0 ? "" : `, or ${rivals.join(" or ")}`;
        return `${sameWords ? "same words" : "closest   "} ${seen.method} ${seen.path}: "${name.name}"${more}`;
      }),
    ),
    ...section("Not in the index: the contract can't take them before it names them", unnamed.map(line)),
    ...section("Rejected by hand, and without another name", rejected.map(line)),
    ...section(
      "Facts about operations of the contract",
      others.map(({ id, evidence }) => `${id}: ${evidence}`),
    ),
    ...section(
      "Withheld: names that may be about people (look at them with --show-names PLACE, allow them with --allow NAME)",
      withheld.map(({ place, kind, names }) => `${place}: ${names.length} ${kind}${names.length === 1 ? "" : "s"}`),
    ),
    "",
    facts.length === 0 ? "Nothing new." : `${facts.length} facts.`,
  ].join("\n");
}

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)];

/** The names that were withheld at a place, for a terminal alone. */
export function namesText({ withheld }: Learned, place: string): string {
  const names = withheld.filter((entry) => entry.place === place).flatMap((entry) => entry.names);
  // A control character could change what the terminal shows.
  if (names.length > 0) return names.map((name) => name.replace(/\p{Cc}/gu, "?")).join("\n");
  return `No name was withheld at "${place}". A place is what the report has before the colon.`;
}
