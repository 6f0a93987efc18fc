import { Document, isCollection, visit } from "yaml";
import type { Contract, Json } from "../../contract.ts";
import type { LearnedFacts } from "../facts/all.ts";
import { renderPath } from "./change.ts";

export interface Action {
  target: string;
  update?: Json;
  remove?: true;
  /** The facts to which the action belongs, by id, with their evidence. It's applied if all of the facts are. */
  "x-facts": Record<string, string>;
  /** How the name of an operation was matched, and the next best names. */
  "x-match"?: { by: "same words" | "closest"; rivals: string[] };
  /** The decision of the review. */
  "x-decision"?: "accepted" | "rejected";
  /** The content of the value to remove, since positions in lists change. */
  "x-expects"?: Json;
}

export interface Overlay {
  overlay: "1.1.0";
  info: { title: string; version: string };
  extends: string;
  /** The number of withheld names at each place. */
  "x-withheld"?: { place: string; kind: string; count: number }[];
  actions: Action[];
}

/** Returns the review document: an Overlay 1.1 with actions for each fact. `completeContract` adds what follows. */
export function overlayOf(
  contract: Contract,
  { facts, namedFacts, withheldNames }: Pick<LearnedFacts, "facts" | "namedFacts" | "withheldNames">,
  file: string,
): Overlay {
  const candidates = new Map(namedFacts.map(({ id, candidate }) => [id, candidate]));
  const actions = facts.flatMap((fact): Action[] => {
    const candidate = candidates.get(fact.id);
    const changes = fact.changes.map(({ path, update, remove, expects }, index): Action => {
      const match = index === 0 && candidate;
      return {
        target: renderPath(path),
        ...(update !== undefined && { update }),
        ...(remove && { remove }),
        ...(expects !== undefined && { "x-expects": expects }),
        "x-facts": { [fact.id]: index === 0 ? fact.evidence : "Part of this fact." },
        ...(match && {
          "x-match": {
            by: match.hasSameWords ? "same words" : "closest",
            rivals: match.rivals.map(({ name }) => name),
          },
        }),
      };
    });
    const answerTargets = (fact.answers ?? []).flatMap(({ path, ids }) =>
      path === undefined ? [] : ids.map((id) => renderPath([...path, "x-not-shown", id])),
    );
    const answerActions = answerTargets.map((target, index): Action => {
      const evidence = changes.length === 0 && index === 0 ? fact.evidence : "Answered by this fact.";
      return { target, remove: true, "x-facts": { [fact.id]: evidence } };
    });
    return [...changes, ...answerActions];
  });
  return {
    overlay: "1.1.0",
    info: { title: "Facts that traffic shows and the contract doesn't contain", version: contract.info.version },
    extends: file,
    ...(withheldNames.length > 0 && {
      "x-withheld": withheldNames.map(({ place, kind, names }) => ({ place, kind, count: names.length })),
    }),
    actions,
  };
}

const heading = ` The facts that recorded traffic shows: first the closest names, then the others. \`x-facts\` has the id of each fact.
   npm run learn -- --review FILE                 decide in the terminal, operation by operation
   npm run learn -- --apply FILE                  apply accepted facts, names with the same words, and facts of known operations
   npm run learn -- --reject FILE --only ID,ID    note facts, so that they aren't proposed again`;

/** The greatest length of a collection on one line, in characters. */
const maxLineLength = 105;

export function renderOverlay(overlay: Overlay): string {
  const document = new Document(overlay, { aliasDuplicateObjects: false });
  document.commentBefore = heading;
  visit(document.get("actions") as never, {
    Collection(_, node, ancestors) {
      if (ancestors.length < 3 || !isCollection(node) || JSON.stringify(node).length > maxLineLength) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 140, flowCollectionPadding: false });
}
