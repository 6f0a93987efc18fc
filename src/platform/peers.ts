import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Loads an optional peer that is installed next to this package or, for a global installation, in
 * the working directory.
 * @param purpose Completes "… is needed to".
 * @throws MissingPeersError that says what to install.
 */
export async function loadPeer<Module>(
  purpose: string,
  specifier: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
  try {
    return await import(pathToFileURL(resolveHere(specifier)).href);
  } catch {
    throw new MissingPeersError([specifier], [purpose]);
  }
}

/**
 * Waits for all that a call reads and loads. @throws one error for all packages that are missing,
 * or the first other one.
 */
export async function loadAll<const Loads extends readonly unknown[]>(...loads: Loads) {
  const results = await Promise.allSettled(loads);
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const peerErrors = errors.filter((error) => error instanceof MissingPeersError);
  if (peerErrors.length === 0) return Promise.all(loads);
  throw joinMissing(peerErrors);
}

/** Joins errors of missing packages: one sentence says what to install for all of them. */
export const joinMissing = (errors: readonly MissingPeersError[]): MissingPeersError =>
  new MissingPeersError(
    errors.flatMap(({ specifiers }) => specifiers),
    errors.flatMap(({ purposes }) => purposes),
  );

/** Returns the error of a peer that isn't installed, without loading it. */
export function findMissing(purpose: string, specifier: string): MissingPeersError[] {
  try {
    import.meta.resolve(specifier);
    return [];
  } catch {}
  try {
    resolveHere(specifier);
    return [];
  } catch {
    return [new MissingPeersError([specifier], [purpose])];
  }
}

const resolveHere = (specifier: string): string =>
  createRequire(join(process.cwd(), "package.json")).resolve(specifier);

/** Packages that aren't installed. The message says what to install. */
export class MissingPeersError extends Error {
  readonly specifiers: readonly string[];
  readonly purposes: readonly string[];

  constructor(specifiers: readonly string[], purposes: readonly string[]) {
    const { peerDependencies } = readManifest();
    const names = [...new Set(specifiers.map(packageOf))].sort();
    const installed = names.map((name) => `"${name}@${peerDependencies[name] ?? "*"}"`);
    const list = new Intl.ListFormat("en");
    super(
      `${list.format(names)} ${names.length > 1 ? "are" : "is"} needed to ${list.format(new Set(purposes))}. Run: npm install -D ${installed.join(" ")}`,
    );
    this.specifiers = specifiers;
    this.purposes = purposes;
  }
}

const packageOf = (specifier: string): string =>
  /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

export function readManifest(): { version: string; peerDependencies: Record<string, string> } {
  const file = new URL("../package.json", import.meta.resolve("phone-agent-api/openapi.yaml"));
  return JSON.parse(readFileSync(file, "utf8"));
}
