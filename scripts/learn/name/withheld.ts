import type { PathTemplate } from "../path/templates.ts";
import type { Bodies, Hidden } from "../shape/endpoint.ts";
import type { Shape } from "../shape/shape.ts";

/** Names that aren't written anywhere, because they may be about people. */
export interface WithheldNames {
  /** For example `GET /api/v2/agents/{agentId} 200.byUser`, which contains only words that may be written. */
  place: string;
  kind: "field" | "input" | "path segment" | "media type";
  /** How often they occurred. */
  count: number;
  /** Shown only in the maintainer's terminal, if this run has read the traffic itself. */
  names: string[];
}

/** Lists the withheld names of templates by place. */
export function withheldNamesOf(templates: readonly PathTemplate[]): WithheldNames[] {
  const list: WithheldNames[] = [];
  const add = (place: string, kind: WithheldNames["kind"], { withheldCount, hiddenNames }: Hidden) => {
    if (withheldCount > 0) list.push({ place, kind, count: withheldCount, names: [...(hiddenNames ?? [])].sort() });
  };
  const addShape = (shape: Shape, path: string): void => {
    add(path, "field", shape);
    for (const [name, field] of shape.fields) addShape(field, `${path}.${name}`);
    if (shape.items) addShape(shape.items, `${path}[]`);
    if (shape.entries) addShape(shape.entries, `${path}.*`);
  };
  const addBodies = (bodies: Bodies, path: string) => {
    for (const { shape } of bodies.values()) if (shape) addShape(shape, path);
  };
  for (const template of templates) {
    const { method, path, endpoint } = template;
    const place = `${method} ${path}`;
    add(place, "path segment", template);
    add(`${place} query`, "input", endpoint.hiddenInputs);
    add(place, "media type", endpoint.hiddenTypes);
    addBodies(endpoint.requests, `${place} request`);
    for (const [status, { bodies }] of endpoint.responses) addBodies(bodies, `${place} ${status}`);
  }
  const keyOf = ({ place, kind }: WithheldNames) => `${place} ${kind}`;
  return list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
