export type Level = "major" | "minor" | "patch";

export interface Change {
  level: Level;
  text: string;
}

const levels: Level[] = ["patch", "minor", "major"];

export const highestLevelOf = (changes: Change[]): Level =>
  levels[Math.max(0, ...changes.map(({ level }) => levels.indexOf(level)))] as Level;

/** Returns the least version that changes of a level need. Before 1.0.0, breaking changes are minor (semver.org, 4). */
export function leastVersion(last: string, level: Level): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(last);
  if (major === 0) return level === "major" ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  if (level === "major") return `${major + 1}.0.0`;
  return level === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

export const isVersion = (text: string): boolean => /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(text);

/** Returns whether a version is at least another. */
export const isAtLeast = (version: string, minimum: string): boolean =>
  version.localeCompare(minimum, "en", { numeric: true }) >= 0;

const numbersOf = (version: string): number[] => version.split(".").map(Number);
