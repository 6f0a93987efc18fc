import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { readSample } from "./samples.ts";

const folder = fileURLToPath(new URL("./guides/", import.meta.url));

const languageOf: Record<string, string> = { ".sh": "sh", ".ts": "typescript", ".yaml": "yaml" };

export interface Guide {
  title: string;
  /** Markdown below the title, with its samples. */
  text: string;
}

/** The guides in the order of their file names, each titled by its first line. */
export function readGuides(): Guide[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const [title = "", ...lines] = readFileSync(`${folder}${file}`, "utf8").split("\n");
      const text = lines.join("\n").replaceAll(/<!-- sample: (\S+) -->/g, (_, sample: string) => {
        return `\`\`\`${languageOf[extname(sample)]}\n${readSample(sample)}\n\`\`\``;
      });
      return { title: title.replace(/^# /, ""), text: text.trim() };
    });
}
