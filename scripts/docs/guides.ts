import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const guides = fileURLToPath(new URL("./guides/", import.meta.url));
const samples = fileURLToPath(new URL("../../test/samples/", import.meta.url));

/** Reads the guides in the order of their file names: the title in the first line, and the text with its samples. */
export function readGuides(folder = guides) {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const [first = "", ...lines] = readFileSync(join(folder, file), "utf8").split("\n");
      const [, title] = /^# ([\w &-]+)$/.exec(first) ?? [];
      if (!title) throw new Error(`${file}: its first line must be "# ", then words without quotation marks.`);
      return { title, text: withSamples(lines.join("\n")).trim() };
    });
}

/** Inserts samples into a text. Removes `<!-- unknown: ID -->` and `<!-- session -->`, which are for tests. */
export const withSamples = (text: string): string =>
  text
    .replaceAll(/ ?<!-- (?:unknown: [^>]*|session) -->/g, "")
    .replaceAll(/<!-- sample: (\S+) -->/g, (_, file: string) => {
      return `\`\`\`${extname(file).replace(/^\.[cm]?/, "")}\n${readSample(file)}\n\`\`\``;
    });

/** Reads a sample, without the line that makes it a module. */
const readSample = (file: string): string =>
  readFileSync(join(samples, file), "utf8")
    .replace(/^export \{\};$/m, "")
    .trim();
