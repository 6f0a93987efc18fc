import { compareApis } from "./api-changes.ts";
import { type Note, writePart } from "./changelog.ts";
import { compareContracts } from "./contract-changes.ts";
import { type Change, highestLevelOf, isAtLeast, leastVersion } from "./version.ts";

/** The parts of a version that decide about the next one. */
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
  /** Why the version can't be released; empty if it can. */
  refusals: string[];
}

/**
 * Plans a release, and checks that its version fits the changes since the last one.
 * @param requestedVersion Default: the least version that fits; for a first release, the version of the package.
 */
export async function plan(
  now: Surface,
  last: Surface | undefined,
  notes: Note[],
  requestedVersion?: string,
): Promise<Plan> {
  const changes = last
    ? [...(await compareContracts(last.contract, now.contract)), ...compareApis(last.api, now.api)]
    : [];
  const level = highestLevelOf(changes);
  const minimum = last ? leastVersion(last.version, level) : now.version;
  const version = requestedVersion ?? minimum;
  const refusals: string[] = [];
  if (last && !isAtLeast(version, minimum))
    refusals.push(`${version} doesn't fit ${level} changes since ${last.version}: at least ${minimum}.`);
  if (last && notes.length === 0) refusals.push("No note says what changed: add a file to release/changes.");
  return { version, changes, part: writePart(version, notes), refusals };
}
