import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { parse } from "yaml";
import { documentedOperations } from "../contract/operations.ts";
import { outputOf, run } from "../tools/run.ts";
import { grownContract } from "./contract.ts";
import { compareInTurn, type Measurement, runScript } from "./measure.ts";

/**
 * Measures `npm run learn` on recorded traffic, next to the parsing of its JSON alone; and on ten times as much, as the
 * memory doesn't grow with the exchanges.
 */
export async function rows(folder: string): Promise<Measurement[]> {
  const file = join(folder, "traffic.ndjson");
  let turn = 0;
  const learn = () => runScript("learn", [file, "--out", join(folder, `learned-${turn++}.yaml`)]);

  await pipeline(renderTraffic(100_000), createWriteStream(file));
  const parseAlone = async () => ({ cpuSeconds: await measureParsing(file), megabytes: Number.NaN });
  const ratio = await compareInTurn(2, "parsing the JSON", learn, parseAlone);
  const figure = "facts proposed from 100,000 exchanges (NDJSON)";

  await pipeline(renderTraffic(1_000_000), createWriteStream(file));
  const { cpuSeconds, megabytes } = await learn();
  return [
    { figure, unit: "CPU s", ...ratio("cpuSeconds") },
    { figure, unit: "CPU s", ours: ratio("cpuSeconds").ours, maximum: 5 },
    { figure: `${figure}, memory`, unit: "MB", ours: ratio("megabytes").ours, maximum: 160 },
    { figure: "from 1,000,000", unit: "CPU s", ours: cpuSeconds, maximum: 40 },
    { figure: "from 1,000,000, memory", unit: "MB", ours: megabytes, maximum: 250 },
  ];
}

/** Parses the lines of a file and the bodies in them, in plain Node. Returns the CPU seconds that it takes. */
async function measureParsing(file: string): Promise<number> {
  const module = `import { readFileSync } from "node:fs";
for (const line of readFileSync(${JSON.stringify(file)}, "utf8").trim().split("\\n")) {
  const { text } = JSON.parse(line).response.content;
  if (text) JSON.parse(text);
}
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);`;
  return Number(await outputOf(run(process.execPath, ["--input-type=module", "--eval", module])));
}

/** Exchanges as entries of a HAR, with the examples of 92 operations that our contract doesn't document. */
function* renderTraffic(exchanges: number): Generator<string> {
  const operations = documentedOperations(parse(grownContract(97))).slice(5);
  for (let index = 0; index < exchanges; index++) {
    const { method, path, successes } = operations[index % operations.length] as (typeof operations)[number];
    const { mediaType: mimeType, media } = successes[0] ?? {};
    const examples = Object.values(media?.examples ?? {});
    const body = (examples[index % examples.length] as { value?: unknown } | undefined)?.value;
    const url = `https://service.example${path.replaceAll(/\{\w+\}/g, `${index}`)}?limit=${index % 50}`;
    const content = body ? { mimeType, size: -1, text: JSON.stringify(body) } : { size: 0 };
    const startedDateTime = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
    const request = { method, url, headers: [] };
    const response = { status: 200, headers: [], content };
    yield `${JSON.stringify({ startedDateTime, request, response })}\n`;
  }
}
