import type { Contract, Json } from "../../contract.ts";
import { type Candidate, match } from "../names/match.ts";
import type { Named, Seen } from "../names/score.ts";
import type { Template } from "../templates.ts";
import { type Fact, kebab } from "./fact.ts";
import { operationFacts } from "./known.ts";
import { observedOf, seenIn } from "./observed.ts";
import { operationIds, operationOf } from "./operation.ts";

/** An observed operation and the name that it may have. */
export interface NamedFact extends Fact {
  candidate: Candidate;
  /** What is known of the operation: its inputs, bodies, statuses and fields. */
  parts: Fact[];
}

export interface NamedOperations {
  named: NamedFact[];
  /** Operations that no name of the index fits. */
  unnamed: Template[];
  /** Operations whose only names the maintainer has rejected. */
  rejected: Template[];
}

/** Names for the observed operations that the contract has no path for. */
export function namedOperations(
  contract: Contract,
  templates: readonly Template[],
  rejected: ReadonlySet<string>,
): NamedOperations {
  const index = contract["x-operation-index"];
  const ids = operationIds(contract);
  const names = index.flatMap(({ area, method, name, operationId }, row) =>
    operationId ? [] : [{ area, method, name, row }],
  );
  const idOf = (named: Named, { method, path }: Pick<Seen, "method" | "path">) =>
    `${kebab(ids[(named as (typeof names)[number]).row] ?? "")}--${kebab(`${method} ${path}`)}`;
  const isRejected = (named: Named, seen: Pick<Seen, "method" | "path">) => rejected.has(idOf(named, seen));
  const candidates = match(
    names,
    templates.map((template) => ({ ...seenOf(template), template })),
    isRejected,
  );
  const facts = candidates.map((candidate): NamedFact => {
    const { template } = candidate.seen as Seen & { template: Template };
    const { row } = candidate.named as (typeof names)[number];
    const { method, path, endpoint } = template;
    const operationId = ids[row] ?? "";
    const operation = operationOf(template, operationId);
    const place = ["paths", path, method.toLowerCase()];
    return {
      id: idOf(candidate.named, candidate.seen),
      evidence: `${nameEvidence(candidate)} ${seenIn(endpoint)}.`,
      candidate,
      changes: [{ path: ["paths"], update: { [path]: { [method.toLowerCase()]: operation } } as unknown as Json }],
      parts: operationFacts(
        contract,
        { path: place, operation: { operationId, "x-observed": observedOf(endpoint) } },
        template,
        true,
      ),
    };
  });
  const taken = new Set(candidates.map(({ seen }) => (seen as Seen & { template: Template }).template));
  const others = templates.filter((template) => !taken.has(template));
  const isOnlyRejected = (template: Template) => names.some((named) => isRejected(named, template));
  return {
    named: facts,
    unnamed: others.filter((template) => !isOnlyRejected(template)),
    rejected: others.filter(isOnlyRejected),
  };
}

const nameEvidence = ({ named, sameWords }: Candidate): string =>
  `${sameWords ? "Same words as" : "Closest to"} "${named.name}", in`;

const seenOf = ({ method, path, endpoint }: Template): Seen => {
  const successes = [...endpoint.responses].filter(([status]) => status >= 200 && status < 300);
  const shapes = successes.flatMap(([, { bodies }]) => [...bodies.values()].flatMap(({ shape }) => shape ?? []));
  const requests = [...endpoint.requests.values()].flatMap(({ shape }) => [...(shape?.fields.keys() ?? [])]);
  const lists = shapes.some(
    (shape) => shape.items || [...shape.fields.values()].some(({ items, types }) => items?.types.object && types.array),
  );
  return { method, path, inputs: [...endpoint.query.keys(), ...requests].sort(), ...(shapes.length > 0 && { lists }) };
};
