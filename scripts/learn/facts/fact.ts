import { asObject, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { pointerOf } from "../../../src/openapi/pointer.ts";
import { parseReference } from "../../../src/openapi/reference.ts";
import type { Contract, Json, Observed } from "../../contract/document.ts";
import type { Evidence } from "../shape/shape.ts";

/** A change of the contract at a place that it has. */
export interface Change {
  /**
   * A JSON pointer within the operation, or after `#` within the contract. Default: the operation
   * itself.
   */
  at?: string;
  /** The keys of an object that get another name. */
  rename?: { [key: string]: string };
  /** Merged into the value: objects merge, lists get more items. */
  add?: Json;
  /** The keys that an object loses, or the items that a list loses. */
  remove?: string[];
}

/** A fact that traffic shows and the contract doesn't have. */
export interface Fact {
  /**
   * The place and what is there, such as `200.rooms[].id: integer`. It's the same for the same fact
   * in every run.
   */
  fact: string;
  /** A sentence without a value. */
  evidence: string;
  changes: Change[];
}

export interface Context {
  contract: Contract;
  method: string;
  /** `undefined` if it's new. */
  operation: Operation | undefined;
  /** The operation's place in the contract, on which the meaning of its unknowns depends. */
  keys: Path;
  /** The exchanges with the operation, or with the status. */
  evidence: Evidence;
  /** The number of responses. 0 for requests, which show no required fields. */
  count: number;
  /**
   * Whether this part of the contract was observed itself: then another type is a new fact, not a
   * contradiction.
   */
  isObserved: boolean;
  /**
   * Whether the schema is new itself: its operation has the origin, and its fields may be required.
   */
  isNew: boolean;
}

export const observedDescription = "Observed; meaning unknown.";

/** Returns the value of `x-observed`. */
export function observedOf({ sources, count, days }: Evidence): { [key: string]: Json } & Observed {
  const [first, ...laterDays] = [...days].sort();
  const source = [...sources].sort().join(", ");
  return {
    source,
    exchanges: count,
    ...(first !== undefined && { first, last: laterDays.at(-1) ?? first }),
  };
}

/** The beginning of a path in the contract itself. Other paths are within the operation. */
export const contractRoot = "#";

export const createChange = (path: Path, change: Omit<Change, "at">): Change => ({
  at: path[0] === contractRoot ? `#${pointerOf(path.slice(1))}` : pointerOf(path),
  ...change,
});

export const answerUnknowns = (path: Path, ids: readonly string[]): Change[] =>
  ids.length === 0 ? [] : [createChange([...path, "x-not-shown"], { remove: [...ids] })];

/** Keys that a place leaves out. After `properties`, a key is the name of a field. */
const silentKeys = new Set(
  "# components schemas responses content application/json schema properties allOf".split(" "),
);

/** Names a place as a reader would, such as `200.rooms[].id`, `request.name` or `Room.image`. */
export function placeOf(path: Path): string {
  const parts = path.map((key, index) => {
    if (path[index - 1] === "properties") return `.${key}`;
    if (key === "items") return "[]";
    if (silentKeys.has(`${key}`) || path[index - 1] === "allOf") return "";
    return `.${key === "requestBody" ? "request" : key === "additionalProperties" ? "*" : key}`;
  });
  return parts.join("").replace(/^\./, "");
}

/** Describes the type in a schema, such as `list of string or null`. */
export function describeType(schema: unknown): string {
  const { $ref, allOf, type, items, additionalProperties: entries } = asObject(schema);
  if (typeof $ref === "string") return `${parseReference($ref).at(-1)}`;
  if (Array.isArray(allOf)) return allOf.map(describeType).join(" and ");
  const names = [type ?? []].flat().map((name) => {
    if (name === "array") return `list of ${describeType(items)}`;
    return name === "object" && isObject(entries) ? `map of ${describeType(entries)}` : `${name}`;
  });
  return names.join(" or ") || "anything";
}
