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
