import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ownContract } from "./contract.ts";

/** Prints the version of this package. */
export function printVersion(): void {
  const manifest = new URL("../package.json", pathToFileURL(ownContract()));
  console.log((JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version);
}
