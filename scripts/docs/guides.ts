import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./guides/", import.meta.url));

export interface Guide {
  title: string;
  /** Markdown below the title. */
  text: string;
}

/** The guides in the order of their file names, each titled by its first line. */
export function readGuides(): Guide[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const [title = "", ...lines] = readFileSync(`${folder}${file}`, "utf8").split("\n");
      return { title: title.replace(/^# /, ""), text: lines.join("\n").trim() };
    });
}
