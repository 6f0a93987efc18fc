import { isObject, type Path } from "../contract.ts";
import { addedPathOf } from "./facts/fact.ts";
import { readTarget } from "./overlay/change.ts";
import { type Action, factIdOf, type Overlay } from "./overlay/write.ts";

/** A screen of a review: the facts about an operation, or about a component that several operations use. */
export interface Screen {
  /** For example `GET /api/v2/agents`, or `schemas Room`. */
  title: string;
  /** The action that gives the operation its name. */
  name?: Action;
  /** One action for each of the other facts. */
  facts: Action[];
}

/** Returns the screens of a review document, in its order. */
export function screensOf({ actions }: Overlay): Screen[] {
  const screens = new Map<string, Screen>();
  const ids = new Set<string>();
  for (const action of actions) {
    const id = factIdOf(action);
    if (ids.has(id)) continue;
    ids.add(id);
    const place = addedPathOf({ path: pathOf(action), ...action }).slice(0, 3);
    const title = titleOf(place);
    const screen = screens.get(title) ?? { title, facts: [] };
    if (action["x-match"]) screen.name = action;
    else screen.facts.push(action);
    screens.set(title, screen);
  }
  return [...screens.values()];
}

const pathOf = ({ target }: Action): Path => readTarget(target)?.path ?? [];

const titleOf = ([area, name, method]: Path): string =>
  area === "paths" ? `${`${method}`.toUpperCase()} ${name}` : area === "components" ? `${name} ${method}` : "index";

/** Renders what an action adds, and the evidence, such as `200.rooms[].name: string – in 12 of 12 objects`. */
export function lineOf(action: Action): string {
  const [evidence = ""] = Object.values(action["x-facts"]);
  const { name, value } = subjectOf(action);
  const type = action.remove ? "removed" : typeOf(value);
  return `${name || "-"}${type && `: ${type}`} – ${evidence.replace(/\.$/, "").replace(/^[A-Z]/, (first) => first.toLowerCase())}`;
}

/** Keys that a line leaves out. After `properties`, a key is the name of a field. */
const silentKeys = new Set(["responses", "content", "application/json", "schema", "properties"]);

function subjectOf(action: Action): { name: string; value: unknown } {
  const { update } = action;
  const parent = pathOf(action);
  const path = addedPathOf({ path: parent, ...(update !== undefined && { update }) });
  const value = path.slice(parent.length).reduce<unknown>((node, key) => Object(node)[key], update);
  const [parameter] = isObject(value) && Array.isArray(value["parameters"]) ? value["parameters"] : [];
  if (isObject(parameter)) return { name: `input ${parameter["name"]}`, value: parameter["schema"] };
  const parts = path.slice(3).map((key, index, keys) => {
    if (keys[index - 1] === "properties") return `.${key}`;
    if (key === "items") return "[]";
    return silentKeys.has(`${key}`) ? "" : `.${key === "requestBody" ? "request" : key}`;
  });
  return { name: parts.join("").replace(/^\./, ""), value };
}

function typeOf(value: unknown): string {
  if (!isObject(value)) return "";
  const [media] = Object.values(Object(value["content"] ?? Object(value["requestBody"])["content"]));
  const { type, items, ...schema } = Object(Object(media)["schema"] ?? value["schema"] ?? value);
  if (isObject(schema["additionalProperties"])) return `map of ${typeOf(schema["additionalProperties"])}`;
  if (type === "array") return `list of ${typeOf(items) || "anything"}`;
  return [type ?? []].flat().join(" or ");
}
