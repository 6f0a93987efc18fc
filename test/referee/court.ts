import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { type Servers, startServers } from "../testing/servers.ts";
import { knownDifferences } from "./known-differences.ts";
import { startPrism } from "./prism.ts";
import { type SeededRequest, seededRequests } from "./seeded-requests.ts";

// Prism, which we did not write, judges the engine: the same requests go to it, to the mock and to the test server.

const seed = 20_261_122;
/** The number of requests with each fault that is drawn by lot, for each operation. */
const rounds = 3;

export interface Court {
  contract: Contract;
  prism: Awaited<ReturnType<typeof startPrism>>;
  servers: Servers;
}

/** Starts Prism, the mock and the test server on one contract. */
export async function startCourt(file: string): Promise<Court> {
  const [prism, servers] = await Promise.all([startPrism(file), startServers(file)]);
  return { contract: readContract(file), prism, servers };
}

export const closeCourt = ({ prism, servers }: Court) => Promise.all([prism.stop(), servers.close()]);

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
export async function judge({ prism, servers }: Court, target: string, init: RequestInit) {
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

/** Sends seeded requests, and returns the differences of verdicts and bodies, and how many requests there were. */
export async function compareVerdicts(court: Court) {
  const differences: object[] = [];
  const counts = { accepted: 0, rejected: 0, bodies: 0 };
  for (const request of seededRequests(court.contract, pathOperations(court.contract), seed, rounds)) {
    const { judged, mock, own: testServer } = await judge(court, request.target, request.init);
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
  return { differences, counts };
}

const describeDifference = ({ operation, fault, target, init }: SeededRequest, expected: Verdict, actual: Verdict) => ({
  request: `${operation}, ${fault}: ${init.method} ${target}`,
  verdicts: [expected.status, actual.status],
  details: [expected.detail, actual.detail],
});
