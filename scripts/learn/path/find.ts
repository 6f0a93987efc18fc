import { createPathMatcher, type PathMatch, type Route } from "../../../src/openapi/path.ts";
import type { Contract } from "../../contract/document.ts";
import { documentedOperations } from "../../contract/operations.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import type { FindTemplate } from "../shape/observations.ts";

const anyMethod = "*";

/**
 * Creates the function that finds the item whose path a request has: with the request's method, or else with any. The most
 * literal from the left precedes, then the first.
 */
export function createFinder<Item extends Route>(
  items: readonly Item[],
  accepts: (item: Item, values: Readonly<Record<string, string>>) => boolean,
) {
  const routes = items.flatMap((item): Route[] => [item, { path: item.path, method: anyMethod }]);
  const { match } = createPathMatcher<string>(Object.fromEntries(routes.entries()));
  const itemOf = (id: string) => items[Math.floor(Number(id) / 2)] as Item;
  const isAccepted = ({ id, pathValues }: PathMatch<string>) => accepts(itemOf(id), pathValues);
  return (method: string, segments: readonly string[]): Item | undefined => {
    const route = match(method, segments, isAccepted) ?? match(anyMethod, segments, isAccepted);
    return route && itemOf(route.id);
  };
}

/**
 * Creates the function that finds the contract's template of a path. One that only traffic showed has no words of the
 * contract as values: such a path is another.
 */
export function createTemplateFinder(contract: Contract, { isContract }: Vocabulary): FindTemplate {
  const findOperation = createFinder(
    documentedOperations(contract),
    ({ operation }, values) => !("x-observed" in operation) || !Object.values(values).some(isContract),
  );
  return (method, segments) => findOperation(method, segments)?.path;
}
