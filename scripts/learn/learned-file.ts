import { existsSync } from "node:fs";
import { CORE_SCHEMA, dump } from "js-yaml";
import { asList, isObject } from "../../src/openapi/json.ts";
import { segmentsOf } from "../../src/openapi/path.ts";
import { readText } from "../../src/platform/files.ts";
import { type Observed, parseYaml } from "../contract/document.ts";
import type { Fact } from "./facts/fact.ts";
import { isManual, type ListedPath } from "./template/paths.ts";

type Decision = "yes" | "no" | "ask";

interface DecidedFact extends Fact {
  accept: Decision;
}

/** An operation in `learned.yaml`: what the maintainer decides about. */
export interface LearnedOperation extends Observed {
  method: string;
  /** A template, with `{?}` where it's unclear whether a segment is a word or a value. */
  path: string;
  question?: string | undefined;
  found?: Readonly<Record<string, string>> | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  /** The names of the index that share most words with the path, best first. */
  candidates?: readonly string[] | undefined;
  /** The name of the index that the maintainer chose, or that the contract has. */
  name: string;
  facts: readonly DecidedFact[];
  /** The names that aren't written, each by its place, number and shape. */
  withheld?: readonly string[] | undefined;
}

/** The name of an operation that nobody has chosen yet. */
export const undecided = "ask";

const heading = `# What recorded traffic shows and the contract doesn't have. This file is the place to decide, in an editor:
#
#   name      one of the candidates, or another name of the index. "ask" leaves the operation out.
#   accept    yes or no. "ask" leaves the fact out.
#   path      yours: rename values, replace {?}, add an entry that is more literal or less, and learn again.
#
# npm run learn -- --apply FILE applies what is decided. Learning again keeps the decisions.
`;

export const renderLearned = (operations: readonly LearnedOperation[]): string =>
  heading +
  dump(
    { operations },
    { schema: CORE_SCHEMA, flowLevel: 5, lineWidth: -1, quoteStyle: "double", noRefs: true },
  );

/** @throws Error of one sentence if an entry isn't usable. */
export const readLearned = (file: string): LearnedOperation[] =>
  existsSync(file) ? parseLearned(readText(file), file) : [];

const pathForm = /^(\/([^/{}?#\s]|\{(\?|[A-Za-z][^/{}?#\s]*)\})+)+\/?$/;

export function parseLearned(text: string, file: string): LearnedOperation[] {
  const document = parseYaml(text, file);
  const entries = isObject(document) ? document["operations"] : undefined;
  if (!Array.isArray(entries))
    throw new Error(`${file} has no list of operations: give what npm run learn wrote.`);
  return entries.map((entry: unknown, index) => {
    const { facts = [], name = undecided, ...rest } = Object(entry) as LearnedOperation;
    const isRoute =
      /^(GET|POST|PUT|PATCH|DELETE)$/.test(`${rest.method}`) && pathForm.test(`${rest.path}`);
    if (!isRoute)
      throw new Error(
        `Operation ${index + 1} of ${file} needs a method and a path such as /agents/{agentId}.`,
      );
    return {
      ...rest,
      name: `${name}`,
      facts: asList(facts).map((fact) =>
        readFact(fact as DecidedFact, `${rest.method} ${rest.path} in ${file}`),
      ),
    };
  });
}

function readFact(fact: DecidedFact, place: string): DecidedFact {
  const { accept = undecided, changes } = Object(fact) as DecidedFact;
  if (!/^(yes|no|ask)$/.test(accept) || !Array.isArray(changes))
    throw new Error(`A fact of ${place} needs its changes, and accept: yes, no or ask.`);
  return { ...fact, accept };
}

export const manualWords = (operations: readonly ListedPath[]): string[] =>
  operations
    .filter(isManual)
    .flatMap(({ path }) => segmentsOf(path).filter((segment) => !segment.includes("{")));

/**
 * Gives operations the decisions of an earlier document. Decisions about what this run hasn't seen
 * are kept, too.
 * @param isOpen Returns whether an operation, or a fact about it, would still change the contract.
 */
export function keepDecisions(
  operations: readonly LearnedOperation[],
  earlierOperations: readonly LearnedOperation[],
  isOpen: (operation: LearnedOperation, fact?: DecidedFact) => boolean,
): LearnedOperation[] {
  const keyOf = ({ method, path }: LearnedOperation) => `${path} ${method}`;
  const result = new Map(operations.map((operation) => [keyOf(operation), operation]));
  for (const earlier of earlierOperations) {
    const seen = result.get(keyOf(earlier));
    const facts = seen?.facts ?? [];
    const isKept = (fact: DecidedFact) =>
      !facts.some((other) => other.fact === fact.fact) &&
      (fact.accept === "no" || (fact.accept === "yes" && isOpen(earlier, fact)));
    const keptFacts = earlier.facts.filter(isKept);
    const isDecided = isOpen(earlier) && (earlier.name !== undecided || isManual(earlier));
    if (!seen && keptFacts.length === 0 && !isDecided) continue;
    const decisions = new Map(earlier.facts.map(({ fact, accept }) => [fact, accept]));
    const name = seen && seen.name !== undecided ? seen.name : earlier.name;
    const seenFacts = facts.map((fact) => ({
      ...fact,
      accept: decisions.get(fact.fact) ?? fact.accept,
    }));
    result.set(keyOf(earlier), { ...(seen ?? earlier), name, facts: [...seenFacts, ...keptFacts] });
  }
  return [...result.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
