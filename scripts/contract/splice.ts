import { isNode, parseDocument } from "yaml";

export interface Insertion {
  /** The place in the document after whose last line the text goes, as keys from the root. */
  after: (string | number)[];
  /** Whole lines, indented as they stand. */
  text: string;
}

/** The document with lines added, and every other line as it was: no YAML writer keeps them. */
export function splice(yaml: string, insertions: Insertion[]): string {
  const document = parseDocument(yaml);
  return insertions
    .map(({ after, text }) => {
      const node = document.getIn(after, true);
      if (!isNode(node) || !node.range) throw new Error(`The contract has nothing at ${after.join(", ")}.`);
      return { offset: endOfLine(yaml, node.range), text };
    })
    .sort((one, other) => other.offset - one.offset)
    .reduce((edited, { offset, text }) => `${edited.slice(0, offset)}\n${text}${edited.slice(offset)}`, yaml);
}

/** A block ends with the blank lines and comments that follow it, which belong to what comes next. */
function endOfLine(yaml: string, [start, end]: [number, number, number]): number {
  const last = start + yaml.slice(start, end).trimEnd().length;
  const newline = yaml.indexOf("\n", last);
  return newline < 0 ? yaml.length : newline;
}
