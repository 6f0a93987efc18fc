import type { Route } from "./address.ts";

/** The bodies that a success can have: kinds of JSON, media types, `nothing` and `location`. */
export const expectedBodies = ({ expects = "" }: Route): string[] => expects.split(" ");

/** The media type, other than JSON, that a response has and its operation declares. Unnamed, it is the first one. */
export function mediaType(route: Route, headers: Headers): string | undefined {
  const expected = expectedBodies(route);
  const type = headers.get("content-type") ?? expected[0] ?? "";
  return expected.find((each) => /\//.test(each) && type.toLowerCase().startsWith(each.replace(/\*.*/, "")));
}
