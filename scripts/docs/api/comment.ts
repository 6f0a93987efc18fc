import type ts from "typescript";
import { syntax } from "./typescript.ts";

/** A doc comment in Markdown. */
export interface Comment {
  text: string;
  /** The text by the name of the tag: `throws`, `returns`. */
  tags: { tag: string; name: string; text: string }[];
}

export function commentOf(node: ts.Node): Comment {
  // The comment of a constant precedes its statement.
  const commented = syntax.isVariableDeclaration(node) ? node.parent.parent : node;
  const [doc] = syntax.getJSDocCommentsAndTags(commented).filter(syntax.isJSDoc).slice(-1);
  return {
    text: plain(doc?.comment),
    tags: (doc?.tags ?? []).map((tag) => ({
      tag: tag.tagName.text,
      name: syntax.isJSDocParameterTag(tag) ? tag.name.getText() : "",
      text: plain(tag.comment),
    })),
  };
}

const plain = (comment: ts.JSDoc["comment"]): string =>
  (syntax.getTextOfJSDocComment(comment) ?? "")
    .replaceAll(/(?<!\n)\n(?!\n)/g, " ")
    .replace(/^- /, "")
    .trim();

/** A comment as Markdown: its text, then the parameters, what is returned and what is thrown. */
export function commentText({ text, tags }: Comment): string {
  const of = (wanted: string) => tags.filter(({ tag }) => tag === wanted);
  const parameters = of("param").map(({ name, text }) => `- \`${name}\`: ${text}`);
  return [
    text,
    parameters.join("\n"),
    ...of("returns").map(({ text }) => `Returns ${lowerFirst(text)}`),
    ...of("throws").map(({ text }) => `Throws ${lowerFirst(text).replace(/^(PhoneAgentError|TypeError)\b/, "a `$1`")}`),
  ]
    .filter(Boolean)
    .map((part) => (/[.:)]$|^- /.test(part) ? part : `${part}.`))
    .join("\n\n");
}

const lowerFirst = (text: string) => text.replace(/^(The|A|An|What|Whether)\b/, (word) => word.toLowerCase());
