import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { learnCommand } from "../../scripts/learn.ts";
import { createRandom, pick } from "../../scripts/tools/random.ts";
import { runHere } from "../command.ts";
import { isFull } from "../runs.ts";
import { contractFile } from "./contract.ts";
import { createRequest, respond } from "./truth/respond.ts";
import { makeTruth } from "./truth/service.ts";
import { toHarEntry } from "./truth/traffic.ts";

/** In `npm test`, each kind of value is in each place three times, in a quarter of the operations. */
const amount = isFull ? 10_000 : 216;
const random = createRandom(99);
const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const anyText = (length: number) => Array.from({ length }, () => pick(random, [...letters])).join("");
const makeDigits = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join("");

/** Values that must not be in a contract: secrets and personal data. */
const kinds: (() => string)[] = [
  () => `sk_live_${anyText(24)}`,
  () => `eyJhbGciOi${anyText(20)}.${anyText(24)}.${anyText(16)}`,
  () => `+1415${makeDigits(7)}`,
  () => `${anyText(6).toLowerCase()}.${anyText(7).toLowerCase()}@${anyText(8).toLowerCase()}.org`,
  () => `${anyText(7)} ${anyText(9)}`,
  () => `192.168.${makeDigits(2)}.${makeDigits(2)}`,
  () => anyText(32),
  () => makeDigits(16),
];

/** The places of an exchange, with a value plain, encoded once or twice, or as base64. */
const places: ((value: string) => {
  query?: string;
  segment?: string;
  header?: string;
  body?: unknown;
  sent?: unknown;
})[] = [
  (value) => ({ query: `token=${encodeURIComponent(value)}` }),
  (value) => ({ query: `search=${encodeURIComponent(encodeURIComponent(value))}` }),
  (value) => ({ segment: encodeURIComponent(value) }),
  (value) => ({ segment: encodeURIComponent(encodeURIComponent(value)) }),
  (value) => ({ header: value }),
  (value) => ({ body: { note: value, nested: [{ deep: { text: value } }] } }),
  (value) => ({ body: { [value]: 1, byKey: { [value]: { count: 2 } } } }),
  (value) => ({ body: { note: Buffer.from(value).toString("base64") } }),
  (value) => ({ sent: { comment: value, [value]: true } }),
];

const operations = makeTruth().filter((_, index) => isFull || index % 4 === 0);
const plantedValues: string[] = [];

/** Returns an exchange of the service with a planted value. */
function exchangeWith(value: string, index: number): object {
  plantedValues.push(value);
  const operation = operations[index % operations.length] as (typeof operations)[number];
  const sentRequest = createRequest(operation, random);
  const response = respond(operation, sentRequest, random);
  const plant = (places[index % places.length] as (typeof places)[number])(value);
  const path = operation.path.replace(/\{\w+\}/g, plant.segment ?? "12345");
  const exchange = toHarEntry(
    {
      ...sentRequest,
      path: `${path}?${plant.query ?? "limit=3"}`,
      ...(plant.sent !== undefined && { mediaType: "application/json", body: plant.sent }),
    },
    plant.body === undefined ? response : { ...response, mediaType: "application/json", body: plant.body },
    new Date("2026-02-02"),
  ) as { request: { headers: object[] } };
  if (plant.header) {
    exchange.request.headers.push(
      { name: "Authorization", value: plant.header },
      { name: "X-Custom", value: plant.header },
    );
  }
  return exchange;
}

test(`${amount} planted secrets and personal values are in no output`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  const lines = Array.from({ length: amount }, (_, index) =>
    exchangeWith((kinds[index % kinds.length] as () => string)(), index),
  );
  writeFileSync(
    join(folder, "traffic.ndjson"),
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"broken": "${plantedValues[0]}\n`,
  );
  writeFileSync(join(folder, "openapi.yaml"), readFileSync(contractFile));
  const run = (...args: string[]) => runHere(learnCommand, [...args, "--contract", join(folder, "openapi.yaml")]);
  const review = join(folder, "learned.yaml");
  const outputs = [
    await run(join(folder, "traffic.ndjson"), "--out", review),
    await run("--apply", review),
    await run(join(folder, "traffic.ndjson"), "--show-names", "GET /api/v2/tokens 200"),
  ].map(({ output }) => output);
  const files = readdirSync(folder).filter((file) => file !== "traffic.ndjson");
  expect(files.sort()).toEqual(["learned.yaml", "openapi.yaml"]);
  const allText = [...outputs, ...files.map((file) => readFileSync(join(folder, file), "utf8"))].join("\n");
  expect(allText).toContain("exchanges.");
  const forms = (value: string) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString("base64"),
    value.toLowerCase(),
  ];
  expect(plantedValues.filter((value) => forms(value).some((form) => allText.includes(form)))).toEqual([]);
});
