import type { Group, Row } from "../in-page/search/engine.ts";

/** A page as far as its rows need it. */
export interface SearchedPage {
  /** Its HTML file, from the root of the reference. */
  file: string;
  title: string;
  group: Group;
  /** Its content, without what surrounds it. */
  html: string;
}

/** The rows of a page: the page itself, whatever has an id in its HTML, up to the next id, and each unknown. */
export function rowsOf({ file, title, group, html }: SearchedPage): Row[] {
  const row = (id: string, of: Group, name: string, text: string): Row => ({
    address: id ? `${file}#${id}` : file,
    group: of,
    page: title,
    title: textOf(name),
    text: textOf(text),
  });
  const unknowns: Row[] = [];
  const rest = html.replaceAll(unknownElement, (_, _tag, id: string, description: string) => {
    unknowns.push(row(id, "Unknowns", description.replace(/^\s*<b>.*?<\/b>/s, ""), id));
    return " ";
  });
  const marks = [...rest.matchAll(/<(\w+)(?=[^>]* id="([^"]+)")[^>]*>/g)];
  const ends = [...marks.map(({ index }) => index), rest.length];
  const parts = marks.map(({ 1: tag = "", 2: id = "", index }, at) => {
    const own = rest.slice(index, ends[at + 1]);
    const [name = ""] = (/^(li|tr|dt)$/.test(tag) ? /<(code|strong)>.*?<\/\1>/s : /^.*?<\/h\d>/s).exec(own) ?? [];
    const isField = tag === "li" && group === "Operations";
    return row(id, isField ? "Fields" : group, name, own.slice(own.indexOf(name) + name.length));
  });
  return [row("", group, title, rest.slice(0, ends[0]).replace(/<h1.*?<\/h1>/s, "")), ...parts, ...unknowns].filter(
    (one) => one.title !== "",
  );
}

const unknownElement = /<(\w+)(?=[^>]* class="unknown")(?=[^>]* id="([^"]+)")[^>]*>(.*?)<\/\1>/gs;

/** The text of HTML that we wrote, on one line. Code is left out: it says again in several languages what the text says. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(pre|summary)\b.*?<\/\1>|<a class="(share|contribute)".*?<\/a>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: keyof typeof characters) => characters[name])
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,:;)])|(?<=\() /g, "")
    .trim();

const characters = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
