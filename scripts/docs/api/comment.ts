import type ts from "typescript";
import { syntax } from "./declarations.ts";

/** A doc comment in Markdown. */
export interface Comment {
  text: string;
  /** Its tags, such as `throws` and `returns`. */
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
