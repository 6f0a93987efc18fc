import { isDeepStrictEqual } from "node:util";
import { type Contract, pathOperations } from "../../contract.ts";
import type { Accumulator } from "../accumulate/accumulator.ts";
import { type Template, templatesOf } from "../templates.ts";
import { type Withheld, withholdNames } from "../withhold.ts";
import { addedPath, dependentOn, type Fact } from "./fact.ts";
import { operationFacts } from "./known.ts";
import { type NamedFact, type NamedOperations, namedOperations } from "./operations.ts";

export interface Learned extends NamedOperations {
  /** What needs a decision comes first: the closest names, then the same words, then facts of known operations. */
  facts: Fact[];
  /** Names that may be about people, and are written nowhere. */
  withheld: Withheld[];
}

/** What the traffic shows that the contract doesn't have. */
export function learn(
  contract: Contract,
  accumulator: Accumulator,
  rejected: ReadonlySet<string> = new Set(),
): Learned {
  const { templates, withheld } = templatesOf(accumulator);
  withheld.push(...withholdNames(templates, accumulator.vocabulary));
  const known = new Map(
    pathOperations(contract).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const knownFacts = templates.flatMap((template) => {
    const operation = known.get(`${template.method} ${template.path}`);
    return operation
      ? operationFacts(contract, { path: operation.keys, operation: operation.operation }, template)
      : [];
  });
  const others = templates.filter(
    (template) => !known.has(`${template.method} ${template.path}`) && hasSucceeded(template),
  );
  const operations = namedOperations(contract, others, rejected);
  const withParts = (facts: NamedFact[]) => facts.flatMap(({ parts, ...fact }): Fact[] => [fact, ...parts]);
  const facts = withoutRejected(
    unique([
      ...withParts(operations.named.filter(({ candidate }) => !candidate.sameWords)),
      ...withParts(operations.named.filter(({ candidate }) => candidate.sameWords)),
      ...fromTheEnd(knownFacts),
    ]),
    rejected,
  );
  return {
    ...operations,
    facts,
    withheld: withheld.sort((one, other) => (one.place < other.place ? -1 : 1)),
  };
}

/** A path that only ever fails may not exist. */
const hasSucceeded = ({ endpoint }: Template): boolean => [...endpoint.responses.keys()].some((status) => status < 400);

/** The same fact once, and different ids for different facts. */
function unique(facts: Fact[]): Fact[] {
  const byId = new Map<string, Fact>();
  const places = (fact: Fact | undefined) => fact?.changes.map(addedPath);
  for (const fact of facts) {
    let id = fact.id;
    for (let number = 2; byId.has(id) && !isDeepStrictEqual(places(byId.get(id)), places(fact)); number++) {
      id = `${fact.id}-${number}`;
    }
    if (!byId.has(id)) byId.set(id, { ...fact, id });
  }
  return [...byId.values()];
}

/** Leaves out rejected facts, and those about what a rejected one would add. */
function withoutRejected(facts: readonly Fact[], rejected: ReadonlySet<string>): Fact[] {
  const isDependent = dependentOn(facts.flatMap(({ id, changes }) => (rejected.has(id) ? changes : [])));
  return facts.filter(({ id, changes }) => !rejected.has(id) && !changes.some(isDependent));
}

/** Removals from lists come last, in such an order that the positions of the other items stay. */
function fromTheEnd(facts: Fact[]): Fact[] {
  const position = ({ changes }: Fact) =>
    Math.max(
      -1,
      ...changes.map(({ path, remove }) => (remove && typeof path.at(-1) === "number" ? Number(path.at(-1)) : -1)),
    );
  const isRemoval = (fact: Fact) => position(fact) >= 0;
  return [
    ...facts.filter((fact) => !isRemoval(fact)),
    ...facts.filter(isRemoval).sort((one, other) => position(other) - position(one)),
  ];
}
