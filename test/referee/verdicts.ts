import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { readData } from "../data.ts";
import { type Servers, startServers } from "../testing/servers.ts";
import { startPrism } from "./prism.ts";
import { type SeededRequest, seededRequests } from "./seeded-requests.ts";

const seed = 20_261_122;
/** The number of requests with each fault that is drawn by lot, for each operation. */
const rounds = 3;

/**
 * Prism, which we did not write, is the referee: it gets the same requests as the mock and the test
 * server.
 */
export interface Referee {
  contract: Contract;
  prism: Awaited<ReturnType<typeof startPrism>>;
  servers: Servers;
}

/** Starts Prism, the mock and the test server on one contract. */
export async function startReferee(file: string): Promise<Referee> {
  const [prism, servers] = await Promise.all([startPrism(file), startServers(file)]);
  return { contract: readContract(file), prism, servers };
}

export const stopReferee = ({ prism, servers }: Referee) =>
  Promise.all([prism.stop(), servers.close()]);

interface Verdict {
  status: number;
  body: string;
  /** Why it was rejected. */
  detail: string;
  source: string | null;
}

async function verdict(response: Response): Promise<Verdict> {
  const text = await response.text();
  const value =
    response.headers.get("content-type")?.includes("json") && text !== "" ? JSON.parse(text) : text;
  const { status, headers } = response;
  const detail = headers.get("mock-rejection") ?? value?.detail ?? "";
  return { status, body: JSON.stringify(value), detail, source: headers.get("mock-source") };
}

/** Sends a request to all three, and returns their verdicts. */
async function sendToAll({ prism, servers }: Referee, target: string, init: RequestInit) {
  const [prismVerdict, mock, testServer] = await Promise.all(
    [
      // Prism closes idle connections, sometimes as a request arrives.
      fetch(prism.url + target, init).catch(() => fetch(prism.url + target, init)),
      fetch(servers.mock.url + target, init),
      servers.server.fetch(`http://a.test${target}`, init),
    ].map(async (response) => verdict(await response)),
  );
  return { prism: prismVerdict, mock, testServer } as Record<
    "prism" | "mock" | "testServer",
    Verdict
  >;
}

const knownDifferences: { prism: number[]; engine: number; detail?: string; target?: string }[] =
  readData("referee/known-differences.yaml");

const isKnown = (request: SeededRequest, byPrism: Verdict, mock: Verdict) =>
  knownDifferences.some(
    ({ prism, engine, detail, target = "" }) =>
      prism.includes(byPrism.status) &&
      engine === mock.status &&
      (detail ? RegExp(detail).test(mock.detail) : mock.status < 400) &&
      RegExp(target).test(request.target),
  );

/**
 * Sends seeded requests, and returns the differences of verdicts and bodies, and how many requests
 * there were.
 */
export async function compareVerdicts(referee: Referee) {
  const differences: object[] = [];
  const counts = { accepted: 0, rejected: 0, bodies: 0 };
  for (const request of seededRequests(
    referee.contract,
    operationsOf(referee.contract),
    seed,
    rounds,
  )) {
    const { prism, mock, testServer } = await sendToAll(referee, request.target, request.init);
    counts[prism.status < 400 ? "accepted" : "rejected"]++;
    const comparesBodies = request.example !== undefined && prism.status < 400 && mock.status < 400;
    if (comparesBodies) counts.bodies++;
    const differs = prism.status !== mock.status || (comparesBodies && prism.body !== mock.body);
    if (differs && !isKnown(request, prism, mock))
      differences.push(describeDifference(request, prism, mock));
    // What the test server can't generate is open.
    const serversDiffer =
      mock.status !== testServer.status ||
      (mock.source !== "generated" && mock.body !== testServer.body);
    if (serversDiffer) differences.push(describeDifference(request, mock, testServer));
  }
  return { differences, counts };
}

const describeDifference = (
  { operation, fault, target, init }: SeededRequest,
  expected: Verdict,
  actual: Verdict,
) => ({
  request: `${operation}, ${fault}: ${init.method} ${target}`,
  verdicts: [expected.status, actual.status],
  details: [expected.detail, actual.detail],
});
