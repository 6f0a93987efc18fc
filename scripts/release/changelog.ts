import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const parts = {
  facts: "Facts learned",
  client: "Client",
  mock: "Mock and test server",
  reference: "Reference",
  package: "Package and tools",
};

export interface Note {
  part: keyof typeof parts;
  text: string;
}

/** Reads the notes on changes since the last release, one file each: `PART: Sentence.` */
export function readNotes(folder: string): Note[] {
  return listNotes(folder).map((name) => {
    const text = readFileSync(join(folder, name), "utf8").trim();
    const [, part = "", sentence = ""] = /^(\w+): (.+)$/s.exec(text) ?? [];
    if (!Object.hasOwn(parts, part)) {
      throw new Error(`release/changes/${name} must begin with one of ${Object.keys(parts).join(", ")}, and a colon.`);
    }
    return { part: part as Note["part"], text: sentence.replaceAll(/\s*\n\s*/g, " ") };
  });
}

export const listNotes = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort();

/** Writes the part of the changelog for a version. */
export function writePart(version: string, notes: Note[]): string {
  const sections = Object.entries(parts).flatMap(([part, title]) => {
    const lines = notes.filter((note) => note.part === part).map(({ text }) => `- ${text}`);
    return lines.length > 0 ? [`### ${title}\n\n${lines.join("\n")}`] : [];
  });
  return [`## ${version}`, ...sections].join("\n\n");
}

/** Adds a part on top of the changelog. Notes can contain `$&`, which means something in a replacement text. */
export const addPart = (changelog: string, part: string): string =>
  changelog.replace(/^# Changelog\n/, () => `# Changelog\n\n${part}\n`);
