import { asObject, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { addedPathOf, type Change, type Fact } from "../fact/fact.ts";

/** A screen of a review: the facts about an operation, or about a component that several operations use. */
export interface Screen {
  /** For example `GET /api/v2/agents`, or `schemas Room`. */
  title: string;
  /** The fact that gives a new operation its name. */
  name?: Fact;
  /** The other facts. */
  facts: Fact[];
}

/** Groups facts by screens, in their order. */
export function screensOf(facts: readonly Fact[]): Screen[] {
  const screens = new Map<string, Screen>();
  for (const fact of facts) {
    const title = titleOf(addedPathOf(firstChangeOf(fact)));
    const screen = screens.get(title) ?? { title, facts: [] };
    if (fact.match) screen.name = fact;
    else screen.facts.push(fact);
    screens.set(title, screen);
  }
  return [...screens.values()];
}

const firstChangeOf = ({ changes: [change] }: Fact): Change => change ?? { path: [] };

const titleOf = ([area, name, method]: Path): string =>
  area === "paths" ? `${`${method}`.toUpperCase()} ${name}` : area === "components" ? `${name} ${method}` : "index";

/** Renders what a fact adds, and the evidence, such as `200.rooms[].name: string – in 12 of 12 objects`. */
export function lineOf(fact: Fact): string {
  const change = firstChangeOf(fact);
  const { name, value } = subjectOf(change);
  const type = change.remove ? "removed" : typeOf(value);
  const evidence = fact.evidence.replace(/\.$/, "").replace(/^[A-Z]/, (first) => first.toLowerCase());
  return `${name || "-"}${type && `: ${type}`} – ${evidence}`;
}

/** Keys that a line leaves out. After `properties`, a key is the name of a field. */
const silentKeys = new Set(["responses", "content", "application/json", "schema", "properties"]);

function subjectOf(change: Change): { name: string; value: unknown } {
  const { path: parent, update } = change;
  const path = addedPathOf(change);
  const value = valueAt(update, path.slice(parent.length));
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
  const [media] = Object.values(asObject(value["content"] ?? asObject(value["requestBody"])["content"]));
  const { type, items, ...schema } = asObject(asObject(media)["schema"] ?? value["schema"] ?? value);
  if (isObject(schema["additionalProperties"])) return `map of ${typeOf(schema["additionalProperties"])}`;
  if (type === "array") return `list of ${typeOf(items) || "anything"}`;
  return [type ?? []].flat().join(" or ");
}
