import { createWriteStream, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readContract } from "../contract/document.ts";
import { compareInTurn, evaluate, type Measurement, runScript } from "./measure.ts";
import { makeTruth } from "./truth/service.ts";
import { makeTraffic } from "./truth/traffic.ts";
import {
  drawnApis,
  fourthApis,
  lastApis,
  laterApis,
  measurePartialQuality,
  measureQuality,
  pairIndexWithTruth,
  publicApis,
  type Quality,
  readPublicPairs,
  sumQualities,
} from "./vocabularies.ts";

const exchanges = 100_000;

/** Draws of ten APIs, with the seeds of the lots. */
const draws = [
  ["draw 23", drawnApis],
  ["draw 24", laterApis],
  ["draw 25", lastApis],
  ["draw 26", fourthApis],
] as const;

const partialRecordings = [
  ["half", 0.5, { first: 88, sameWords: 20, wrong: 1 / 100 }],
  ["a tenth", 0.1, { sameWords: 20, wrong: 1 / 40 }],
] as const;

/** Measures how well names are found, also in partial recordings, and what 100,000 exchanges take. */
export async function rows(folder: string): Promise<Measurement[]> {
  return [
    ...toQualityRows("our index", measureQuality(pairIndexWithTruth(readContract()), readPublicPairs("box")), {
      first: 95,
      sameWords: 30,
      wrong: 0,
    }),
    ...publicApis.flatMap((name) =>
      toQualityRows(name, measureQuality(readPublicPairs(name), readPublicPairs(name === "vapi" ? "box" : "vapi")), {
        first: 95,
        sameWords: 40,
        wrong: 0,
      }),
    ),
    ...partialRecordings.flatMap(([amount, share, bounds]) => {
      const qualities = draws.map(([label, apis]) => ({ label, quality: measurePartialQuality(apis, share) }));
      const sum = sumQualities(qualities.map(({ quality }) => quality));
      return [
        ...qualities.flatMap(({ label, quality }) => toQualityRows(`${label}, ${amount} recorded`, quality)),
        ...toQualityRows(`all draws, ${amount} recorded`, sum, bounds),
      ];
    }),
    ...(await measureRuns(folder)),
  ];
}

/** Bounds in percent; `wrong` is a share of the names with the same words. */
interface Bounds {
  first?: number;
  sameWords?: number;
  wrong?: number;
}

function toQualityRows(label: string, result: Quality, { first, sameWords, wrong }: Bounds = {}): Measurement[] {
  const percent = (figure: string, count: number, minimum?: number): Measurement => ({
    figure: `${label}: ${figure}`,
    unit: "%",
    ours: (100 * count) / result.operations,
    minimum,
  });
  return [
    percent("right name first", result.first, first),
    percent("among the first three", result.amongThree),
    percent("same words", result.sameWords, sameWords),
    {
      figure: `${label}: same words, and wrong`,
      unit: "of those",
      ours: result.sameWordsWrong / result.sameWords,
      maximum: wrong,
    },
  ];
}

const trafficFileOf = (folder: string) => join(folder, "traffic.ndjson");

/**
 * Measures the time and the memory that `npm run learn` takes for a file of traffic, next to the parsing of its JSON
 * alone: to read it, and to propose facts, which includes the lint of the contract with them.
 */
async function measureRuns(folder: string): Promise<Measurement[]> {
  await pipeline(renderTraffic(), createWriteStream(trafficFileOf(folder)));
  const review = join(folder, "learned.yaml");
  return [
    ...(await measureRun("read", folder, ["--state", join(folder, "state.json")], 8)),
    ...(await measureRun("read, and facts proposed", folder, ["--out", review], 12)),
  ];
}

async function measureRun(work: string, folder: string, options: string[], maximum: number): Promise<Measurement[]> {
  const file = trafficFileOf(folder);
  let memory = 0;
  const ratio = await compareInTurn(
    2,
    "parsing the JSON",
    async () => {
      const { cpuSeconds, megabytes } = await runScript("learn", [file, ...options]);
      memory = Math.max(memory, megabytes);
      // The next run would read its list of paths.
      rmSync(join(folder, "learned.yaml"), { force: true });
      return { cpuSeconds };
    },
    async () => ({ cpuSeconds: await evaluate(parseModuleOf(file)) }),
  );
  const figure = `${exchanges} exchanges (NDJSON) ${work}`;
  return [
    { figure, unit: "CPU s", ...ratio("cpuSeconds"), maximum },
    { figure: `${figure}, memory`, unit: "MB", ours: memory, maximum: 220 },
  ];
}

/** Returns a module that parses the lines of a file and the bodies in them, and prints the CPU seconds that it takes. */
const parseModuleOf = (file: string): string => `import { readFileSync } from "node:fs";
for (const line of readFileSync(${JSON.stringify(file)}, "utf8").trim().split("\\n")) {
  const { request, response } = JSON.parse(line);
  for (const text of [request.postData?.text, response.content.text]) if (/^[[{]/.test(text)) JSON.parse(text);
}
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);`;

function* renderTraffic(): Generator<string> {
  const operations = makeTruth();
  let count = 0;
  for (const entry of makeTraffic(operations, Math.ceil(exchanges / operations.length))) {
    if (count++ === exchanges) return;
    yield `${JSON.stringify(entry)}\n`;
  }
}
