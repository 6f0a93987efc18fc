import { isObject, type Path } from "../contract.ts";
import { countNoun, describeCounts } from "./accumulate/endpoint.ts";
import { addedPathOf, type Change, type Fact } from "./facts/fact.ts";
import type { LearnedFacts } from "./facts/learn.ts";
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

/** A screen of a review: the facts about an operation, or about a component that several operations use. */
export interface Screen {
  /** For example `GET /api/v2/agents`, or `schemas Room`. */
  title: string;
  /** The fact that gives a new operation its name. */
  name?: Fact;
  /** The other facts. */
  facts: Fact[];
}

/** Groups facts by screens, in their order. */
export function screensOf(facts: readonly Fact[]): Screen[] {
  const screens = new Map<string, Screen>();
  for (const fact of facts) {
    const title = titleOf(addedPathOf(firstChangeOf(fact)));
    const screen = screens.get(title) ?? { title, facts: [] };
    if (fact.match) screen.name = fact;
    else screen.facts.push(fact);
    screens.set(title, screen);
  }
  return [...screens.values()];
}

const firstChangeOf = ({ changes: [change] }: Fact): Change => change ?? { path: [] };

const titleOf = ([area, name, method]: Path): string =>
  area === "paths" ? `${`${method}`.toUpperCase()} ${name}` : area === "components" ? `${name} ${method}` : "index";

/** Renders what a fact adds, and the evidence, such as `200.rooms[].name: string – in 12 of 12 objects`. */
export function lineOf(fact: Fact): string {
  const change = firstChangeOf(fact);
  const { name, value } = subjectOf(change);
  const type = change.remove ? "removed" : typeOf(value);
  const evidence = fact.evidence.replace(/\.$/, "").replace(/^[A-Z]/, (first) => first.toLowerCase());
  return `${name || "-"}${type && `: ${type}`} – ${evidence}`;
}

/** Keys that a line leaves out. After `properties`, a key is the name of a field. */
const silentKeys = new Set(["responses", "content", "application/json", "schema", "properties"]);

function subjectOf(change: Change): { name: string; value: unknown } {
  const { path: parent, update } = change;
  const path = addedPathOf(change);
  const value = path.slice(parent.length).reduce<unknown>((node, key) => Object(node)[key], update);
  const [parameter] = isObject(value) && Array.isArray(value["parameters"]) ? value["parameters"] : [];
  if (isObject(parameter)) return { name: `input ${parameter["name"]}`, value: parameter["schema"] };
  const parts = path.slice(3).map((key, index, keys) => {
    if (keys[index - 1] === "properties") return `.${key}`;
    if (key === "items") return "[]";
    return silentKeys.has(`${key}`) ? "" : `.${key === "requestBody" ? "request" : key}`;
  });
  return { name: parts.join("").replace(/^\./, ""), value };
}

function typeOf(value: unknown): string {
  if (!isObject(value)) return "";
  const [media] = Object.values(Object(value["content"] ?? Object(value["requestBody"])["content"]));
  const { type, items, ...schema } = Object(Object(media)["schema"] ?? value["schema"] ?? value);
  if (isObject(schema["additionalProperties"])) return `map of ${typeOf(schema["additionalProperties"])}`;
  if (type === "array") return `list of ${typeOf(items) || "anything"}`;
  return [type ?? []].flat().join(" or ");
}
