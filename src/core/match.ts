import { createPathMatcher, type PathMatch, type Route } from "../openapi/path.ts";
import { type Rejection, reject } from "./rejection.ts";

export function createMatcher<Id extends string>(operations: Readonly<Record<Id, Route>>) {
  const paths = createPathMatcher(operations);
  return (method: string, segments: readonly string[]): PathMatch<Id> | Rejection => {
    const match = paths.match(method, segments);
    if (match) return match;
    const allow = paths.methods(segments).join(", ");
    return allow === ""
      ? reject(404, "No operation of the contract has this path.")
      : reject(405, "No operation of the contract has this method on this path.", { allow });
  };
}
