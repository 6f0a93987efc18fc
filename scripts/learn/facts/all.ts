import { isDeepStrictEqual } from "node:util";
import { type Contract, marksOf, pathOperations } from "../../contract.ts";
import type { Accumulator } from "../accumulate/accumulator.ts";
import { applyChanges } from "../overlay/change.ts";
import { type Template, templatesOf } from "../templates.ts";
import { type Withheld, withholdNames } from "../withhold.ts";
import { operationFacts } from "./closing.ts";
import { missingFromExamples } from "./complete.ts";
import type { Change, Fact } from "./fact.ts";
import { type NamedFact, namedOperations } from "./operations.ts";

export interface Learned {
  facts: Fact[];
  /** Those of the facts that name an operation. */
  named: NamedFact[];
  /** Operations of the service that the index does not name. */
  unnamed: Template[];
  /** Names that may be about people, and are written nowhere. */
  withheld: Withheld[];
}

/** What the traffic shows that the contract does not have. */
export function learn(
  contract: Contract,
  accumulator: Accumulator,
  rejected: ReadonlySet<string> = new Set(),
): Learned {
  const { templates, withheld } = templatesOf(accumulator);
  withheld.push(...withholdNames(templates, accumulator.vocabulary));
  const located = new Map(pathOperations(contract).map((one) => [`${one.method} ${one.path}`, one]));
  const known = templates.filter(({ method, path }) => located.has(`${method} ${path}`));
  const others = templates.filter((template) => !known.includes(template) && succeeded(template));
  const closing = known.flatMap((template) => {
    const one = located.get(`${template.method} ${template.path}`);
    return one ? operationFacts(contract, one, template) : [];
  });
  const { facts: named, unnamed } = namedOperations(contract, others, rejected);
  const facts = withExamples(
    contract,
    unique([...closing, ...named]).filter(({ id }) => !rejected.has(id)),
  );
  return {
    facts: [...facts, ...nothingLeft(contract, facts)],
    named,
    unnamed,
    withheld: withheld.sort((one, other) => (one.place < other.place ? -1 : 1)),
  };
}

/** A path that only ever fails may not exist. */
const succeeded = ({ endpoint }: Template): boolean => [...endpoint.responses.keys()].some((status) => status < 400);

/** Different facts have different ids: `ownerName` and `owner_name` would share one. */
function unique(facts: Fact[]): Fact[] {
  const byId = new Map<string, Fact>();
  for (const fact of facts) {
    let id = fact.id;
    for (let number = 2; byId.has(id) && !isDeepStrictEqual(byId.get(id)?.changes, fact.changes); number++) {
      id = `${fact.id}-${number}`;
    }
    if (!byId.has(id)) byId.set(id, { ...fact, id });
  }
  return [...byId.values()];
}

/** A field that is new in a documented response appears in its example, which stands where a status that is learned puts it. */
function withExamples(contract: Contract, facts: Fact[]): Fact[] {
  const statuses = facts.filter(({ id }) => id.endsWith("-success-status"));
  const known = applyChanges(
    contract,
    statuses.flatMap(({ changes }) => changes),
  );
  const text = (changes: Change[]) => new Set(changes.map((change) => JSON.stringify(change)));
  const before = text(missingFromExamples(known));
  const others = facts.filter((fact) => !statuses.includes(fact));
  return [
    ...statuses,
    ...fromTheEnd(others).map((fact) => {
      if (!/-(field|shape|object|array)$/.test(fact.id)) return fact;
      const missing = missingFromExamples(applyChanges(known, fact.changes));
      const added = missing.filter((change) => !before.has(JSON.stringify(change)));
      return {
        ...fact,
        changes: [...fact.changes, ...added.map((change) => ({ ...change, with: movedBy(statuses, change) }))],
      };
    }),
  ];
}

/** What goes from lists in such an order that the places of the others stay. */
function fromTheEnd(facts: Fact[]): Fact[] {
  const place = ({ changes }: Fact) =>
    Math.max(-1, ...changes.map(({ at, remove }) => (remove ? Number(at.at(-1)) : -1)));
  const isRemoval = (fact: Fact) => place(fact) >= 0;
  return [
    ...facts.filter((fact) => !isRemoval(fact)),
    ...facts.filter(isRemoval).sort((one, other) => place(other) - place(one)),
  ];
}

/** The facts that put a response where a change expects it. */
const movedBy = (statuses: Fact[], { at }: Change): string[] =>
  statuses
    .filter(({ changes: [first] }) => {
      const [status] = Object.keys(Object(first?.update));
      return first?.at.every((key, index) => key === at[index]) && at[first.at.length] === status;
    })
    .map(({ id }) => id);

/** When each operation of the index has a path, nothing is left of the unknowns of name-only operations. */
function nothingLeft(contract: Contract, facts: Fact[]): Fact[] {
  const wanted = applyChanges(
    contract,
    facts.flatMap(({ changes }) => changes),
  );
  const ids = marksOf(contract).flatMap(([id]) => (id.startsWith("other-operation-") ? id : []));
  if (ids.length === 0 || wanted["x-operation-index"].some(({ operationId }) => !operationId)) return [];
  return [
    {
      id: "other-operations",
      claim: "existence",
      evidence: "Each operation of the index has a path.",
      changes: [],
      answers: [{ at: [], ids }],
    },
  ];
}
