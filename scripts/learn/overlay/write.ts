import { stringify } from "yaml";
import { type Contract, isObject, type Json, marksOf, type Path } from "../../contract.ts";
import type { Fact } from "../facts/fact.ts";
import { pathText } from "./change.ts";

interface Action {
  target: string;
  description: string;
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
  actions: Action[];
}

/** The review document: an Overlay 1.1, an action for each fact and one for the unknown that it answers. */
export function overlayOf(contract: Contract, facts: readonly Fact[], file: string): Overlay {
  const actions = facts.flatMap((fact): Action[] => [
    ...fact.changes.map(({ at, update, remove, expects, with: others = [] }, index) => ({
      target: pathText(at),
      description: index === 0 ? `${fact.id}: ${fact.evidence}` : `Part of ${fact.id}.`,
      ...(update !== undefined && { update }),
      ...(remove && { remove }),
      "x-facts": [fact.id, ...others],
      ...(expects !== undefined && { "x-expects": expects }),
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
          })),
    ),
  ]);
  return {
    overlay: "1.1.0",
    info: { title: "What traffic shows that the contract does not have", version: contract.info.version },
    extends: file,
    actions: [...actions, ...emptied(contract, facts)],
  };
}

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
    if (removed.length === size)
      return [{ target: pathText(empty), ...about, description: "Nothing is left in it.", remove: true }];
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

const head = `# What recorded traffic shows. Read it, take out what is wrong, and run:
#   npm run learn -- --apply FILE [--only ID,ID]
#   npm run learn -- --reject FILE --only ID,ID    for what must not come back
`;

export const overlayText = (overlay: Overlay): string =>
  head + stringify(overlay, { lineWidth: 120, aliasDuplicateObjects: false });
