/** A doc comment in Markdown. */
export interface Comment {
  text: string;
  /** Its tags, such as `throws` and `returns`. */
  tags: { tag: string; name: string; text: string }[];
}

/** Parses a doc comment: its text, and its tags, of which `param` has a name. */
export function parseComment(comment = ""): Comment {
  const [text = "", ...tags] = comment.replaceAll(/^[ \t]*\* ?/gm, "").split(/^@/m);
  return {
    text: joinLines(text),
    tags: tags.map((words) => {
      const [, tag = "", name = "", text = ""] = /^(param(?= )|\w+) ?((?<=param )\w+)?(.*)$/s.exec(words) ?? [];
      return { tag, name, text: joinLines(text) };
    }),
  };
}

const joinLines = (text: string): string =>
  text
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n)/g, " ")
    .replace(/^- /, "");

/** Writes a comment as Markdown: its text, then parameters, return value and errors. */
export function writeComment({ text, tags }: Comment): string {
  const tagsNamed = (tagName: string) => tags.filter(({ tag }) => tag === tagName);
  const parameters = tagsNamed("param").map(({ name, text }) => `- \`${name}\`: ${text}`);
  return [
    text,
    parameters.join("\n"),
    ...tagsNamed("returns").map(({ text }) => `Returns ${lowerArticle(text)}`),
    ...tagsNamed("throws").map(
      ({ text }) => `Throws ${lowerArticle(text).replace(/^(PhoneAgentError|TypeError)\b/, "a `$1`")}`,
    ),
  ]
    .filter(Boolean)
    .map((part) => (/[.:)]$|^- /.test(part) ? part : `${part}.`))
    .join("\n\n");
}

const lowerArticle = (text: string) => text.replace(/^(The|A|An|What|Whether)\b/, (word) => word.toLowerCase());
