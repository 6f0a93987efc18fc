import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { contractOf, names, readPart } from "../shapes/contract.ts";
import { type Court, closeCourt, compareVerdicts, judge, startCourt } from "./court.ts";
import { knownDifferences } from "./known-differences.ts";

const shapes = join(mkdtempSync(join(tmpdir(), "referee-")), "openapi.yaml");
// Quoted: of a block, Prism's reader of YAML loses the last empty line, which ends an event.
const quoted = { aliasDuplicateObjects: false, defaultStringType: "QUOTE_DOUBLE" } as const;
writeFileSync(shapes, stringify(contractOf(names.map(readPart)), quoted));

let court: Court;
beforeAll(async () => {
  court = await startCourt(shapes);
});
afterAll(() => closeCourt(court));

test("on the contract with all shapes, too, seeded requests get the verdict of Prism and the body of a named example", async () => {
  const { differences, counts } = await compareVerdicts(court);
  expect(differences).toEqual([]);
  expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(400);
  expect(counts.bodies).toBeGreaterThan(50);
});

test.each(knownDifferences.map((difference) => [difference.reason, difference] as const))(
  "a known difference is still there: %s",
  async (_, { request: [method, target, headers = {}], prism, engine, detail }) => {
    const { judged, mock, own: testServer } = await judge(court, target, { method, headers, redirect: "manual" });
    expect(prism).toContain(judged.status);
    expect([mock.status, testServer.status]).toEqual([engine, engine]);
    if (detail) expect(mock.detail).toMatch(detail);
  },
);
