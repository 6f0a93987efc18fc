import { createPathMatcher, type Route } from "../../../src/openapi/path.ts";
import { type Contract, pathOperations } from "../../contract.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import type { FindTemplate } from "../shape/observations.ts";

/** The method of the routes for requests with a method that the contract doesn't have on the path. */
const anyMethod = "*";

/**
 * Creates the function that finds the contract's template of a path: of an operation with the request's method, or else
 * of any operation. A template that only traffic showed has no words of the contract as values: such a path is another.
 */
export function createTemplateFinder(contract: Contract, { isContract }: Vocabulary): FindTemplate {
  const routes: Record<string, Route> = {};
  const documentedPaths = new Set<string>();
  for (const { method, path, operation } of pathOperations(contract)) {
    routes[`${method} ${path}`] = { method, path };
    routes[`${anyMethod} ${path}`] = { method: anyMethod, path };
    if (!("x-observed" in operation)) documentedPaths.add(path);
  }
  const { match } = createPathMatcher(routes);
  return (method, segments) => {
    const isAccepted = ({ id, pathValues }: { id: string; pathValues: Readonly<Record<string, string>> }) =>
      documentedPaths.has(`${routes[id]?.path}`) || !Object.values(pathValues).some(isContract);
    const route = match(method, segments, isAccepted) ?? match(anyMethod, segments, isAccepted);
    return route && routes[route.id]?.path;
  };
}
