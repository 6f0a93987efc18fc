import { compareApis } from "./api-changes.ts";
import { type Note, writePart } from "./changelog.ts";
import { compareContracts } from "./contract-changes.ts";
import { type Change, highestLevelOf, isAtLeast, isVersion, leastVersion } from "./version.ts";

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
  const compared = last && [
    ...(await compareContracts(last.contract, now.contract)),
    ...compareApis(last.api, now.api),
  ];
  const changes = compared ?? [];
  const minimum = last ? leastVersion(last.version, highestLevelOf(changes)) : now.version;
  const version = requestedVersion ?? minimum;
  const changeText = `${highestLevelOf(changes)} changes since ${last?.version}`;
  const refusals = [
    !isVersion(version) && `${version} isn't a version such as ${minimum}.`,
    last &&
      isVersion(version) &&
      !isAtLeast(version, minimum) &&
      `${version} doesn't fit ${changeText}: at least ${minimum}.`,
    last && notes.length === 0 && "No note says what changed: add a file to release/changes.",
  ].filter((refusal) => typeof refusal === "string");
  return { version, changes, part: writePart(version, notes), refusals };
}
