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
  const [major = 0, minor = 0, patch = 0] = last.split(".").map(Number);
  if (major === 0) return level === "major" ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  if (level === "major") return `${major + 1}.0.0`;
  return level === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Returns whether a version is at least another. */
export const isAtLeast = (version: string, minimum: string): boolean =>
  version.localeCompare(minimum, "en", { numeric: true }) >= 0;
