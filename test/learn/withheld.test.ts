import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { learnCommand } from "../../scripts/learn.ts";
import { runHere } from "../command.ts";
import { contractFile } from "./contract.ts";
import { contractAfter, exchanged, got, learnedFrom } from "./helpers.ts";

const times = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at));
const agent = (at: number) => ({ id: at, title: `title ${at}`, zorbled: at % 2 === 0 });

/** Exchanges with something of a person in one place, and the words that must not be written. */
const planted: Record<string, { entries: object[]; words: string[]; kept?: string }> = {
  "keys of a map, once": {
    entries: [got("agents/1", { ...agent(1), byUser: { margaret: { seen: 1 }, PlantQuentinSmith: { seen: 2 } } })],
    words: ["margaret", "quentin"],
    kept: "seen",
  },
  "the same keys of a map in every exchange": {
    entries: times(40, (at) =>
      got(`agents/${at}`, { ...agent(at), summary: { margaret: at, PlantQuentinSmith: at + 1 } }),
    ),
    words: ["margaret", "quentin"],
    kept: "zorbled",
  },
  "keys of a map with values of several types, in every exchange": {
    entries: times(40, (at) => got(`agents/${at}`, { ...agent(at), summary: { margaret: at, quentin: `${at}` } })),
    words: ["margaret", "quentin"],
  },
  "custom fields in every exchange": {
    entries: times(40, (at) =>
      got(`agents/${at}`, { ...agent(at), customFields: { id: 1, PlantDiagnosisHIV: `${at}` } }),
    ),
    words: ["plant", "diagnosis", "hiv"],
  },
  "a custom field of a few": {
    entries: times(40, (at) => got(`agents/${at}`, { ...agent(at), ...(at < 7 && { PlantDiagnosisHIV: true }) })),
    words: ["plant", "diagnosis", "hiv"],
  },
  "a custom field of one who polls": {
    entries: times(40, () => got("agents/1", { ...agent(1), PlantDiagnosisHIV: true })),
    words: ["plant", "diagnosis", "hiv"],
  },
  "a path segment": {
    entries: [got("agents/margaret.plantfield/versions", { versions: [] })],
    words: ["margaret", "plant"],
    kept: "/agents/{agentId}/versions",
  },
  "a path segment at the top": {
    entries: times(30, () => got("margaret", { id: 1 })),
    words: ["margaret"],
  },
  "a bare query": {
    entries: times(40, (at) => got(`agents/${at}?plantvaluequery&limit=${at}`, agent(at))),
    words: ["plant"],
    kept: "limit",
  },
  "keys of an error body": {
    entries: [
      got("agents/1", agent(1)),
      ...times(40, (at) =>
        got(`agents/${at}`, { errors: { "margaret plantfield": ["x"], plantfield: [`${at}`] } }, 422),
      ),
    ],
    words: ["margaret", "plant"],
    kept: "errors",
  },
  "form fields": {
    entries: times(40, (at) =>
      exchanged(
        {
          method: "POST",
          path: `/api/v2/agents/${at}`,
          mediaType: "application/x-www-form-urlencoded",
          body: `title=${at}&margaret=${at}&plantfield=x`,
        },
        { status: 200, mediaType: "application/json", body: agent(at) },
      ),
    ),
    words: ["margaret", "plant"],
    kept: "x-www-form-urlencoded",
  },
  "a media type": {
    entries: [
      exchanged(
        { method: "GET", path: "/api/v2/agents/1" },
        { status: 200, mediaType: "application/vnd.margaret+json", body: agent(1) },
      ),
    ],
    words: ["margaret"],
  },
  "the request's own token as a field": {
    entries: times(40, (at) => got(`agents/${at}?token=plantsecret`, { ...agent(at), plantsecret: at })),
    words: ["plantsecret"],
    kept: "zorbled",
  },
  "the request's own token as a key, with digits": {
    entries: times(40, (at) => got(`agents/${at}?token=S3CRETtok`, { ...agent(at), data: { S3CRETtok: at } })),
    words: ["s3crettok"],
  },
};

test.each(Object.entries(planted))("%s is in no output", async (_, { entries, words, kept }) => {
  const folder = mkdtempSync(join(tmpdir(), "withheld-"));
  const [traffic, review, contract] = ["traffic.ndjson", "learned.yaml", "openapi.yaml"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(traffic, entries.map((entry) => JSON.stringify(entry)).join("\n"));
  writeFileSync(contract, readFileSync(contractFile));
  const { exitCode, output } = await runHere(learnCommand, [traffic, "--contract", contract, "--out", review]);
  expect(exitCode).toBe(0);
  const files = readdirSync(folder).filter((file) => file !== "traffic.ndjson");
  const texts = [output, ...files.map((file) => readFileSync(join(folder, file), "utf8"))];
  const written = [...texts, JSON.stringify(contractAfter(learnedFrom(entries)))].join("\n").toLowerCase();
  expect(words.filter((word) => written.includes(word))).toEqual([]);
  if (kept) expect(written).toContain(kept.toLowerCase());
  if (!/token/.test(_))
    expect(output).toMatch(/Withheld: .*\n {2}(GET|POST) \/.*: \d+ (field|input|path segment|media type)s?/);
});
