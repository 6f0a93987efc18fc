import { posix } from "node:path";

/** Returns the target of a link; `undefined` if it has none, so that only its words stay. */
export type Link = (href: string) => string | undefined;

/**
 * Links in texts name pages from the root of the reference, such as `/client.html#options.token`. In a file they are
 * relative. Links of other schemes than these are dropped: a description in a contract may contain any.
 */
export function linkFrom(file: string, fileOf = (page: string): string | undefined => page): Link {
  return (href) => {
    if (/^(https?:\/\/|mailto:|#|[\w.-][\w./-]*(#|$))/i.test(href)) return href;
    const [, page, fragment = ""] = /^\/([\w.-][\w./-]*)(#.*)?$/.exec(href) ?? [];
    const target = page === undefined ? undefined : fileOf(page);
    if (target === undefined) return undefined;
    const isHere = target === file && fragment !== "";
    return `${isHere ? "" : relative(file, target)}${fragment}`;
  };
}

/** The path from a file to another. A large site asks for the same paths a million times. */
export function relative(from: string, to: string): string {
  const folder = posix.dirname(from);
  const paths = cached.get(folder) ?? new Map<string, string>();
  cached.set(folder, paths);
  const path = paths.get(to) ?? posix.relative(folder, to);
  paths.set(to, path);
  return path;
}

const cached = new Map<string, Map<string, string>>();
