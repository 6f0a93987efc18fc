import { operationsOf } from "./operations.ts";
import { decodedSegmentsOf } from "./path.ts";
import { serversOf, serverUrlsOf } from "./servers.ts";

/**
 * Returns the paths of all servers of a document, as decoded segments, the longest first. A
 * variable has each value of its list, else its default. Leaves out the paths with which a path of
 * the contract begins.
 */
export function basePathsOf(document: object): string[][] {
  const operations = operationsOf(document);
  const servers = [document, ...operations.map(({ node }) => node)].flatMap(serversOf);
  const paths = servers.flatMap(serverUrlsOf).flatMap(({ url }) => {
    return URL.canParse(url, "http://localhost") ? new URL(url, "http://localhost").pathname : [];
  });
  return [...new Set(paths)]
    .filter(
      (base) => base !== "/" && !operations.some(({ path }) => `${path}/`.startsWith(`${base}/`)),
    )
    .map(decodedSegmentsOf)
    .toSorted((a, b) => b.length - a.length);
}
