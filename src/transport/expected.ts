import type { Route } from "./address.ts";

/** The bodies that a success can have. */
export const expectedBodies = ({ expects = [] }: Route): readonly string[] => [expects].flat();

/** The media type, other than JSON, that a response has and its operation declares. Unnamed, it is the first one. */
export function mediaType(route: Route, headers: Headers): string | undefined {
  const expected = expectedBodies(route);
  const type = headers.get("content-type")?.toLowerCase() ?? `${expected[0]}`;
  return expected.find((each) => each.includes("/") && type.startsWith(each.replace(/\*.*/, "")));
}
