import { apiChanges } from "./api-changes.ts";
import { changelogPart, type Note } from "./changelog.ts";
import { contractChanges } from "./contract-changes.ts";
import { type Change, highest, isAtLeast, isVersion, leastVersion } from "./version.ts";

/** What a version consists of, as far as versions are about it. */
export interface Surface {
  version: string;
  /** The contract, as YAML. */
  contract: string;
  /** The API report. */
  api: string;
}

export interface Plan {
  version: string;
  changes: Change[];
  /** The part of the changelog. */
  part: string;
  /** Why the version can't be released; empty where it can. */
  refusals: string[];
}

/**
 * What a release holds, and whether its version fits the changes since the last one.
 * @param wanted Default: the least version that fits; for a first release, the version of the package.
 */
export async function plan(now: Surface, last: Surface | undefined, notes: Note[], wanted?: string): Promise<Plan> {
  const compared = last && [...(await contractChanges(last.contract, now.contract)), ...apiChanges(last.api, now.api)];
  const changes = compared ?? [];
  const least = last ? leastVersion(last.version, highest(changes)) : now.version;
  const version = wanted ?? least;
  const counted = `${highest(changes)} changes since ${last?.version}`;
  const refusals = [
    !isVersion(version) && `${version} is not a version such as ${least}.`,
    last && isVersion(version) && !isAtLeast(version, least) && `${version} doesn't fit ${counted}: at least ${least}.`,
    last && notes.length === 0 && "Nothing tells users what changed: add a file to release/changes.",
  ].filter((refusal) => typeof refusal === "string");
  return { version, changes, part: changelogPart(version, notes), refusals };
}
