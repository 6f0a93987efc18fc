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

/**
 * Adds notes to the part of the changelog for a version, grouped by their subject. The part is created on top if there is
 * none. A part that exists, such as that of a version before its tag, keeps all that it has.
 */
export function addNotes(changelog: string, version: string, notes: Note[]): string {
  const versions = splitBefore(changelog, "## ");
  const index = versions.findIndex((part) => part.startsWith(`## ${version}\n`));
  if (index >= 0) versions[index] = addSections(versions[index] ?? "", notes);
  else versions.splice(versions[0]?.startsWith("## ") ? 0 : 1, 0, addSections(`## ${version}`, notes));
  return joinBlocks(versions);
}

function addSections(versionPart: string, notes: Note[]): string {
  const sections = splitBefore(versionPart, "### ");
  for (const [part, title] of Object.entries(parts)) {
    const lines = notes.filter((note) => note.part === part).map(({ text }) => `- ${text}`);
    if (lines.length === 0) continue;
    const index = sections.findIndex((section) => section.startsWith(`### ${title}\n`));
    if (index >= 0) sections[index] = [sections[index]?.trimEnd(), ...lines].join("\n");
    else sections.push([`### ${title}`, "", ...lines].join("\n"));
  }
  return joinBlocks(sections);
}

const splitBefore = (text: string, heading: string): string[] => text.split(new RegExp(`^(?=${heading})`, "m"));

const joinBlocks = (blocks: string[]): string => `${blocks.map((block) => block.trimEnd()).join("\n\n")}\n`;
