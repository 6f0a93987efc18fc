import { type Contract, isObject, type Json, marksOf } from "../contract.ts";
import { kebab } from "./facts/fact.ts";
import { operationIds, summaryOf } from "./facts/operation.ts";
import { pathText } from "./overlay/change.ts";
import type { Action, Overlay } from "./overlay/write.ts";

/** Gives an operation of a review document another name of the index, in all of its actions. */
export function rename(overlay: Overlay, action: Action, contract: Contract, index: number): void {
  const [fact = ""] = action["x-facts"];
  const entry = contract["x-operation-index"][index];
  const [path, item] = Object.entries(Object(action.update))[0] ?? [];
  const [method, operation] = Object.entries(Object(item))[0] ?? [];
  if (!entry || !path || !method || !isObject(operation)) throw new Error(`${fact} adds no operation.`);
  const operationId = operationIds(contract)[index] ?? "";
  const from = kebab(`${operation["operationId"]}`);
  const renamed = renameMarks(operation as Json, from, kebab(operationId)) as { [key: string]: Json };
  const id = `${kebab(operationId)}--${kebab(`${method} ${path}`)}`;
  Object.assign(renamed, {
    operationId,
    tags: [entry.area],
    summary: summaryOf(contract, entry, method.toUpperCase()),
  });
  action.update = { [path]: { [method]: renamed } };
  action.description = `${id}: Named "${entry.name}" in the review.`;
  const at = ["x-operation-index", index];
  const others = overlay.actions.filter((other) => other !== action && other["x-facts"].includes(fact));
  const added: Action[] = [
    {
      target: pathText(at),
      description: `Part of ${id}.`,
      update: { operationId, ...(entry.method === "unspecified" && { method: method.toUpperCase() }) },
      "x-facts": [id],
    },
    ...marksOf(entry)
      .filter(([mark]) => mark.endsWith("-method"))
      .map(([mark]) => ({
        target: pathText([...at, "x-not-shown", mark]),
        description: `Answered by ${id}.`,
        remove: true as const,
        "x-facts": [id],
      })),
  ];
  action["x-facts"] = [id];
  overlay.actions = overlay.actions.filter((other) => !others.includes(other));
  overlay.actions.splice(overlay.actions.indexOf(action) + 1, 0, ...added);
}

/** The ids of an operation's unknowns begin with its own. */
function renameMarks(node: Json, from: string, to: string): Json {
  if (Array.isArray(node)) return node.map((item) => renameMarks(item, from, to));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "x-not-shown" && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([mark, phrase]) => [mark.replace(new RegExp(`^${from}-`), `${to}-`), phrase]),
          )
        : renameMarks(value as Json, from, to),
    ]),
  ) as Json;
}
