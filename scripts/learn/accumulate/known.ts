import { createPathMatcher, type Route } from "../../../src/openapi/path.ts";
import { type Contract, pathOperations } from "../../contract.ts";
import type { Vocabulary } from "../names/vocabulary.ts";

/** The routes of a path for methods that the contract doesn't have there. */
const anyMethod = "*";

/**
 * Creates the function that finds the contract's template of a path as servers do: of an operation with the request's
 * method, or else of any operation. Words of the contract aren't values of a path that is known from traffic alone.
 */
export function createTemplateFinder(contract: Contract, { isContract }: Vocabulary) {
  const routes: Record<string, Route> = {};
  const documentedPaths = new Set<string>();
  for (const { method, path, operation } of pathOperations(contract)) {
    routes[`${method} ${path}`] = { method, path };
    routes[`${anyMethod} ${path}`] = { method: anyMethod, path };
    if (!("x-observed" in operation)) documentedPaths.add(path);
  }
  const { match } = createPathMatcher(routes);
  return (method: string, segments: readonly string[]): string | undefined => {
    const isAccepted = ({ id, pathValues }: { id: string; pathValues: Readonly<Record<string, string>> }) =>
      documentedPaths.has(`${routes[id]?.path}`) || !Object.values(pathValues).some(isContract);
    const route = match(method, segments, isAccepted) ?? match(anyMethod, segments, isAccepted);
    return route && routes[route.id]?.path;
  };
}
