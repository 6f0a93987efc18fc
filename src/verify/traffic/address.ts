import { operations } from "../../../generated/operations.ts";
import { isRejection } from "../../core/rejection.ts";
import { parseTarget, type Target } from "../../core/request.ts";
import { isSecretName } from "../../openapi/secret-names.ts";

const paths = Object.values(operations).map(({ path }) => path.slice(1).split("/"));

/** The segments that all paths begin with. Without a base URL, they identify requests to the service. */
const prefix = (paths[0] ?? []).filter((_, index, first) =>
  paths.every(
    (path) => path.length > index && path.slice(0, index + 1).join("/") === first.slice(0, index + 1).join("/"),
  ),
);

/** The address of a request below the base URL, without the token; or why the request isn't for the service. */
export type Address = Pick<Target, "segments" | "query"> | { readonly reason: string };

/** Creates the function that reads the URLs of requests to the service. */
export function createAddressReader(baseUrl: string | undefined): (url: string) => Address {
  const base = baseUrl === undefined ? undefined : { origin: originOf(baseUrl), segments: segmentsOf(baseUrl) };

  return function readAddress(url) {
    const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(url);
    if (isAbsolute && !/^https?:\/\//i.test(url)) return { reason: "not an HTTP request" };
    if (base && isAbsolute && originOf(url) !== base.origin) return notBelowBase;
    const target = parseTarget(url.replace(/#.*$/s, ""), ["token"]);
    if (isRejection(target)) return { reason: target.detail };
    const { segments } = target;
    const start = base ? baseLengthOf(base.segments, segments) : prefixStartOf(segments);
    if (start === undefined) return base ? notBelowBase : { reason: `no /${prefix.join("/")}/ in the path` };
    return { segments: segments.slice(start), query: removeSecretValues(target.query) };
  };
}

const notBelowBase = { reason: "not below the base URL" };

/** Returns the origin of a URL; `undefined` if the text isn't a URL. */
function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
}

const segmentsOf = (url: string) =>
  new URL(url).pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeURIComponent);

/** Returns the length of the base path if a path begins with it. */
const baseLengthOf = (base: readonly string[], segments: readonly string[]) =>
  base.every((segment, index) => segments[index] === segment) ? base.length : undefined;

/** Returns the index of the first segment of the contract's prefix. */
function prefixStartOf(segments: readonly string[]): number | undefined {
  const start = segments.findIndex((_, offset) =>
    prefix.every((segment, index) => segments[offset + index] === segment),
  );
  return start < 0 ? undefined : start;
}

function removeSecretValues(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].map(([name, value]) => [name, isSecretName(name) ? "" : value]));
}
