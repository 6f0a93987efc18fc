import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { contractFile, pathOperations, readContract } from "../../scripts/contract.ts";
import { isFull } from "../runs.ts";
import { contractOf, names, readPart } from "../shapes/contract.ts";
import { type Servers, startServers } from "../testing/servers.ts";
import { knownDifferences } from "./known-differences.ts";
import { startPrism } from "./prism.ts";
import { type SeededRequest, seededRequests } from "./seeded-requests.ts";

// Prism, which we did not write, judges the engine: the same requests go to it, to the mock and to the test server.

const seed = 20_261_122;
const shapes = join(mkdtempSync(join(tmpdir(), "referee-")), "openapi.yaml");
// Quoted: of a block, Prism's reader of YAML loses the last empty line, which ends an event.
const quoted = { aliasDuplicateObjects: false, defaultStringType: "QUOTE_DOUBLE" } as const;
writeFileSync(shapes, stringify(contractOf(names.map(readPart)), quoted));

interface Court {
  file: string;
  prism: Awaited<ReturnType<typeof startPrism>>;
  servers: Servers;
}
const courts: Court[] = [];
beforeAll(async () => {
  const start = async (file: string) => {
    const [prism, servers] = await Promise.all([startPrism(file), startServers(file)]);
    courts.push({ file, prism, servers });
  };
  await Promise.all([contractFile, shapes].map(start));
});
afterAll(() => Promise.all(courts.flatMap(({ prism, servers }) => [prism.stop(), servers.close()])));

interface Verdict {
  status: number;
  body: string;
  /** Why it was rejected. */
  detail: string;
  source: string | null;
}

async function verdict(response: Response): Promise<Verdict> {
  const text = await response.text();
  const value = response.headers.get("content-type")?.includes("json") && text !== "" ? JSON.parse(text) : text;
  const { status, headers } = response;
  return { status, body: JSON.stringify(value), detail: value?.detail ?? "", source: headers.get("mock-source") };
}

/** Sends a request to all three, and returns their verdicts. */
async function judge({ prism, servers }: Court, target: string, init: RequestInit) {
  const [judged, mock, testServer] = await Promise.all(
    [
      // Prism closes idle connections, sometimes as a request arrives.
      fetch(prism.url + target, init).catch(() => fetch(prism.url + target, init)),
      fetch(servers.mock.url + target, init),
      servers.server.fetch(`http://a.test${target}`, init),
    ].map(async (response) => verdict(await response)),
  );
  return { judged, mock, own: testServer } as Record<"judged" | "mock" | "own", Verdict>;
}

const isKnown = ({ target: sentTarget, init }: SeededRequest, judged: Verdict, mock: Verdict) =>
  knownDifferences.some(
    ({ prism, engine, detail, method = init.method, target }) =>
      method === init.method &&
      prism.includes(judged.status) &&
      engine === mock.status &&
      (detail?.test(mock.detail) ?? mock.status < 400) &&
      (target?.test(sentTarget) ?? true),
  );

/** The number of requests with each fault that is drawn by lot, for each operation. */
const rounds = isFull ? 3 : 1;

test("at least 500 seeded requests get the verdict of Prism and the body of a named example, the known differences aside", {
  timeout: 180_000,
}, async () => {
  const differences: object[] = [];
  const counts = { all: 0, accepted: 0, rejected: 0, bodies: 0 };
  for (const court of courts) {
    const contract = readContract(court.file);
    for (const request of seededRequests(contract, pathOperations(contract), seed, rounds)) {
      const { judged, mock, own: testServer } = await judge(court, request.target, request.init);
      counts.all++;
      counts[judged.status < 400 ? "accepted" : "rejected"]++;
      const comparesBodies = request.example !== undefined && judged.status < 400 && mock.status < 400;
      if (comparesBodies) counts.bodies++;
      const differs = judged.status !== mock.status || (comparesBodies && judged.body !== mock.body);
      if (differs && !isKnown(request, judged, mock)) differences.push(describeDifference(request, judged, mock));
      // What the test server can't generate is open.
      const ownDiffers =
        mock.status !== testServer.status || (mock.source !== "generated" && mock.body !== testServer.body);
      if (ownDiffers) differences.push(describeDifference(request, mock, testServer));
    }
  }
  expect(differences).toEqual([]);
  expect(counts.all).toBeGreaterThanOrEqual(500);
  expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(200);
  expect(counts.bodies).toBeGreaterThan(20);
});

const describeDifference = ({ operation, fault, target, init }: SeededRequest, expected: Verdict, actual: Verdict) => ({
  request: `${operation}, ${fault}: ${init.method} ${target}`,
  verdicts: [expected.status, actual.status],
  details: [expected.detail, actual.detail],
});

test.each(knownDifferences.map((difference) => [difference.reason, difference] as const))(
  "a known difference is still there: %s",
  async (_, { request: [method, target, headers = {}], prism, engine, detail }) => {
    const court = courts.find(({ file }) => file === shapes) as Court;
    const { judged, mock, own: testServer } = await judge(court, target, { method, headers, redirect: "manual" });
    expect(prism).toContain(judged.status);
    expect([mock.status, testServer.status]).toEqual([engine, engine]);
    if (detail) expect(mock.detail).toMatch(detail);
  },
);
