import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../test/samples/reference/", import.meta.url));

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

const languages = [
  { file: "curl.sh", lang: "shell", label: "curl" },
  { file: "client.ts", lang: "typescript", label: "TypeScript client" },
  { file: "fetch.ts", lang: "typescript", label: "fetch" },
  { file: "python.py", lang: "python", label: "Python" },
];

/** The sample files of an operation, which the tests run. */
export function readSamples(operationId: string): Sample[] {
  return languages
    .filter(({ file }) => existsSync(`${folder}${operationId}/${file}`))
    .map(({ file, lang, label }) => ({
      lang,
      label,
      source: readFileSync(`${folder}${operationId}/${file}`, "utf8").trim(),
    }));
}
