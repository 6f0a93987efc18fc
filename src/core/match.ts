import type { Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";

export interface Match<Id extends string> {
  readonly id: Id;
  /** The values in the path, by name. */
  readonly pathValues: Readonly<Record<string, string>>;
}

/** What the paths of one method have at one place, the more literal first. */
interface Node<Id> {
  readonly literals: Map<string, Node<Id>>;
  readonly templates: { readonly template: Template; readonly next: Node<Id> }[];
  operation?: { readonly id: Id; readonly path: string };
}

/** A segment such as `{id}.json`: `["", "id", ".json"]`, literal text at the even places, names at the odd ones. */
type Template = readonly string[];

/** Creates the function that finds the operation of a request: the one whose path is the most literal, from the left. */
export function matcher<Id extends string>(operations: Readonly<Record<Id, Pick<Operation, "method" | "path">>>) {
  const methods = new Map<string, Node<Id>>();
  for (const [id, { method, path }] of Object.entries(operations) as [Id, Operation][]) {
    const root = methods.get(method) ?? emptyNode();
    methods.set(method, root);
    const end = path.slice(1).split("/").reduce(child, root);
    end.operation ??= { id, path };
  }

  return function match(method: string, segments: readonly string[]): Match<Id> | Rejection {
    const found = find(methods.get(method), segments);
    if (found) return found;
    // RFC 9110, 9.3.2: the response to a GET without its content.
    const get = method === "HEAD" && find(methods.get("GET"), segments);
    if (get) return get;
    const allow = [...methods].filter(([, root]) => find(root, segments)).map(([name]) => name);
    if (allow.length === 0) return reject(404, "No operation of the contract has this path.");
    const methodsAllowed = allow.includes("GET") && !allow.includes("HEAD") ? [...allow, "HEAD"] : allow;
    const headers = { allow: methodsAllowed.join(", ") };
    return reject(405, "No operation of the contract has this method on this path.", headers);
  };
}

const emptyNode = <Id>(): Node<Id> => ({ literals: new Map(), templates: [] });
const literalLength = (template: Template) => template.reduce((sum, text, at) => sum + (at % 2 ? 0 : text.length), 0);

/** The node behind a segment of a path, added where it is missing. */
function child<Id>(node: Node<Id>, segment: string): Node<Id> {
  const template = segment.split(/\{([^}]+)\}/);
  if (template.length === 1) {
    const next = node.literals.get(segment) ?? emptyNode<Id>();
    node.literals.set(segment, next);
    return next;
  }
  const known = node.templates.find((one) => String(one.template) === String(template));
  if (known) return known.next;
  const added = { template, next: emptyNode<Id>() };
  const before = node.templates.findIndex((one) => literalLength(one.template) < literalLength(template));
  node.templates.splice(before < 0 ? node.templates.length : before, 0, added);
  return added.next;
}

function find<Id extends string>(
  node: Node<Id> | undefined,
  segments: readonly string[],
  at = 0,
  values: readonly (readonly [string, string])[] = [],
): Match<Id> | undefined {
  if (!node) return undefined;
  const segment = segments[at];
  if (segment === undefined) {
    return node.operation && { id: node.operation.id, pathValues: Object.fromEntries(values) };
  }
  const literal = find(node.literals.get(segment), segments, at + 1, values);
  if (literal) return literal;
  for (const { template, next } of node.templates) {
    const own = templateValues(template, segment);
    const found = own && find(next, segments, at + 1, [...values, ...own]);
    if (found) return found;
  }
  return undefined;
}

/** The values in a segment, none of them empty. Each is as short as it can be, so that this takes linear time. */
function templateValues(template: Template, segment: string): [string, string][] | undefined {
  const values: [string, string][] = [];
  if (!segment.startsWith(template[0] ?? "")) return undefined;
  let from = template[0]?.length ?? 0;
  for (let at = 1; at < template.length; at += 2) {
    const text = template[at + 1] ?? "";
    const isLast = at + 2 === template.length;
    const to = isLast ? segment.length - text.length : segment.indexOf(text, from + 1);
    if (to <= from || (isLast && !segment.endsWith(text))) return undefined;
    values.push([template[at] ?? "", segment.slice(from, to)]);
    from = to + text.length;
  }
  return values;
}

/** A path with its values in place of their names. */
export const fillPath = (path: string, value: (name: string) => string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name) => value(name));
