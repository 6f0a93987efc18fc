import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, knownOperations, readContract } from "../../scripts/contract.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, run, runBin } from "../../scripts/run.ts";
import { startMock } from "../../src/mock/index.ts";
import { contractFile } from "./contract.ts";
import { answering, enter, inTerminal } from "./terminal.ts";
import { recorded } from "./truth/record.ts";
import { startService } from "./truth/serve.ts";
import { truth } from "./truth/service.ts";

/** From five operations to 97: traffic with a made-up service, recorded over HTTP, learned, applied and used. */
async function demo(): Promise<void> {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/demo-learn-"));
  const contract = join(folder, "openapi.yaml");
  const [traffic, review] = [join(folder, "traffic.ndjson"), join(folder, "learned.yaml")];
  try {
    writeFileSync(contract, readFileSync(contractFile));
    console.log(`Before:     ${counts(readContract(contract))}`);

    const service = await startService(truth());
    const out = createWriteStream(traffic);
    let exchanges = 0;
    for await (const entry of recorded(truth(), 8, service.url)) {
      out.write(`${JSON.stringify(entry)}\n`);
      exchanges++;
    }
    out.end();
    await once(out, "close");
    await service.close();
    console.log(`Traffic:    ${exchanges} exchanges over HTTP with a service that the tests make up`);

    const learn = (...args: string[]) =>
      passed(run(process.execPath, ["--import", "tsx", "scripts/learn.ts", "--contract", contract, ...args]));
    const report = await learn(traffic, "--base-url", service.url, "--out", review);
    console.log(`Learned:    ${report.match(/^\d+ operations of the index.*(?=:)/m)} – ${report.match(/^\d+ facts/m)}`);
    const [, named, same] = /^(\d+) operations of the index, (\d+)/m.exec(report) ?? [];
    const closest = Number(named) - Number(same);
    const decided = inTerminal(
      [process.execPath, "--import", "tsx", "scripts/learn.ts", "--contract", contract, "--review", review],
      [...accepting(1, closest), ["Names to allow", "\u0003"], ...accepting(closest + 1, 200)],
    );
    console.log(`Review:     ${/\d+ accepted, \d+ rejected, \d+ open/.exec(decided.output)?.[0]} in a terminal`);
    await learn("--apply", review);
    console.log(`After:      ${counts(readContract(contract))}`);

    await passed(lintContract([contract]));
    console.log("Lint:       clean");
    await writeGenerated({ file: contract, out: join(folder, "generated") });
    writeFileSync(join(folder, "tsconfig.json"), '{"extends": "../../tsconfig.json", "include": ["generated"]}');
    await passed(runBin("tsc", "--project", folder));
    console.log("Types:      compile");

    const mock = await startMock({ port: 0, contract });
    const response = await fetch(`${mock.url}/api/v2/billing/usage?token=demo-token-not-secret`);
    await mock.close();
    console.log(`Mock:       GET /api/v2/billing/usage ${response.status} ${await response.text()}`);
    const pages = await buildReference({ contract, out: join(folder, "reference") });
    console.log(`Reference:  ${pages.length} files`);
    const again = await learn(traffic, "--base-url", service.url, "--out", review);
    console.log(`Once more:  ${again.match(/^Nothing new\.$/m)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const accepting = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => answering(`${first + index} of `, enter)).flat();

function counts(contract: Contract): string {
  const operations = knownOperations(contract);
  const of = (kind: string) => operations.filter(({ known }) => known === kind).length;
  return `${of("documented") + of("observed") + of("path")} of ${operations.length} operations have a path: ${of("documented")} documented, ${of("observed")} observed, ${of("path")} by path alone`;
}

async function passed(outcome: Promise<{ ok: boolean; output: string }>): Promise<string> {
  const { ok, output } = await outcome;
  if (!ok) throw new Error(output);
  return output;
}

await demo();
