import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { isObject } from "../../../src/openapi/json.ts";
import { mergeObservations, type Observations } from "./observations.ts";

/** The beginning of a state, by which its file is recognized. */
export const stateStart = '{"learnState":1,';

/** Returns a mark of what a state depends on: the contract, and the names that the maintainer gave. */
export const scopeOf = (...parts: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);

/** Writes what a run has seen. The state has no value, and none of the withheld names. */
export function writeState(file: string, scope: string, observations: Observations): void {
  const text = JSON.stringify({ learnState: 1, scope, observations }, (key, value) => {
    if (key === "hiddenNames") return undefined;
    if (value instanceof Map) return { map: [...value].sort(([a], [b]) => (a < b ? -1 : 1)) };
    return value instanceof Set ? { set: [...value].sort() } : value;
  });
  writeFileSync(file, `${text}\n`);
}

/** Adds the state in a file to what a run has seen. @throws Error of one sentence */
export function readState(file: string, scope: string, observations: Observations): void {
  const state = parseState(readFileSync(file, "utf8"));
  if (!state) throw new Error(`${file} isn't a whole state: write it again with --state.`);
  if (state.scope !== scope)
    throw new Error(`${file} was written with another contract or other given names: write it again with --state.`);
  mergeObservations(observations, state.observations);
}

function parseState(text: string): { scope: string; observations: Observations } | undefined {
  try {
    return JSON.parse(text, (_, value) => {
      if (!isObject(value)) return value;
      if (Array.isArray(value["map"])) return new Map(value["map"]);
      return Array.isArray(value["set"]) ? new Set(value["set"]) : value;
    });
  } catch {
    return undefined;
  }
}
