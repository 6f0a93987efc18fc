import { readFileSync } from "node:fs";

interface Manifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Reads the `package.json` of this package. */
export function readManifest(): Manifest {
  const file = new URL("../package.json", import.meta.resolve("phone-agent-api/openapi.yaml"));
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

export const printVersion = (): void => console.log(readManifest().version);
