import { isDeepStrictEqual } from "node:util";
import { type IndexEntry, indexEntries } from "../../src/openapi/operation-index.ts";
import { pathValueNamesOf } from "../../src/openapi/path.ts";
import { valueAt } from "../../src/openapi/pointer.ts";
import { aspectOf, createUnknownId } from "../../src/openapi/unknown-aspects.ts";
import { unknownsAt } from "../../src/openapi/unknowns.ts";
import type { Contract, IndexRow, Observed, OperationObject, WithUnknowns } from "./document.ts";
import { nameOperation } from "./index-names.ts";
import { toKebabCase } from "./words.ts";

interface NewOperation extends OperationPlace {
  /** Its name in the index. */
  name: string;
  /** Default: any area that has the name. */
  area?: string;
  /** Default: the name in camelCase. */
  operationId?: string;
}

interface OperationPlace {
  method: string;
  path: string;
  /** Where it was seen, if it was. */
  observed?: Observed;
  /** The observed types of the values in its path, by name. */
  valueTypes?: Readonly<Record<string, string>> | undefined;
}

/**
 * Finds the entry of the index that a new operation gets.
 * @throws Error of one sentence if there is none.
 */
function findFreeEntry(
  index: readonly IndexEntry[],
  { method, name, area }: NewOperation,
): IndexEntry {
  const candidates = index.filter((entry) => area === undefined || entry.area === area);
  const namesakes = candidates.filter((entry) => entry.name === name);
  if (namesakes.length === 0) {
    const place = area === undefined ? "" : ` in ${area}`;
    const other = index.find((entry) => entry.name === name);
    const advice = other
      ? ` Its area is ${other.area}.`
      : `${suggestNames(name, candidates)} If it's new, add it to x-operation-index first: add-operation does that with --new.`;
    throw new Error(`The index has no name "${name}"${place}.${advice}`);
  }
  const ofMethod = namesakes.filter((entry) => ["unspecified", method].includes(entry.method));
  // Several operations share a name, distinguished by their methods, only if the description has
  // them all.
  if (ofMethod.length === 0)
    throw new Error(
      `The index has "${name}" as ${namesakes[0]?.method}: choose this method or another name.`,
    );
  const entry = ofMethod.find(({ operationId }) => operationId === undefined);
  if (entry) return entry;
  throw new Error(`"${name}" is documented as ${ofMethod[0]?.operationId}: choose another name.`);
}

function suggestNames(name: string, entries: readonly IndexEntry[]): string {
  const similar = [...new Set(entries.map((entry) => entry.name))]
    .map((candidate) => ({ candidate, likeness: likenessOf(name, candidate) }))
    .filter(({ likeness }) => likeness > 0.5)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3);
  const list = similar.map(({ candidate }) => JSON.stringify(candidate)).join(", ");
  return list && ` Did you mean ${list}?`;
}

/** The share of the pairs of neighboring letters that two names have both. */
function likenessOf(name: string, other: string): number {
  const [pairs, otherPairs] = [name, other].map((text) => {
    const letters = text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
    return new Set([...letters].slice(1).map((letter, index) => letters[index] + letter));
  }) as [Set<string>, Set<string>];
  const shared = [...pairs].filter((pair) => otherPairs.has(pair));
  return (2 * shared.length) / (pairs.size + otherPairs.size);
}

/**
 * Adds an operation to a contract, in its paths and in its entry of the index. All but what is given
 * is marked as unknown.
 * @throws Error of one sentence if the index has no entry for it.
 */
export function addDraft(contract: Contract, operation: NewOperation): OperationObject {
  const { method, path } = operation;
  const entry = findFreeEntry(indexEntries(contract), operation);
  const named = nameOperation(contract, entry, method);
  const { operationId = named.operationId } = operation;
  const row = valueAt(contract, entry.keys) as IndexRow;
  Object.assign(row, { method, operationId });
  removeUnknowns(row, (id) => aspectOf(id, entry.keys) === "method");
  if (
    Object.values(contract["x-operation-index"])
      .flat()
      .every((other) => other.operationId)
  )
    removeUnknowns(contract, (id) => aspectOf(id, []) === "name-only operations");
  const start = { operationId, tags: [entry.area], summary: named.summary };
  const draft = { ...start, ...createDraft(operation, operationId) };
  contract.paths[path] = { ...contract.paths[path], [method.toLowerCase()]: draft };
  return draft;
}

const unobserved = "Only this operation's area, name, method and path are known.";

/** Returns what `addDraft` gives an operation, with how this one is told and repeated. */
function draftOf(operation: OperationObject, place: OperationPlace) {
  const { operationId, tags, summary, description, "x-repeatable": repeatable } = operation;
  const draft = createDraft(place, operationId);
  const told = { description: description === unobserved ? draft.description : description };
  return { operationId, tags, summary, ...draft, ...told, "x-repeatable": repeatable };
}

/**
 * Returns whether an operation has nothing but what `addDraft` gave it, unobserved, and how it's told
 * or repeated.
 */
export const isDraft = (operation: OperationObject, { method, path }: OperationPlace): boolean =>
  isDeepStrictEqual(operation, draftOf(operation, { method, path }));

/** Changes a draft as if it had been observed when it was added. A description that was edited stays. */
export function observeDraft(operation: OperationObject, place: OperationPlace): OperationObject {
  const observed = draftOf(operation, place);
  // The keys have the order of a new operation.
  for (const key of Object.keys(operation)) delete operation[key];
  return Object.assign(operation, observed);
}

function createDraft({ method, path, observed, valueTypes }: OperationPlace, operationId: string) {
  const subject = toKebabCase(operationId);
  const parameters = pathValueNamesOf(path).map((name) => {
    const type = observed && (valueTypes?.[name] ?? "string");
    const unknownId = `${subject}-${toKebabCase(name)}-type`;
    return {
      name,
      in: "path" as const,
      required: true,
      description: observed ? "A value in the path; the name is ours." : "A value in the path.",
      schema: type ? { type } : {},
      ...(!type && { "x-not-shown": { [unknownId]: `Type and meaning of \`${name}\`` } }),
      examples: {
        placeholder: {
          summary: "A placeholder, not a real value",
          value: type === "integer" ? 1 : `example-${toKebabCase(name)}`,
        },
      },
    };
  });
  return {
    description: observed
      ? `Known by name, and observed in traffic as ${method} \`${path}\`.`
      : unobserved,
    "x-repeatable": false,
    ...(observed && { "x-observed": observed }),
    "x-not-shown": observed
      ? {
          [`${subject}-meaning`]: "Meaning of the observed inputs and fields",
          [createUnknownId(subject, "token")]: "Token requirement",
          [`${subject}-unobserved`]: "Inputs, fields and responses beyond the observed ones",
        }
      : {
          [`${subject}-details`]: "Details beyond the area, name, method and path",
          [createUnknownId(subject, "token")]: "Token requirement",
          [createUnknownId(subject, "parameters")]:
            "Request parameters other than credentials and path values",
          [createUnknownId(subject, "payload")]: "Request payload",
        },
    ...(parameters.length > 0 && { parameters }),
    responses: {
      "2XX": {
        description: "A successful response.",
        "x-not-shown": {
          [createUnknownId(subject, "success status")]: "Status code of a successful response",
          [createUnknownId(subject, "body")]: "Shape of the response body",
        },
        content: { "application/json": { schema: {} } },
      },
      default: { $ref: "#/components/responses/Failure" } as never,
    },
  };
}

/** Removes answered unknowns, and then their map if it's empty. */
export function removeUnknowns(node: WithUnknowns, isAnswered: (id: string) => boolean): void {
  const entries = unknownsAt(node).filter(([id]) => !isAnswered(id));
  if (entries.length > 0) node["x-not-shown"] = Object.fromEntries(entries);
  else delete node["x-not-shown"];
}
