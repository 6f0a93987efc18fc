import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { documentedOperations } from "../../scripts/contract/operations.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, runBin } from "../../scripts/tools/run.ts";
import { startMock } from "../../src/mock/index.ts";
import { bundleCommand } from "../bundled-command.ts";
import { runHere } from "../command.ts";
import { contractFile } from "./contract.ts";
import { createExchange, getExchange } from "./helpers.ts";
import { answerQuestion, enter, hasTerminal, runInTerminal } from "./terminal.ts";
import { makeTruth } from "./truth/service.ts";
import { makeTraffic } from "./truth/traffic.ts";

/** An entry of a HAR that `truth/traffic.ts` creates. */
interface Entry {
  startedDateTime: string;
  request: { method: string; url: string; postData?: { mimeType: string; text: string } };
  response: { status: number; content: { mimeType?: string; text?: string } };
}

const odd = { used: 1, ownerName: "a", owner_name: "b", "page[size]": 2, "2026-01-31": 3, "2026-02-01": 4 };
const entries = [
  ...makeTraffic(
    makeTruth().filter((_, index) => index % 12 === 5),
    4,
  ),
  ...Array.from({ length: 12 }, (_, index) =>
    getExchange(`billing/usage?limit=${index}&ids[]=1`, { ...odd, used: index }),
  ),
  createExchange(
    { method: "GET", path: "/api/v2/sip/captures/12345" },
    { status: 200, mediaType: "application/vnd.tcpdump.pcap", body: "bytes" },
  ),
  createExchange(
    {
      method: "POST",
      path: "/api/v2/tasks/limits",
      mediaType: "application/x-www-form-urlencoded",
      body: "limit=3&priority=high",
    },
    { status: 200, mediaType: "application/json", body: { limit: 3 } },
  ),
] as Entry[];

const createHeaders = (value: string | undefined) => (value ? [{ key: "Content-Type", value }] : []);

/** The same exchanges in each kind of recording. */
const recordings: Record<string, { name: string; text: () => string }> = {
  "a HAR": { name: "traffic.har", text: () => JSON.stringify({ log: { version: "1.2", entries } }) },
  NDJSON: { name: "traffic.ndjson", text: () => entries.map((entry) => JSON.stringify(entry)).join("\n") },
  "a Postman collection": {
    name: "collection.json",
    text: () =>
      JSON.stringify({
        info: { name: "Phone", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
        variable: [{ key: "baseUrl", value: "https://service.example" }],
        item: entries.map(({ request, response }) => {
          const { mimeType, text } = request.postData ?? {};
          const form = mimeType === "application/x-www-form-urlencoded";
          const pairs = [...new URLSearchParams(text)].map(([key, value]) => ({ key, value }));
          return {
            request: {
              method: request.method,
              url: { raw: request.url.replace("https://service.example", "{{baseUrl}}") },
              header: form ? [] : createHeaders(mimeType),
              ...(text && { body: form ? { mode: "urlencoded", urlencoded: pairs } : { mode: "raw", raw: text } }),
            },
            response: [
              { code: response.status, body: response.content.text, header: createHeaders(response.content.mimeType) },
            ],
          };
        }),
      }),
  },
  "a journal of the mock": {
    name: "journal.json",
    text: () =>
      JSON.stringify(
        entries.map(({ startedDateTime, request, response }) => {
          const url = new URL(request.url);
          url.searchParams.delete("token");
          const isJson = request.postData?.mimeType === "application/json";
          return {
            at: startedDateTime,
            run: "",
            method: request.method,
            path: decodeURIComponent(url.pathname),
            query: Object.fromEntries(url.searchParams),
            headers: {},
            ...(isJson && { body: JSON.parse(`${request.postData?.text}`) }),
            source: "example",
            status: response.status,
          };
        }),
      ),
  },
};

if (!hasTerminal) console.log("Skipped: the review in a terminal needs python3.");

mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/learn-kinds-"));
const bundle = join(folder, "learn.js");
beforeAll(() => bundleCommand(bundle, "scripts/learn.ts", ["./lint.ts"]));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!hasTerminal).each(Object.entries(recordings))(
  "after the review of %s, the contract lints clean, generates, and the mock responds",
  async (_, { name, text }) => {
    const fileOf = (file: string) => join(folder, name, file);
    const [contract, recording, review] = [fileOf("openapi.yaml"), fileOf(name), fileOf("learned.yaml")];
    const learn = (...args: string[]) => runHere(learnCommand, [...args, "--contract", contract]);
    mkdirSync(join(folder, name));
    writeFileSync(contract, readFileSync(contractFile));
    writeFileSync(recording, text());
    const report = await learn(recording, "--out", review);
    expect(report).toMatchObject({ exitCode: 0 });
    const [, namedCount] = /^(\d+) operations of the index/m.exec(report.output) ?? [];
    expect(Number(namedCount)).toBeGreaterThanOrEqual(8);
    const acceptSteps = Array.from({ length: 40 }, (_, index) => answerQuestion(`${index + 1} of `, enter));
    const closest = report.output.match(/^ {2}closest/gm)?.length ?? 0;
    const isWithheld = /^Withheld/m.test(report.output);
    const decided = await runInTerminal(
      [process.execPath, bundle, "--contract", contract, "--review", review],
      [
        ...acceptSteps.slice(0, closest).flat(),
        ...(isWithheld ? ([["Names to allow", "\u0003"]] satisfies [string, string][]) : []),
        ...acceptSteps.slice(closest).flat(),
      ],
    );
    expect(decided.output).toContain(`Names: ${namedCount} accepted, 0 rejected, 0 open`);

    expect(await learn("--apply", review)).toMatchObject({ exitCode: 0 });
    expect(await lintContract([contract])).toEqual({ ok: true, output: "" });
    await writeGenerated({ file: contract, out: fileOf("generated") });

    const mock = await startMock({ port: 0, contract });
    const observedOperations = documentedOperations(readContract(contract)).filter(
      ({ knowledge }) => knowledge === "observed",
    );
    expect(observedOperations).toHaveLength(Number(namedCount));
    const reads = observedOperations.filter(({ method }) => method === "GET");
    expect(reads.length).toBeGreaterThan(0);
    for (const { path } of reads) {
      const url = `${mock.url}${path.replace(/\{\w+\}/g, "1")}?token=demo-token-not-secret`;
      expect((await fetch(url)).ok).toBe(true);
    }
    await mock.close();
    expect((await learn(recording, "--out", review)).output).toContain("Nothing new.");
  },
);

test.skipIf(!hasTerminal)("the types that are generated after the review of each recording compile", async () => {
  for (const { name } of Object.values(recordings)) {
    expect(readdirSync(join(folder, name, "generated"))).toContain("models.ts");
    // Generated types import those of the core.
    symlinkSync(join(root, "src"), join(folder, name, "src"));
  }
  writeFileSync(join(folder, "tsconfig.json"), '{"extends": "../../tsconfig.json", "include": ["*/generated"]}');
  expect(await runBin("tsc", "--project", folder)).toMatchObject({ ok: true });
});
