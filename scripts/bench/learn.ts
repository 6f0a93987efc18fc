import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fixtures } from "#generated/fixtures.ts";
import { readContract } from "../contract/document.ts";
import { camelCase } from "../contract/names.ts";
import { type Measurement, runScript } from "./measure.ts";

/**
 * Measures `npm run learn` on recorded traffic, and on ten times as much: its memory doesn't grow
 * with the exchanges.
 */
export async function rows(folder: string): Promise<Measurement[]> {
  const file = join(folder, "traffic.ndjson");
  const learn = async (exchanges: number) => {
    await pipeline(renderTraffic(exchanges), createWriteStream(file));
    return runScript("learn", [file, "--out", join(folder, `learned-${exchanges}.yaml`)]);
  };
  const [small, large] = [await learn(100_000), await learn(1_000_000)];
  const figure = "facts proposed from 100,000 exchanges (NDJSON)";
  return [
    { figure, unit: "CPU s", ours: small.cpuSeconds, maximum: 5 },
    { figure: `${figure}, memory`, unit: "MB", ours: small.megabytes, maximum: 160 },
    { figure: "from 1,000,000", unit: "CPU s", ours: large.cpuSeconds, maximum: 40 },
    { figure: "from 1,000,000, memory", unit: "MB", ours: large.megabytes, maximum: 250 },
  ];
}

/**
 * Exchanges as entries of a HAR: of operations that our contract knows by name alone, with the
 * bodies of its examples.
 */
function* renderTraffic(exchanges: number): Generator<string> {
  const operations = Object.values(readContract()["x-operation-index"])
    .flat()
    .filter(({ method, operationId }) => method !== "unspecified" && !operationId);
  const bodies = Object.values(fixtures.listJunkInbox);
  for (let index = 0; index < exchanges; index++) {
    const { method, name } = operations[index % operations.length] as (typeof operations)[number];
    const url = `https://service.example/api/v2/${camelCase(name)}/${index}?limit=${index % 50}`;
    const text = JSON.stringify(bodies[index % bodies.length]);
    const startedDateTime = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
    const request = { method, url, headers: [] };
    const response = {
      status: 200,
      headers: [],
      content: { mimeType: "application/json", size: -1, text },
    };
    yield `${JSON.stringify({ startedDateTime, request, response })}\n`;
  }
}
