import { compareApis } from "./api.ts";
import { type Change, type Impact, impacts } from "./change.ts";
import type { Note } from "./changelog.ts";
import { compareContracts } from "./contract-changes.ts";

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
  /** The notes on the changes, for the changelog. */
  notes: Note[];
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
  const impact = impacts.find((name) => changes.some((change) => change.impact === name)) ?? "patch";
  const minimum = last ? leastVersion(last.version, impact) : now.version;
  const version = requestedVersion ?? minimum;
  const refusals: string[] = [];
  if (last && !isAtLeast(version, minimum))
    refusals.push(`${version} doesn't fit ${impact} changes since ${last.version}: at least ${minimum}.`);
  if (last && notes.length === 0) refusals.push("No note says what changed: add a file to release/changes.");
  return { version, changes, notes, refusals };
}

/** Returns the least version that changes of an impact need. Before 1.0.0, breaking changes are minor (semver.org, 4). */
export function leastVersion(last: string, impact: Impact): string {
  const numbers = last.split(".").map(Number);
  const raised = numbers[0] === 0 ? Math.min(impacts.indexOf(impact) + 1, 2) : impacts.indexOf(impact);
  return numbers.map((number, place) => (place > raised ? 0 : place === raised ? number + 1 : number)).join(".");
}

/** Returns whether a version is at least another. */
export const isAtLeast = (version: string, minimum: string): boolean =>
  version.localeCompare(minimum, "en", { numeric: true }) >= 0;

export interface Manifest {
  version: string;
  repository: { url: string };
}

interface Prepared {
  manifest: Manifest;
  /** `info.version` of the contract. */
  contract: string;
  changelog: string;
  /** The notes on changes that no changelog has yet. */
  notes: string[];
  tag?: string | undefined;
}

/** Returns why a package can't be published yet; empty if it can. */
export function findObstacles({ manifest, contract, changelog, notes, tag }: Prepared): string[] {
  const { version } = manifest;
  return [
    ...findPlaceholders(manifest),
    version !== contract && `The contract has version ${contract}, the package ${version}.`,
    !changelog.includes(`\n## ${version}\n`) && `CHANGELOG.md has no part for ${version}: npm run release.`,
    notes.length > 0 && `Not in CHANGELOG.md yet: ${notes.join(", ")}. Run npm run release.`,
    tag !== undefined && tag !== `v${version}` && `The tag is ${tag}, and the version ${version}.`,
  ].filter((reason) => typeof reason === "string");
}

export const findPlaceholders = (manifest: Manifest): string[] =>
  manifest.repository.url.includes("/OWNER/")
    ? ["package.json has a placeholder for its repository: replace OWNER in it, in SECURITY.md and in the issue forms."]
    : [];
