import { escapeMarkup } from "../../src/openapi/markup.ts";

/** HTML, as opposed to text. Only the template `html` and libraries that escape create it. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type Part = string | number | false | undefined | Html | readonly Part[];

/**
 * Creates HTML from a template. Each part that isn't HTML is text: it is escaped for elements and
 * for attributes in quotation marks, and an address of a scheme that can run a script is left out.
 */
export const html = (literals: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(
    literals
      .map((literal, index) => {
        const part = parts[index];
        const isUnsafe =
          /\b(?:href|src)="$/.test(literal) &&
          !/^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i.test(`${part}`);
        return `${literal}${isUnsafe ? "#" : sourceOf(part)}`;
      })
      .join(""),
  );

/** Returns the source of a part, with its texts escaped. */
function sourceOf(part: Part): string {
  if (part === false || part === undefined) return "";
  if (part instanceof Html) return part.source;
  return typeof part === "object" ? part.map(sourceOf).join("") : escapeMarkup(`${part}`);
}
