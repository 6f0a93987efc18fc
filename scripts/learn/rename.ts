import { type Contract, isObject, type Json, marksOf } from "../contract.ts";
import { kebab } from "./facts/fact.ts";
import { operationIds } from "./facts/operation.ts";
import { pathText } from "./overlay/change.ts";
import type { Action, Overlay } from "./overlay/write.ts";

/** Gives an operation of a review document another name of the index: the one in a row. */
export function rename(overlay: Overlay, action: Action, contract: Contract, row: number): void {
  const [fact = ""] = Object.keys(action["x-facts"]);
  const entry = contract["x-operation-index"][row];
  const [path, item] = Object.entries(Object(action.update))[0] ?? [];
  const [method, operation] = Object.entries(Object(item))[0] ?? [];
  if (!entry || !path || !method || !isObject(operation)) throw new Error(`${fact} adds no operation.`);
  const operationId = operationIds(contract)[row] ?? "";
  const id = `${kebab(operationId)}--${kebab(`${method} ${path}`)}`;
  const target = ["x-operation-index", row];
  const added: Action[] = [
    {
      target: pathText(target),
      update: { operationId, ...(entry.method === "unspecified" && { method: method.toUpperCase() }) },
      "x-facts": { [id]: "Part of it." },
    },
    ...marksOf(entry)
      .filter(([mark]) => mark.endsWith("-method"))
      .map(([mark]) => ({
        target: pathText([...target, "x-not-shown", mark]),
        remove: true as const,
        "x-facts": { [id]: "Answered by it." },
      })),
  ];
  action.update = { [path]: { [method]: { ...operation, operationId } as Json } };
  action["x-facts"] = { [id]: `Named "${entry.name}" in the review.` };
  overlay.actions = overlay.actions.filter((other) => !(fact in other["x-facts"]));
  overlay.actions.splice(overlay.actions.indexOf(action) + 1, 0, ...added);
}
