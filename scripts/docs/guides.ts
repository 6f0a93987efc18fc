import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const guides = fileURLToPath(new URL("./guides/", import.meta.url));
const samples = fileURLToPath(new URL("../../test/samples/", import.meta.url));

const languageOf: Record<string, string> = {
  ".sh": "sh",
  ".ts": "typescript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "jsx",
  ".py": "python",
  ".yaml": "yaml",
};

/** Removes `<!-- unknown: ID -->`, which ties a sentence to an unknown, and `<!-- session -->`, for tests. */
const removeIds = (text: string) => text.replaceAll(/ ?<!-- (?:unknown: [^>]*|session) -->/g, "");

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

/** Inserts samples into a text, and removes the ids that only tests read. */
export const withSamples = (text: string): string =>
  removeIds(text).replaceAll(/<!-- sample: (\S+) -->/g, (_, sample: string) => {
    return `\`\`\`${languageOf[extname(sample)] ?? ""}\n${readSample(sample)}\n\`\`\``;
  });

/** Reads a sample, without the line that makes it a module. */
const readSample = (file: string): string =>
  readFileSync(join(samples, file), "utf8")
    .replace(/^export \{\};$/m, "")
    .trim();
