import { isObject, type Path } from "../contract.ts";
import { addedPath } from "./facts/fact.ts";
import { readPath } from "./overlay/change.ts";
import type { Action, Overlay } from "./overlay/write.ts";

/** What a review shows at once: an operation, or a component that several have in common. */
export interface Screen {
  /** Such as `GET /api/v2/agents`, or `schemas Room`. */
  title: string;
  /** The action that gives the operation its name. */
  name?: Action;
  /** One action for each of the other facts. */
  facts: Action[];
}

/** The screens of a review document, in its order. */
export function screensOf({ actions }: Overlay): Screen[] {
  const screens = new Map<string, Screen>();
  const seen = new Set<string>();
  for (const action of actions) {
    const [id = ""] = Object.keys(action["x-facts"]);
    if (seen.has(id)) continue;
    seen.add(id);
    const place = addedPath({ path: readPath(action.target) ?? [], ...action }).slice(0, 3);
    const title = titleOf(place);
    const screen = screens.get(title) ?? { title, facts: [] };
    if (action["x-match"]) screen.name = action;
    else screen.facts.push(action);
    screens.set(title, screen);
  }
  return [...screens.values()];
}

const titleOf = ([area, name, method]: Path): string =>
  area === "paths" ? `${`${method}`.toUpperCase()} ${name}` : area === "components" ? `${name} ${method}` : "index";

/** An action in a line: what it adds and the evidence, such as `200.rooms[].name: string – in 12 of 12 objects`. */
export function lineOf(action: Action): string {
  const [evidence = ""] = Object.values(action["x-facts"]);
  const { name, value } = subjectOf(action);
  const type = action.remove ? "removed" : typeOf(value);
  return `${name || "-"}${type && `: ${type}`} – ${evidence.replace(/\.$/, "").replace(/^[A-Z]/, (first) => first.toLowerCase())}`;
}

/** Keys that need no mention. After `properties`, a key is the name of a field. */
const silentKeys = new Set(["responses", "content", "application/json", "schema", "properties"]);

function subjectOf({ target, update }: Action): { name: string; value: unknown } {
  const parent = readPath(target) ?? [];
  const path = addedPath({ path: parent, ...(update !== undefined && { update }) });
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
