import { pathMatcher, type Route } from "../../../src/openapi/path.ts";
import { type Contract, pathOperations } from "../../contract.ts";
import type { Vocabulary } from "../names/vocabulary.ts";

/** The methods that a path of the contract doesn't have yet. */
const anyMethod = "*";

/**
 * Creates the function that finds the contract's template of a path, as the servers do: of an operation with the
 * request's method, or else of any. A path that is known from traffic alone takes no words of the contract as its values.
 */
export function knownPaths(contract: Contract, { isContract }: Vocabulary) {
  const routes: Record<string, Route> = {};
  const documented = new Set<string>();
  for (const { method, path, operation } of pathOperations(contract)) {
    routes[`${method} ${path}`] = { method, path };
    routes[`${anyMethod} ${path}`] = { method: anyMethod, path };
    if (!("x-observed" in operation)) documented.add(path);
  }
  const { match } = pathMatcher(routes);
  return (method: string, segments: readonly string[]): string | undefined => {
    const accepts = ({ id, pathValues }: { id: string; pathValues: Readonly<Record<string, string>> }) =>
      documented.has(`${routes[id]?.path}`) || !Object.values(pathValues).some(isContract);
    const route = match(method, segments, accepts) ?? match(anyMethod, segments, accepts);
    return route && routes[route.id]?.path;
  };
}
