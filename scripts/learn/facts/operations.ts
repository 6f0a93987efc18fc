import { type Contract, type Json, marksOf } from "../../contract.ts";
import { type Candidate, match } from "../names/match.ts";
import type { Named, Seen } from "../names/score.ts";
import type { Template } from "../templates.ts";
import { type Fact, kebab } from "./fact.ts";
import { seenIn } from "./observed.ts";
import { operationIds, operationOf } from "./operation.ts";

/** An observed operation and the name that it may have. */
export interface NamedFact extends Fact {
  candidate: Candidate;
}

export interface Matched {
  facts: NamedFact[];
  /** What no name of the index fits. */
  unnamed: Template[];
}

/** Names for the observed operations that the contract has no path for. */
export function namedOperations(
  contract: Contract,
  templates: readonly Template[],
  rejected: ReadonlySet<string>,
): Matched {
  const index = contract["x-operation-index"];
  const ids = operationIds(contract);
  const names = index.flatMap(({ area, method, name, operationId }, at) =>
    operationId ? [] : [{ area, method, name, at }],
  );
  const all = templates.map((template) => ({ ...seenOf(template), template }));
  const idOf = (named: { at: number }, { method, path }: Seen) =>
    `${kebab(ids[named.at] ?? "")}--${kebab(`${method} ${path}`)}`;
  const isRejected = (named: Named, seen: Seen) =>
    rejected.size > 0 && rejected.has(idOf(named as Named & { at: number }, seen));
  const candidates = match(names, all, isRejected);
  const facts = candidates.map((candidate): NamedFact => {
    const { template } = candidate.seen as Seen & { template: Template };
    const named = candidate.named as (typeof names)[number];
    const { method, path } = template;
    const entry = ["x-operation-index", named.at];
    const marks = marksOf(index[named.at]).map(([id]) => id);
    const operation = operationOf(contract, template, named, ids[named.at] ?? "");
    return {
      id: idOf(named, candidate.seen),
      claim: "existence",
      evidence: `${evidenceOf(candidate)} ${seenIn(template.endpoint)}.`,
      candidate,
      changes: [
        { at: ["paths"], update: { [path]: { [method.toLowerCase()]: operation } } },
        {
          at: entry,
          update: { operationId: ids[named.at] ?? "", ...(named.method === "unspecified" && { method }) } as Json,
        },
      ],
      ...(marks.length > 0 && { answers: [{ at: entry, ids: marks.filter((id) => id.endsWith("-method")) }] }),
    };
  });
  const taken = new Set(candidates.map(({ seen }) => (seen as Seen & { template: Template }).template));
  return { facts, unnamed: templates.filter((template) => !taken.has(template)) };
}

const evidenceOf = ({ named, sameWords }: Candidate): string =>
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
