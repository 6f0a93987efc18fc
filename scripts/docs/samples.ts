import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../test/samples/", import.meta.url));

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** The languages of the samples, in the order in which the page offers them. */
export const languages = [
  { file: "curl.sh", lang: "bash", label: "curl" },
  { file: "client.ts", lang: "typescript", label: "TypeScript" },
  { file: "fetch.ts", lang: "javascript", label: "fetch" },
  { file: "python.py", lang: "python", label: "Python" },
];

/** A file that the tests run, without the line that only makes it a module. */
export function readSample(file: string): string {
  return readFileSync(folder + file, "utf8")
    .replace(/^export \{\};$/m, "")
    .trim();
}

/** The samples of an operation. One that has none yet is shown without. */
export function readSamples(operationId: string): Sample[] {
  return languages
    .map(({ file, ...shown }) => ({ file: `reference/${operationId}/${file}`, ...shown }))
    .filter(({ file }) => existsSync(folder + file))
    .map(({ file, lang, label }) => ({ lang, label, source: readSample(file) }));
}
