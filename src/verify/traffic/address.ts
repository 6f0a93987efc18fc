import { isRejection } from "../../core/rejection.ts";
import { parseTarget, type Target } from "../../core/request.ts";
import { segmentsOf } from "../../openapi/path.ts";
import { isSecretName } from "../../openapi/secret-names.ts";

/** The address of a request below the base URL, without the token; or why the request isn't for the service. */
export type Address = Pick<Target, "segments" | "query"> | { readonly reason: string };

/**
 * Creates the function that reads the URLs of requests to the service.
 * @param paths The contract's paths. Without a base URL, the segments that they all begin with identify requests.
 */
export function createAddressReader(paths: readonly string[], baseUrl: string | undefined): (url: string) => Address {
  const [first = [], ...otherPaths] = paths.map(segmentsOf);
  const difference = first.findIndex((segment, index) => otherPaths.some((path) => path[index] !== segment));
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const start = base
    ? base.pathname.split("/").filter(Boolean).map(decodeURIComponent)
    : first.slice(0, difference < 0 ? undefined : difference);
  const notForService = { reason: base ? "not below the base URL" : `no /${start.join("/")}/ in the path` };

  return function readAddress(url) {
    if (base && new URL(url, base).origin !== base.origin) return notForService;
    const target = parseTarget(url.replace(/#.*$/s, ""), ["token"]);
    if (isRejection(target)) return { reason: target.detail };
    const { segments, query } = target;
    const offset = segments.findIndex((_, offset) =>
      start.every((segment, index) => segments[offset + index] === segment),
    );
    if (base ? offset !== 0 : offset < 0) return notForService;
    return {
      segments: segments.slice(base ? start.length : offset),
      query: new URLSearchParams([...query].map(([name, value]) => [name, isSecretName(name) ? "" : value])),
    };
  };
}
