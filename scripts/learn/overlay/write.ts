import { stringify } from "yaml";
import { type Contract, isObject, type Json, marksOf, type Path } from "../../contract.ts";
import type { Learned } from "../facts/all.ts";
import type { Fact } from "../facts/fact.ts";
import type { NamedFact } from "../facts/operations.ts";
import { pathText } from "./change.ts";

export interface Action {
  target: string;
  description: string;
  /** How the name of an operation was found, and the names that come next. */
  "x-match"?: { by: "same words" | "closest"; rivals: string[] };
  /** What the review said. */
  "x-decision"?: "accepted" | "rejected";
  /** Applied only with all operations of the document. */
  "x-needs-all"?: true;
  update?: Json;
  remove?: true;
  /** The ids of the facts that it belongs to. It is applied if all of them are. */
  "x-facts": string[];
  /** What must stand there: places in lists move. */
  "x-expects"?: Json;
}

export interface Overlay {
  overlay: "1.1.0";
  info: { title: string; version: string };
  extends: string;
  /** Names that were withheld: where and how many. */
  "x-withheld"?: { place: string; kind: string; count: number }[];
  actions: Action[];
}

/** The review document: an Overlay 1.1, an action for each fact and one for the unknown that it answers. */
export function overlayOf(contract: Contract, { facts, withheld = [] }: Partial<Learned>, file: string): Overlay {
  const sorted = [...(facts ?? [])].sort((one, other) => urgency(one) - urgency(other));
  const actions = sorted.flatMap((fact): Action[] => [
    ...fact.changes.map(({ at, update, remove, expects, with: others = [] }, index) => ({
      target: pathText(at),
      description: index === 0 ? `${fact.id}: ${fact.evidence}` : `Part of ${fact.id}.`,
      ...(update !== undefined && { update }),
      ...(remove && { remove }),
      "x-facts": [fact.id, ...others],
      ...(expects !== undefined && { "x-expects": expects }),
      ...(index === 0 && "candidate" in fact && { "x-match": matchOf(fact as NamedFact) }),
    })),
    ...(fact.answers ?? []).flatMap(({ at, ids }) =>
      at === undefined
        ? []
        : ids.map((id, index) => ({
            target: pathText([...at, "x-not-shown", id]),
            description:
              fact.changes.length === 0 && index === 0 ? `${fact.id}: ${fact.evidence}` : `Answered by ${fact.id}.`,
            remove: true as const,
            "x-facts": [fact.id],
            ...(fact.id === "other-operations" && { "x-needs-all": true as const }),
          })),
    ),
  ]);
  return {
    overlay: "1.1.0",
    info: { title: "What traffic shows that the contract does not have", version: contract.info.version },
    extends: file,
    ...(withheld.length > 0 && {
      "x-withheld": withheld.map(({ place, kind, names }) => ({ place, kind, count: names.length })),
    }),
    actions: [...actions, ...emptied(contract, sorted)],
  };
}

/** What needs a decision comes first: the closest names, then the same words, then the facts of known operations. */
function urgency(fact: Fact): number {
  if (!("candidate" in fact)) return 2;
  return (fact as NamedFact).candidate.sameWords ? 1 : 0;
}

const matchOf = ({ candidate: { sameWords, others } }: NamedFact) => ({
  by: sameWords ? ("same words" as const) : ("closest" as const),
  rivals: others.map(({ name }) => name),
});

/** What goes with the last thing in it: the map of an unknown's marks, and a parameter that stood for several. */
function emptied(contract: Contract, facts: readonly Fact[]): Action[] {
  const places = new Map<
    string,
    { empty: Path; of: Path; places: (string | number)[]; size: number; facts: string[] }
  >();
  const add = (of: Path, empty: Path, size: number, fact: string, place: string | number) => {
    const own = places.get(pathText(of)) ?? { empty, of, places: [], size, facts: [] };
    own.places.push(place);
    own.facts.push(fact);
    places.set(pathText(of), own);
  };
  for (const { id, answers = [], changes } of facts) {
    for (const { at, ids } of answers) {
      const marks = at && [...at, "x-not-shown"];
      for (const answered of ids) if (marks) add(marks, marks, marksOf(nodeAt(contract, at)).length, id, answered);
    }
    for (const { at, last } of changes) if (last) add(last.of, last.at, last.count, id, at.at(-1) ?? 0);
  }
  return [...places.values()].flatMap(({ empty, of, places: removed, size, facts: ids }): Action[] => {
    const about = { description: "What is left of it.", "x-facts": [...new Set(ids)] };
    if (removed.length === size) {
      const { name } = Object(nodeAt(contract, empty));
      const expects = typeof empty.at(-1) === "number" && { "x-expects": { name } };
      return [{ target: pathText(empty), ...about, description: "Nothing is left in it.", remove: true, ...expects }];
    }
    // One alternative is no alternative.
    const list = nodeAt(contract, of);
    if (!Array.isArray(list) || removed.length !== size - 1) return [];
    const [left] = list.filter((_, at) => !removed.includes(at));
    return [
      { target: pathText(of), ...about, remove: true },
      { target: pathText(of.slice(0, -1)), ...about, update: left },
    ];
  });
}

const nodeAt = (contract: Contract, at: Path): unknown =>
  at.reduce<unknown>(
    (node, key) => (isObject(node) || Array.isArray(node) ? (node as never)[key] : undefined),
    contract,
  );

const head = `# What recorded traffic shows: first the names that are only the closest, then the others.
#   npm run learn -- --review FILE                 decide in the terminal, one after another
#   npm run learn -- --apply FILE                  take the same words, facts of known operations, and what was accepted
#   npm run learn -- --reject FILE --only ID,ID    note what must not come back
`;

export const overlayText = (overlay: Overlay): string =>
  head + stringify(overlay, { lineWidth: 120, aliasDuplicateObjects: false });
