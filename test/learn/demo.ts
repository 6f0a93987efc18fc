import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { serviceOperations } from "../../scripts/contract/operations.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { outputOf, root, run, runBin, runIfMain } from "../../scripts/tools/run.ts";
import { readArguments } from "../../src/commands/command.ts";
import { startMock } from "../../src/mock/index.ts";
import { contractFile } from "./contract.ts";
import { answerQuestion, enter, runInTerminal } from "./terminal.ts";
import { recordExchanges } from "./truth/record.ts";
import { startService } from "./truth/serve.ts";
import { makeTruth } from "./truth/service.ts";

const help = `Learns from the traffic of a made-up service, and applies and uses the result.

  npm run demo:learn
`;

/** Records traffic with a made-up service over HTTP, learns from it, and applies and uses the result. */
async function runDemo(): Promise<void> {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/demo-learn-"));
  const contract = join(folder, "openapi.yaml");
  const [traffic, review] = [join(folder, "traffic.ndjson"), join(folder, "learned.yaml")];
  try {
    writeFileSync(contract, readFileSync(contractFile));
    console.log(`Before:     ${describeCounts(readContract(contract))}`);

    const service = await startService(makeTruth());
    const stream = createWriteStream(traffic);
    let exchanges = 0;
    for await (const entry of recordExchanges(makeTruth(), 8, service.url)) {
      stream.write(`${JSON.stringify(entry)}\n`);
      exchanges++;
    }
    stream.end();
    await once(stream, "close");
    await service.close();
    console.log(`Traffic:    ${exchanges} exchanges over HTTP with a service that the tests make up`);

    const learn = (...args: string[]) =>
      outputOf(run(process.execPath, ["--import", "tsx", "scripts/learn.ts", "--contract", contract, ...args]));
    const report = await learn(traffic, "--base-url", service.url, "--out", review);
    console.log(`Learned:    ${report.match(/^\d+ operations of the index.*(?=:)/m)} – ${report.match(/^\d+ facts/m)}`);
    const [, namedCount, sameWordsCount] = /^(\d+) operations of the index, (\d+)/m.exec(report) ?? [];
    const closest = Number(namedCount) - Number(sameWordsCount);
    const decided = await runInTerminal(
      [process.execPath, "--import", "tsx", "scripts/learn.ts", "--contract", contract, "--review", review],
      [...acceptKeys(1, closest), ["Names to allow", "\u0003"], ...acceptKeys(closest + 1, 200)],
    );
    console.log(`Review:     ${/Names: \d+ accepted, \d+ rejected, \d+ open/.exec(decided.output)?.[0]} in a terminal`);
    await learn("--apply", review);
    console.log(`After:      ${describeCounts(readContract(contract))}`);

    await outputOf(lintContract([contract]));
    console.log("Lint:       clean");
    await writeGenerated({ file: contract, out: join(folder, "generated") });
    // Generated types import those of the core.
    symlinkSync(join(root, "src"), join(folder, "src"));
    writeFileSync(join(folder, "tsconfig.json"), '{"extends": "../../tsconfig.json", "include": ["generated"]}');
    await outputOf(runBin("tsc", "--project", folder));
    console.log("Types:      compile");

    const mock = await startMock({ port: 0, contract });
    const response = await fetch(`${mock.url}/api/v2/billing/usage?token=demo-token-not-secret`);
    await mock.close();
    console.log(`Mock:       GET /api/v2/billing/usage ${response.status} ${await response.text()}`);
    const pages = await buildReference({ contract, out: join(folder, "reference") });
    console.log(`Reference:  ${pages.length} files`);
    const secondReport = await learn(traffic, "--base-url", service.url, "--out", review);
    console.log(`Once more:  ${secondReport.match(/^Nothing new\.$/m)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const acceptKeys = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => answerQuestion(`${first + index} of `, enter)).flat();

function describeCounts(contract: Contract): string {
  const operations = serviceOperations(contract);
  const countOf = (kind: string) => operations.filter(({ knowledge }) => knowledge === kind).length;
  return `${countOf("documented") + countOf("observed") + countOf("path")} of ${operations.length} operations have a path: ${countOf("documented")} documented, ${countOf("observed")} observed, ${countOf("path")} by path alone`;
}

export async function demoCommand(args: string[]): Promise<void> {
  readArguments("npm run demo:learn --", help, { args });
  await runDemo();
}

await runIfMain(import.meta.url, demoCommand);
