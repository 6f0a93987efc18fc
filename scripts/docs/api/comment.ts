/** Writes a doc comment as Markdown: its text, then parameters, return value and errors. */
export const writeComment = (comment: string): string =>
  comment
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .split(/^(?=@)/m)
    .map((part) => writeTag(part.trim().replaceAll(/(?<!\n)\n(?!\n)/g, " ")))
    .filter(Boolean)
    .map((part) => (/[.:)]$|^- /.test(part) ? part : `${part}.`))
    .join("\n\n")
    .replaceAll(/(?<=^- .*)\n(?=\n- )/gm, "");

function writeTag(part: string): string {
  const [, tag, words = ""] = /^@(\w+) (.*)$/s.exec(part) ?? [];
  if (!tag) return part;
  if (tag === "param") return words.replace(/^(\w+) (- )?/, "- `$1`: ");
  const text = words.replace(/^(The|A|An|What|Whether)\b/, (word) => word.toLowerCase());
  if (tag === "throws") return `Throws ${text.replace(/^(PhoneAgentError|TypeError)\b/, "a `$1`")}`;
  return tag === "returns" ? `Returns ${text}` : "";
}
