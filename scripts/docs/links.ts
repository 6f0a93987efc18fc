/**
 * Returns the target of a link; `undefined` if it has none but the page itself, so that only its
 * words stay.
 */
export type Link = (href: string) => string | undefined;

/**
 * Creates the function that links to pages from a file. Texts name them from the root of the
 * reference, such as `/client.html#options.token`. Links of other schemes are dropped: a
 * description in a contract may contain any.
 * @param fileOf Returns the file to link to instead of a page, such as its Markdown.
 */
export function createLink(
  file: string,
  fileOf = (page: string): string | undefined => page,
  repository?: string,
): Link {
  return function link(href): string | undefined {
    if (href.startsWith(factForm)) {
      const form = repository && `${repository}/issues/new?template=fact.yml`;
      return form ? form + href.slice(factForm.length) : link("/guides/contribute-a-fact.html");
    }
    if (/^(https?:\/\/|mailto:|#|[\w.-][\w./-]*(#|$))/i.test(href)) return href;
    const [, page, fragment = ""] = /^\/([\w.-][\w./-]*)(#.*)?$/.exec(href) ?? [];
    const target = page === undefined ? undefined : fileOf(page);
    if (target === undefined) return undefined;
    if (target === file) return fragment || undefined;
    return `${toRelativePath(file, target)}${fragment}`;
  };
}

/**
 * The address of the form for facts in texts. Without a known repository, it leads to the guide.
 */
const factForm = "repository:fact";

/** Returns the address of the form for facts, with fields that are filled in. */
export const factAddress = (fields: Record<string, string>): string =>
  `${factForm}&${new URLSearchParams(fields)}`;

/**
 * Returns the path from a file to another: up to the root, and down again; an absolute one if the
 * file's is absolute.
 */
export const toRelativePath = (file: string, target: string): string =>
  (/^\/(.*\/)?/.exec(file)?.[0] ?? "../".repeat(file.split("/").length - 1)) + target;
