import { posix } from "node:path";
import type { Contract } from "../contract.ts";
import { slug, tagAddress } from "./places.ts";
import { type Page, textFile } from "./site.ts";

/** Turns an address that a text links to into a link that works in a file. Any other link stays as it is. */
export type Link = (from: string, href: string) => string;

/** The page of an address, and the place on it: that of an unknown, or `?at=` a heading or a row. */
function find(contract: Contract, pages: Page[]) {
  const files = new Map([
    ...contract.tags.map(({ name }) => [tagAddress(name), `all-operations.html#${slug(name)}`] as const),
    ...pages.map(({ address, file }) => [address, file] as const),
  ]);
  return (href: string) => {
    const [, address = "", mark, at] = /^(#\/[^?#]*)(?:\?unknown=(.+)|\?at=(.+))?$/.exec(href) ?? [];
    const [file, heading] = files.get(address)?.split("#") ?? [];
    return file && { file, heading: at ?? heading, mark };
  };
}

/** Links between pages. */
export function pageLinks(contract: Contract, pages: Page[]): Link {
  const found = find(contract, pages);
  return (from, href) => {
    const target = found(href);
    if (!target) return href;
    const place = target.mark ?? target.heading;
    const path = target.file === from && place ? "" : relative(from, target.file);
    return place ? `${path}#${place}` : path;
  };
}

/** Links between the Markdown files beside the pages, which have no places within them. */
export function textLinks(contract: Contract, pages: Page[]): Link {
  const found = find(contract, pages);
  return (from, href) => {
    const target = found(href);
    return target ? relative(from, textFile(target.file)) : href;
  };
}

/** Links within a single page that holds all of them, each under its file's name. */
export function wholeLinks(contract: Contract, pages: Page[]): Link {
  const found = find(contract, pages);
  return (_, href) => {
    const target = found(href);
    if (!target) return href;
    const { file, heading, mark } = target;
    return `#${mark ?? (heading ? wholeId(file, heading) : wholeId(file))}`;
  };
}

/** The id of a page, or of a heading of it, within the page that holds all of them. */
export const wholeId = (file: string, heading?: string): string =>
  `${file.replace(/\.html$/, "")}${heading ? `:${heading}` : ""}`;

/** The way from a file to another. A large site asks for the same ones a million times. */
export function relative(from: string, to: string): string {
  const folder = posix.dirname(from);
  const known = ways.get(folder) ?? new Map<string, string>();
  ways.set(folder, known);
  const way = known.get(to) ?? posix.relative(folder, to);
  known.set(to, way);
  return way;
}

const ways = new Map<string, Map<string, string>>();

/** Markdown, with its links changed. */
export const linkText = (text: string, link: (href: string) => string): string =>
  text.replaceAll(/\]\((#\/[^)]*)\)/g, (_, href: string) => `](${link(href)})`);
