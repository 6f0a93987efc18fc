import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { applyDecisions } from "../../scripts/learn/apply/apply.ts";
import { learn } from "../../scripts/learn/learn.ts";
import { type LearnedOperation, manualWords } from "../../scripts/learn/learned-file.ts";
import type { ListedPath } from "../../scripts/learn/template/paths.ts";
import { createPaths } from "../../scripts/learn/template/paths.ts";
import { isIgnored } from "../../src/traffic/exchange.ts";
import { createNameRule } from "../../src/traffic/names.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";

/**
 * Four exchanges with each operation of a made-up service: 97 of the index, with every kind of
 * field.
 */
const rehearsalFile = join(import.meta.dirname, "rehearsal/service.har");

export const rehearsalEntries = (): object[] =>
  JSON.parse(readFileSync(rehearsalFile, "utf8")).log.entries;

const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
const rehearsalNames = new Map(
  Object.entries<string>(
    JSON.parse(readFileSync(join(import.meta.dirname, "rehearsal/names.json"), "utf8")),
  ).map(([route, name]) => [keyOf(...(route.split(" ") as [string, string])), name]),
);

export const rehearsalNameOf = ({ method, path }: { method: string; path: string }) =>
  `${rehearsalNames.get(keyOf(method, path))}`;

/** Gives each operation of the rehearsal its name, and accepts every fact. */
export const decideRehearsal = (operations: readonly LearnedOperation[]): LearnedOperation[] =>
  acceptAll(
    operations,
    Object.fromEntries(
      operations.map((operation) => [
        `${operation.method} ${operation.path}`,
        rehearsalNameOf(operation),
      ]),
    ),
  );

interface SentRequest {
  method: string;
  /** The path and the query. */
  path: string;
  mediaType?: string;
  /** A text, or a value that becomes JSON. */
  body?: unknown;
}

interface ReceivedResponse {
  status?: number;
  mediaType?: string;
  body?: unknown;
}

const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

/** Returns an exchange as an entry of a HAR. */
export const createExchange = (
  { method, path, mediaType, body: sent }: SentRequest,
  { status = 200, mediaType: mimeType = "application/json", body }: ReceivedResponse,
): object => ({
  startedDateTime: "2026-03-01T00:00:00.000Z",
  request: {
    method,
    url: `https://service.example${path}`,
    headers: [],
    ...(mediaType && { postData: { mimeType: mediaType, text: textOf(sent) } }),
  },
  response: {
    status,
    headers: [],
    content: body === undefined ? { size: 0 } : { mimeType, size: -1, text: textOf(body) },
  },
});

/** Returns a GET of a path below `/api/v2/` with its response. */
export const getExchange = (path: string, body: unknown, status = 200): object =>
  createExchange({ method: "GET", path: `/api/v2/${path}` }, { status, body });

/** Returns what entries of a HAR show, as the command learns it. */
export function learnFrom(
  entries: Iterable<object>,
  contract = readContract(),
  list: readonly ListedPath[] = [],
): ReturnType<typeof learn> {
  const rule = createNameRule(contract, manualWords(list));
  const paths = createPaths(contract, rule, list);
  const { readEntry } = createTrafficReader(createVerifiableContract(contract));
  let number = 0;
  for (const entry of entries) {
    const exchange = readEntry(entry, { source: "har", file: "f", session: "s", number: ++number });
    if (isIgnored(exchange)) throw new Error(exchange.reason);
    paths.add(exchange);
  }
  return learn(contract, paths, rule);
}

/**
 * Gives each operation its first candidate that no other has, unless it's listed, and accepts every
 * fact.
 */
export function acceptAll(
  operations: readonly LearnedOperation[],
  names: Readonly<Record<string, string>> = {},
): LearnedOperation[] {
  const takenNames = new Set<string>();
  return operations.map((operation) => {
    const { method, path, candidates = [], facts } = operation;
    const candidate = candidates.find((name) => !takenNames.has(name)) ?? "ask";
    const listedName = names[`${method} ${path}`];
    const isUndecided = operation.name === "ask" && !path.includes("{?}");
    const name = isUndecided ? (listedName ?? candidate) : operation.name;
    takenNames.add(name);
    return {
      ...operation,
      name,
      facts: facts.map((fact) => ({ ...fact, accept: "yes" as const })),
    };
  });
}

/** Returns the contract with all that was learned. */
export const contractAfter = (
  { operations }: Pick<ReturnType<typeof learn>, "operations">,
  contract = readContract(),
): Contract => applyDecisions(contract, acceptAll(operations)).contract;
