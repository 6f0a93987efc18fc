import { countTimes } from "../../src/openapi/words.ts";
import { describeShape } from "../../src/traffic/names.ts";
import type { Shape, Withheld } from "./shape/shape.ts";
import { isUnclear } from "./template/paths.ts";
import type { PathTemplate } from "./template/templates.ts";

/** A name that isn't written, because it may be about a person. */
interface WithheldName {
  /** Its place, number and shape, such as `200.users: key 1 of 2, 8 letters, 40 times`. */
  description: string;
  /** Shown only in the maintainer's terminal. */
  name: string;
}

/** The names that are described at each place. */
const maxDescribed = 5;

export function listWithheld({ endpoint, unclearKeys = [] }: PathTemplate): WithheldName[] {
  const list: WithheldName[] = [];
  function add(place: string, noun: string, withheld: Withheld = new Map()): void {
    const names = [...withheld].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [index, [name, count]] of names.entries()) {
      const description = `${place}: ${noun} ${index + 1} of ${names.length}, ${describeShape(name)}, ${countTimes(count)}`;
      if (index < maxDescribed) list.push({ description, name });
    }
  }
  function addShape(place: string, shape: Shape | undefined): void {
    if (!shape) return;
    add(place, "key", shape.withheld);
    for (const [name, field] of shape.fields) addShape(`${place}.${name}`, field);
    addShape(`${place}[]`, shape.items);
    addShape(`${place}.*`, shape.entries);
  }
  function addBodies(place: string, bodies: Shape | undefined): void {
    add(place, "media type", bodies?.withheld);
    for (const shape of [...(bodies?.fields.values() ?? []), bodies?.entries])
      addShape(place, shape);
  }
  const words = unclearKeys.filter(isUnclear).map((key) => [key.slice(1), 1] as const);
  add("path", "word", new Map(words));
  add("query", "input", endpoint.query?.withheld);
  addBodies("request", endpoint.requests);
  for (const [status, { bodies }] of [...endpoint.responses].sort(([a], [b]) => a - b))
    addBodies(`${status}`, bodies);
  return list;
}
