import { Document, isCollection, visit } from "yaml";
import type { Contract, Json } from "../../contract.ts";
import type { Learned } from "../facts/all.ts";
import { pathText } from "./change.ts";

export interface Action {
  target: string;
  update?: Json;
  remove?: true;
  /** The facts that it belongs to, by id, with what shows them. It is applied if all of them are. */
  "x-facts": Record<string, string>;
  /** How the name of an operation was found, and the names that come next. */
  "x-match"?: { by: "same words" | "closest"; rivals: string[] };
  /** The decision of the review. */
  "x-decision"?: "accepted" | "rejected";
  /** What the value must contain: positions in lists change. */
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

/** The review document: an Overlay 1.1 with an action for each fact. What follows from facts is added as they are applied. */
export function overlayOf(
  contract: Contract,
  { facts, named, withheld }: Pick<Learned, "facts" | "named" | "withheld">,
  file: string,
): Overlay {
  const candidates = new Map(named.map(({ id, candidate }) => [id, candidate]));
  const actions = facts.flatMap((fact): Action[] => {
    const candidate = candidates.get(fact.id);
    const changes = fact.changes.map(({ path, update, remove, expects }, index): Action => {
      const match = index === 0 && candidate;
      return {
        target: pathText(path),
        ...(update !== undefined && { update }),
        ...(remove && { remove }),
        ...(expects !== undefined && { "x-expects": expects }),
        "x-facts": { [fact.id]: index === 0 ? fact.evidence : "Part of it." },
        ...(match && {
          "x-match": {
            by: match.sameWords ? "same words" : "closest",
            rivals: match.others.map(({ name }) => name),
          },
        }),
      };
    });
    const answers = (fact.answers ?? []).flatMap(({ path, ids }) =>
      path === undefined ? [] : ids.map((id) => pathText([...path, "x-not-shown", id])),
    );
    const answered = answers.map((target, index): Action => {
      const evidence = changes.length === 0 && index === 0 ? fact.evidence : "Answered by it.";
      return { target, remove: true, "x-facts": { [fact.id]: evidence } };
    });
    return [...changes, ...answered];
  });
  return {
    overlay: "1.1.0",
    info: { title: "What traffic shows that the contract does not have", version: contract.info.version },
    extends: file,
    ...(withheld.length > 0 && {
      "x-withheld": withheld.map(({ place, kind, names }) => ({ place, kind, count: names.length })),
    }),
    actions,
  };
}

const head = ` What recorded traffic shows: first the names that are only the closest, then the others. \`x-facts\` has the id of each fact.
   npm run learn -- --review FILE                 decide in the terminal, one operation after another
   npm run learn -- --apply FILE                  take the same words, facts of known operations, and what was accepted
   npm run learn -- --reject FILE --only ID,ID    note what must not come back`;

/** In characters: what is shorter is on one line. */
const mostOnLine = 105;

export function overlayText(overlay: Overlay): string {
  const document = new Document(overlay, { aliasDuplicateObjects: false });
  document.commentBefore = head;
  visit(document.get("actions") as never, {
    Collection(_, node, ancestors) {
      if (ancestors.length < 3 || !isCollection(node) || JSON.stringify(node).length > mostOnLine) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 140, flowCollectionPadding: false });
}
