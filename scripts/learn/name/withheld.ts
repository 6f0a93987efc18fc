import type { PathTemplate } from "../path/templates.ts";
import type { Hidden } from "../shape/endpoint.ts";
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
  const addShape = (path: string, shape: Shape | undefined): void => {
    if (!shape) return;
    add(path, "field", shape);
    for (const [name, field] of shape.fields) addShape(`${path}.${name}`, field);
    addShape(`${path}[]`, shape.items);
    addShape(`${path}.*`, shape.entries);
  };
  for (const template of templates) {
    const { endpoint } = template;
    const place = `${template.method} ${template.path}`;
    add(place, "path segment", endpoint.hiddenSegments);
    add(`${place} query`, "input", endpoint.hiddenInputs);
    add(place, "media type", endpoint.hiddenTypes);
    for (const { shape } of endpoint.requests.values()) addShape(`${place} request`, shape);
    for (const [status, { bodies }] of endpoint.responses)
      for (const { shape } of bodies.values()) addShape(`${place} ${status}`, shape);
  }
  const keyOf = ({ place, kind }: WithheldNames) => `${place} ${kind}`;
  return list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
