import { existsSync } from "node:fs";
import { CORE_SCHEMA, dump } from "js-yaml";
import { LineCounter, parseDocument } from "yaml";
import { describeUnknown } from "../../src/core/text.ts";
import { asList, asObject, isObject } from "../../src/openapi/json.ts";
import type { Path } from "../../src/openapi/nodes.ts";
import { isTemplate, segmentsOf } from "../../src/openapi/path.ts";
import { readText } from "../../src/platform/files.ts";
import { type Observed, parseYaml } from "../contract/document.ts";
import type { Change, Fact } from "./facts/fact.ts";
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
  /** Of a new operation: whether it may be sent again, which decides what the contract says. */
  repeatable?: Decision | undefined;
  /** The answer for each of its facts that has none of its own. */
  accept: Decision;
  facts: readonly DecidedFact[];
  /** The names that aren't written, each by its place, number and shape. */
  withheld?: readonly string[] | undefined;
}

/** The name of an operation that nobody has chosen yet. */
export const undecided = "ask";

const heading = `# What recorded traffic shows and the contract doesn't have. This file is the place to decide, in an editor:
#
#   name        one of the candidates, or another name of the index. "ask" leaves the operation out.
#   repeatable  yes if sending it twice does no more than sending it once: the client sends it again after a failure,
#               verify sends it, and agents may call it. "ask" keeps what a draft in the contract says, else it counts as no.
#   accept      yes or no, for all facts of an operation or for one. "ask" leaves a fact to its operation, or out.
#   path        yours: rename values, replace {?}, add an entry that is more literal or less, and learn again.
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

/** The keys at each level of the file: another one may be a misspelled decision. */
const documentKeys = ["operations"];
const operationKeys = [
  "method",
  "path",
  "question",
  "found",
  "values",
  "source",
  "exchanges",
  "first",
  "last",
  "candidates",
  "name",
  "repeatable",
  "accept",
  "facts",
  "withheld",
] satisfies (keyof LearnedOperation)[];
const factKeys = ["fact", "evidence", "accept", "changes"] satisfies (keyof DecidedFact)[];
const changeKeys = ["at", "rename", "add", "remove"] satisfies (keyof Change)[];

const pathForm = /^(\/(?!\.{1,2}(\/|$))([^/{}?#\s]|\{(\?|[A-Za-z][^/{}?#\s]*)\})+)+\/?$/;

export function parseLearned(text: string, file: string): LearnedOperation[] {
  const document = parseYaml(text, file);
  const entries = isObject(document) ? document["operations"] : undefined;
  if (!Array.isArray(entries))
    throw new Error(`${file} has no list of operations: give what npm run learn wrote.`);
  checkKeys(document, documentKeys);
  return entries.map((entry: unknown, index) => {
    const place = ["operations", index];
    const fail = (need: string) => {
      throw new Error(`The operation in line ${lineOf(text, place)} of ${file} needs ${need}.`);
    };
    checkKeys(entry, operationKeys, place);
    const { facts, name = undecided, ...rest } = Object(entry) as LearnedOperation;
    const { accept = undecided, repeatable } = rest;
    const isRoute =
      /^(GET|POST|PUT|PATCH|DELETE)$/.test(`${rest.method}`) && pathForm.test(`${rest.path}`);
    if (!isRoute) fail("a method and a path such as /agents/{agentId}");
    if (![accept, repeatable ?? undecided].every(isDecision))
      fail("repeatable and accept: yes, no or ask");
    if (!Array.isArray(facts ?? [])) fail("a list of facts");
    return {
      ...rest,
      accept,
      name: `${name}`,
      facts: asList(facts).map((fact, number) => readFact(fact, [...place, "facts", number])),
    };
  });

  function checkKeys(value: unknown, known: readonly string[], place: Path = []): void {
    const key = Object.keys(asObject(value)).find((name) => !known.includes(name));
    if (key === undefined) return;
    const line = lineOf(text, [...place, key]);
    throw new Error(`${describeUnknown("key", key, known)} See line ${line} of ${file}.`);
  }

  function readFact(value: unknown, place: Path): DecidedFact {
    checkKeys(value, factKeys, place);
    const fact = Object(value) as DecidedFact;
    const { accept = undecided, changes } = fact;
    for (const [number, change] of asList(changes).entries())
      checkKeys(change, changeKeys, [...place, "changes", number]);
    if (!isDecision(accept) || !Array.isArray(changes) || !changes.every(isChange))
      throw new Error(
        `The fact in line ${lineOf(text, place)} of ${file} needs the changes that learn wrote, and accept: yes, no or ask.`,
      );
    return { ...fact, accept };
  }
}

/** Returns the answer for a fact: its own, or else its operation's. */
export const answerFor = (
  { accept }: Pick<DecidedFact, "accept">,
  operation: Pick<LearnedOperation, "accept">,
): Decision => (accept === "ask" ? operation.accept : accept);

/** Returns the line of a part of a YAML document, from 1. */
export function lineOf(text: string, keys: Path): number {
  const lineCounter = new LineCounter();
  const part = parseDocument(text, { lineCounter }).getIn(keys, true);
  return lineCounter.linePos(Object(part).range?.[0] ?? 0).line;
}

const isDecision = (value: unknown): boolean => /^(yes|no|ask)$/.test(`${value}`);

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { at = "", rename = {}, remove = [] } = value;
  const texts = [at, ...Object.values(asObject(rename)), ...asList(remove)];
  return (
    texts.every((text) => typeof text === "string") && isObject(rename) && Array.isArray(remove)
  );
}

export const manualWords = (operations: readonly ListedPath[]): string[] =>
  operations
    .filter(isManual)
    .flatMap(({ path }) => segmentsOf(path).filter((segment) => !isTemplate(segment)));

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
      (fact.accept === "no" || (answerFor(fact, earlier) === "yes" && isOpen(earlier, fact)));
    const keptFacts = earlier.facts.filter(isKept);
    const isDecided = isOpen(earlier) && (earlier.name !== undecided || isManual(earlier));
    if (!seen && keptFacts.length === 0 && !isDecided) continue;
    const decisions = new Map(earlier.facts.map(({ fact, accept }) => [fact, accept]));
    const name = seen && seen.name !== undecided ? seen.name : earlier.name;
    const seenFacts = facts.map((fact) => ({
      ...fact,
      accept: decisions.get(fact.fact) ?? fact.accept,
    }));
    result.set(keyOf(earlier), {
      ...(seen ?? earlier),
      name,
      ...(seen?.repeatable && { repeatable: earlier.repeatable ?? undecided }),
      accept: earlier.accept,
      facts: [...seenFacts, ...keptFacts],
    });
  }
  return [...result.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
