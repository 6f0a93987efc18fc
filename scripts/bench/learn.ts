import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTruth } from "../../test/learn/truth/service.ts";
import { makeTraffic } from "../../test/learn/truth/traffic.ts";
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
} from "../../test/learn/vocabularies.ts";
import { type Row, runScript } from "./measure.ts";

const exchanges = 100_000;

const drawings = [
  ["ten drawn APIs", drawnApis],
  ["ten drawn later", laterApis],
  ["ten drawn third", lastApis],
  ["ten drawn fourth", fourthApis],
] as const;

/** Measures how well names are found, and what 100,000 exchanges take. */
export async function rows(): Promise<Row[]> {
  return [
    ...toQualityRows("our index", measureQuality(pairIndexWithTruth(), readPublicPairs("box")), {
      first: 95,
      sameWords: 30,
    }),
    ...publicApis.flatMap((name) =>
      toQualityRows(name, measureQuality(readPublicPairs(name), readPublicPairs(name === "vapi" ? "box" : "vapi")), {
        first: 95,
        sameWords: 40,
      }),
    ),
    ...drawings.flatMap(([label, apis]) => [
      ...toQualityRows(`${label}, half recorded`, measurePartialQuality(apis, 0.5), {
        first: 88,
        sameWords: 30,
        wrong: 1 / 100,
      }),
      ...toQualityRows(`${label}, a tenth recorded`, measurePartialQuality(apis, 0.1), {
        sameWords: 30,
        wrong: 1 / 40,
      }),
    ]),
    ...(await measureRun()),
  ];
}

/** Bounds in percent; `wrong` is a share of the names with the same words. */
interface Bounds {
  first?: number;
  sameWords?: number;
  wrong?: number;
}

function toQualityRows(label: string, result: Quality, { first, sameWords, wrong = 0 }: Bounds): Row[] {
  const percent = (figure: string, count: number, minimum?: number): Row => ({
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

/** Measures the time and the memory of `npm run learn` for a file of traffic. */
async function measureRun(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-learn-"));
  try {
    const file = join(folder, "traffic.ndjson");
    await writeTraffic(file);
    const { seconds, megabytes } = await runScript("learn", [file, "--out", join(folder, "learned.yaml")]);
    const figure = `${exchanges} exchanges (NDJSON)`;
    return [
      { figure, unit: "s", ours: seconds, maximum: 30 },
      { figure: `${figure}, memory`, unit: "MB", ours: megabytes, maximum: 300 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeTraffic(file: string): Promise<void> {
  const stream = createWriteStream(file);
  const operations = makeTruth();
  let count = 0;
  for (const entry of makeTraffic(operations, Math.ceil(exchanges / operations.length))) {
    if (count++ === exchanges) break;
    if (!stream.write(`${JSON.stringify(entry)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
}
