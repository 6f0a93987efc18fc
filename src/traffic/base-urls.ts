import { readBaseUrl } from "../client/settings.ts";
import { increment } from "../core/counts.ts";
import { isRejection } from "../core/rejection.ts";
import { parseTarget } from "../core/request.ts";
import { memoizeString } from "../openapi/cache.ts";
import { decodedSegmentsOf, versionPrefixOf } from "../openapi/path.ts";
import { UnusableEntry } from "./exchange.ts";
import type { MaskName } from "./secrets.ts";
import type { VerifiableContract } from "./verifiable-contract.ts";

export type BaseUrls = ReturnType<typeof createBaseUrls>;

/**
 * Creates the reader of the URLs of requests to the service. It counts the baseUrls that it has
 * seen.
 * @param baseUrl The base URL of the service. Default: any before the prefix of the contract's
 * paths.
 */
export function createBaseUrls(
  contract: Pick<VerifiableContract, "operations" | "basePaths" | "isSafeName">,
  baseUrl: string | undefined,
) {
  const prefix = versionPrefixOf(
    Object.values(contract.operations).map(({ operation }) => operation.path),
  );
  const prefixPath = prefix.map((segment) => `/${segment}`).join("");
  // Nothing is sent to it, so that plain HTTP exposes no token.
  const base =
    baseUrl === undefined ? undefined : new URL(readBaseUrl(baseUrl, true, prefixPath).baseUrl);
  const start = base ? decodedSegmentsOf(base.pathname).filter(Boolean) : prefix;
  const startPath = `/${[...start, ""].join("/")}`;
  const otherHosts = new Map<string, number>();
  const usedBases = new Map<string, number>();
  const hostOf = memoizeString(normalizeHost);

  // A log may have no host.
  const isAtBase = (host: string) => host === "" || host === base?.origin;

  function reasonFor(host: string): string {
    if (!base) return `no ${startPath} in the path`;
    if (host.startsWith("{{")) return "the host is a variable without a value";
    return isAtBase(host) ? "not below the base URL" : "another host";
  }

  return {
    /**
     * Reads a URL. Its base is what precedes the contract's paths, such as
     * `https://service.example.com`; empty if the recording has no host.
     * @throws UnusableEntry if it isn't one of the service.
     */
    read(url: string) {
      if (/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(url))
        throw new UnusableEntry("not an HTTP request");
      const [, authority = "", rest = ""] =
        /^(https?:\/\/[^/?#]*|\{\{[^}]*\}\})?([^#]*)/i.exec(url) ?? [];
      const target = parseTarget(rest.startsWith("/") ? rest : `/${rest}`);
      if (isRejection(target)) throw new UnusableEntry(target.detail);
      const host = authority && hostOf(authority);
      // A slash at the end, or two in a row, is no other path.
      const segments = target.segments.filter(Boolean);
      // The prefix may be anywhere.
      const offsets = !base ? [0, ...segments.keys()] : isAtBase(host) ? [0] : [];
      const offset = offsets.find((at) =>
        start.every((segment, index) => segments[at + index] === segment),
      );
      if (offset === undefined) {
        increment(otherHosts, host, maxHosts);
        throw new UnusableEntry(reasonFor(host));
      }
      const below = segments.slice(base ? start.length : offset);
      const { length = 0 } =
        contract.basePaths.find((path) =>
          path.every((segment, index) => below[index] === segment),
        ) ?? [];
      // What is before the start is printed, so that other words, which may be values, are left
      // out.
      const before = segments
        .slice(0, offset)
        .map((segment) => `/${contract.isSafeName(segment) ? segment : "*"}`);
      return {
        base: [host, ...before].join(""),
        segments: below.slice(length),
        hasTrailingSlash: target.segments.at(-1) === "" || undefined,
        query: target.query,
      };
    },
    /** Counts the base of a URL. */
    use(address: string, maskName: MaskName): void {
      // The path alone: a host may have a word of a cookie.
      const shownAddress = address.replace(
        /(?<!\/)\/(?!\/)([^/]+)/g,
        (_, segment: string) => `/${maskName(segment)}`,
      );
      if (shownAddress !== "") increment(usedBases, shownAddress, maxHosts);
    },
    /** Asks for an address if several services could be meant; `undefined` if one is. */
    findAmbiguity(): string | undefined {
      const bases = [...usedBases].filter(
        ([key]) => !(/^http:/.test(key) && usedBases.has(key.replace(":", "s:"))),
      );
      if (base || bases.length < 2) return undefined;
      return [
        `Several services have ${startPath} in their paths. Choose one:`,
        ...bases.map(toLine),
      ].join("\n");
    },
    /**
     * Lists the baseUrls of the requests that weren't to the service; `undefined` if there are
     * none.
     */
    describeOthers(): string | undefined {
      if (otherHosts.size === 0) return undefined;
      const reason = base ? "is below the base URL" : `has ${startPath} in its path`;
      const lines = [...otherHosts].map(toLine);
      return [`No request ${reason}. Others, with the option for their address:`, ...lines].join(
        "\n",
      );
    },
  };
}

// A recording of the whole web has many.
const maxHosts = 1000;

/**
 * Returns the scheme and host of a URL in lower case, without user info. A variable of Postman is
 * unchanged.
 */
function normalizeHost(authority: string): string {
  if (authority.startsWith("{{")) return authority.replace(/\s/g, "");
  if (!URL.canParse(authority)) throw new UnusableEntry("not an HTTP request");
  return new URL(authority).origin;
}

/** Returns a line with the option that selects an address. */
function toLine([address, times]: readonly [address: string, times: number]): string {
  const [, name] = /^\{\{([\w.-]{1,40})\}\}/.exec(address) ?? [];
  const option = name === undefined ? `--base-url ${address}` : `--variable ${name}=URL`;
  return `  ${address === "" ? "no host, so no option" : option}  (requests: ${times})`;
}
