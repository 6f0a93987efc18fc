import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contractFile } from "../../scripts/contract/document.ts";
import { parseLearned, renderLearned } from "../../scripts/learn/learned-file.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { listedWords } from "../../src/traffic/names.ts";
import { runHere } from "../command.ts";
import { isFull } from "../runs.ts";
import { acceptAll, createExchange } from "./helpers.ts";

// The rule: a name of traffic is written only if the contract has it, or if each of its words is in
// one list. So whatever else is in a recording, in whatever place and disguise, is in no file that
// learn writes and not printed.

const amount = isFull ? 20_000 : 200;

const knownNames =
  `Margaret Quentin Plantfield Olusegun Yusuf Ingeborg Siobhan Xiuying Adebayo Kowalczyk Fernandez Nakamura
  O'Brien Müller Åsa Włodarczyk Nguyễn Олександр Παπαδόπουλος فاطمة 小林 Carter Porter Turner Walker Parker Miles Banks Woods`.split(
    /\s+/,
  );

const syllables = "zor bla mi quu ta ven dri lok peth ush ary gro ne fal ki jun".split(" ");
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
const joinParts = (parts: readonly unknown[]) => parts.join("");
const hex = "0123456789abcdef".split("");
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const madeNames = fc
  .array(fc.constantFrom(...syllables), { minLength: 3, maxLength: 4 })
  .map(joinParts)
  .map(capitalize);
const person = fc.oneof(fc.constantFrom(...knownNames), madeNames);

/** What must not be written, by kind. */
const kinds: Record<string, fc.Arbitrary<string>> = {
  name: person,
  "phone number": digits(9).map((list) => `+1${joinParts(list)}`),
  date: digits(4).map(([a, b, c, d]) => `19${a}${b}-0${(c ?? 0) % 9}-1${d}`),
  "postal address": fc
    .tuple(digits(3), madeNames)
    .map(([number, name]) => `${joinParts(number)} ${name} Avenue`),
  "email address": fc
    .tuple(madeNames, madeNames)
    .map(([user, host]) => `${user}@${host}.example`.toLowerCase()),
  key: fc
    .array(fc.constantFrom(...hex), { minLength: 24, maxLength: 24 })
    .map((list) => `sk_live_${joinParts(list)}`),
  token: fc.base64String({ minLength: 32, maxLength: 44 }).map((text) => `eyJ${text}`),
};

const base64 = (value: string) => Buffer.from(value).toString("base64");

const disguises: Record<string, (value: string) => string> = {
  none: (value) => value,
  "a letter before": (value) => `v${value.replace(/\W/g, "")}`,
  "a term before": (value) => `iso${value.replace(/\W/g, "")}`,
  "a term before each digit": (value) => value.replace(/\d/g, (digit) => `_v${digit}`),
  "single characters": (value) => [...value].join("_"),
  "digits between words": (value) => `ip_${[...value.replace(/\D/g, "")].join("_id_")}_${value}`,
  "a known word before": (value) => `user_${value}`,
  "a known word around": (value) => `account${capitalize(value)}Id`,
  "upper case": (value) => value.toUpperCase(),
  "invisible characters": (value) => [...value].join("\u200b"),
  "control characters": (value) => `\u001b[31m\u202e${value}\u0007\n`,
  base64,
  "digits of Arabic": (value) =>
    value.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  "base64 without digits": (value) => base64(value).replace(/[\d=+/]/g, "x"),
  "percent encoding": (value) => encodeURIComponent(value),
};

const service = "https://service.example";
const agentPath = "/api/v2/agents/5";
const json = "application/json";
const get = (path: string, body: unknown, mediaType = json) =>
  createExchange({ method: "GET", path }, { mediaType, body });
const post = (mediaType: string, body: unknown) =>
  createExchange({ method: "POST", path: agentPath, mediaType, body }, { body: { id: 1 } });
const multipart = (name: string, more = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n1\r\n--x--\r\n`;

function withHeader(name: string, value: string): object {
  const entry = get(agentPath, { id: 1 }) as Record<"request" | "response", { headers: object[] }>;
  entry.request.headers.push({ name, value }, { name: "Authorization", value });
  entry.response.headers.push({ name, value });
  return entry;
}

/** The places of an exchange. */
const places: Record<string, (value: string) => object> = {
  "a segment": (value) =>
    get(`/api/v2/agents/${encodeURIComponent(value)}/versions`, { versions: [] }),
  "a segment at the top": (value) => get(`/api/v2/${encodeURIComponent(value)}`, { id: 1 }),
  "a raw segment": (value) => get(`/api/v2/accounts/${value.replace(/[/?#%\\]/g, "")}`, { id: 1 }),
  "the path before the contract's": (value) =>
    get(`/${encodeURIComponent(value)}${agentPath}`, { id: 1 }),
  "a query name": (value) => get(`${agentPath}?${encodeURIComponent(value)}=1&limit=2`, { id: 1 }),
  "a query value": (value) => get(`${agentPath}?search=${encodeURIComponent(value)}`, { id: 1 }),
  "a query of a documented list": (value) =>
    get(`/api/v2/junkConversations?${encodeURIComponent(value)}=7`, { pageSize: 7 }),
  "a header's name": (value) => withHeader(value, "1"),
  "a header's value": (value) => withHeader("X-Custom", value),
  "the only key": (value) => get("/api/v2/billing/usage", { [value]: 1 }),
  "a key in a list": (value) => get(agentPath, { items: [{ [value]: [{ [value]: null }] }] }),
  "a key of a documented body": (value) =>
    get("/api/v2/tokens", { success: true, tokens: [{ [value]: value }] }),
  "a value": (value) => get(agentPath, { name: value, list: [value], deep: { deep: value } }),
  "a body of one text": (value) => get("/api/v2/billing/catalog", value),
  "a failure": (value) =>
    createExchange(
      { method: "GET", path: agentPath },
      { status: 422, body: { errors: { [value]: [value] } } },
    ),
  "a key of a request": (value) => post(json, { [value]: { [value]: value } }),
  "a form field": (value) =>
    post("application/x-www-form-urlencoded", `${encodeURIComponent(value)}=1&title=x`),
  "a part's name": (value) => post("multipart/form-data; boundary=x", multipart(value)),
  "a file's name": (value) =>
    post("multipart/form-data; boundary=x", multipart("file", `; filename="${value}"`)),
  "a boundary": (value) =>
    post(
      `multipart/form-data; boundary="${value}"`,
      multipart("title").replaceAll("--x", `--${value}`),
    ),
  "a media type": (value) =>
    get(agentPath, { id: 1 }, `application/vnd.${value.replace(/[\s;]/g, "")}+json`),
  "a whole media type": (value) => get(agentPath, { id: 1 }, value),
};

const entryOf = (record: Record<string, unknown>) => fc.constantFrom(...Object.keys(record));

const plants = fc
  .tuple(entryOf(kinds), entryOf(disguises), entryOf(places))
  .chain(([kind, disguise, place]) =>
    (kinds[kind] as fc.Arbitrary<string>).map((value) => ({ kind, disguise, place, value })),
  );

/** Returns the texts that show a value: itself, its disguise, encodings, and its long parts. */
function tracesOf(value: string, text: string): string[] {
  const parts = [value, text].flatMap((whole) => whole.split(/[^\p{L}\p{Nd}]+/u));
  const longParts = parts.filter(
    (part) => part.length >= 5 && !listedWords.has(part.toLowerCase()),
  );
  return [value, text, encodeURIComponent(text), base64(value), ...longParts]
    .map((trace) => trace.toLowerCase())
    .filter((trace) => trace.length >= 5);
}

test(`${amount} names, numbers, addresses and keys, in every place and disguise, are in no output`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "privacy-"));
  const [traffic, contract, document] = ["traffic.ndjson", "openapi.yaml", "learned.yaml"].map(
    (name) => join(folder, name),
  ) as [string, string, string];
  const drawn = fc.sample(plants, { seed: 47, numRuns: amount }).map((plant) => {
    const text = (disguises[plant.disguise] as (value: string) => string)(plant.value);
    return { ...plant, text, entry: (places[plant.place] as (value: string) => object)(text) };
  });
  writeFileSync(traffic, drawn.map(({ entry }) => JSON.stringify(entry)).join("\n"));
  writeFileSync(contract, readFileSync(contractFile));

  const learn = (...args: string[]) =>
    runHere(learnCommand, [...args, "--contract", contract, "--out", document]);
  const asked = await learn(traffic);
  expect(asked.output).toMatch(/^Several services/m);
  const learned = await learn(traffic, "--base-url", service);
  expect(learned).toMatchObject({ exitCode: 0 });
  const operations = parseLearned(readFileSync(document, "utf8"), document);
  const answered = operations.filter(({ path }) => !path.includes("{?}"));
  writeFileSync(document, renderLearned(acceptAll(answered)));
  const applied = await runHere(learnCommand, ["--apply", document, "--contract", contract]);
  expect(applied).toMatchObject({ exitCode: 0 });
  const shown = await learn(traffic, "--show-withheld");
  expect(shown.output).toMatch(/only in a terminal/);
  const verified = await runHere(runVerify, ["--ndjson", traffic, "--base-url", service]);
  expect(verified.stdout).toContain("Entries: ");
  const again = await learn(traffic, "--base-url", service);

  expect(readdirSync(folder).sort()).toEqual(["learned.yaml", "openapi.yaml", "traffic.ndjson"]);
  const printed = [asked, learned, applied, shown, verified, again]
    .map(({ output }) => output)
    .join("\n");
  expect(printed).toMatch(/^[\x20-\x7e\n×…✓~−✗]+$/);
  const files = [contract, document].map((file) => readFileSync(file, "utf8"));
  const outputs = [printed, ...files, renderLearned(operations)].join("\n").toLowerCase();
  const initial = readFileSync(contractFile, "utf8").toLowerCase();
  const text = [...new Set(outputs.split(/\s+/))].join(" ");
  const found = drawn.flatMap(({ kind, disguise, place, value, text: shownText }) =>
    tracesOf(value, shownText).flatMap((trace) =>
      text.includes(trace) && !initial.includes(trace) ? { kind, disguise, place, trace } : [],
    ),
  );
  expect(found).toEqual([]);
});

/** Recordings of other kinds, with a value in each place that isn't part of an exchange. */
const recordings: Record<string, (value: string) => object> = {
  "a Postman collection": (value) => ({
    info: {
      name: value,
      description: value,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: value, value },
      { key: "baseUrl", value: `https://service.example/${value}/api/v2` },
    ],
    auth: { type: "bearer", bearer: [{ key: "token", value }] },
    item: [
      {
        name: value,
        item: [
          {
            name: value,
            event: [{ script: { exec: [value] } }],
            request: {
              method: "GET",
              url: `{{baseUrl}}/agents/:${value}?${value}={{${value}}}`,
              header: [{ key: value, value }],
            },
            response: [{ name: value, code: 200, body: JSON.stringify({ [value]: value, id: 1 }) }],
          },
        ],
      },
    ],
  }),
  "a journal of the mock": (value) =>
    [
      {
        at: "2026-03-01T00:00:00.000Z",
        run: value,
        method: "POST",
        path: `/api/v2/agents/${value}`,
        query: { [value]: value },
        headers: { [value]: value },
        body: { [value]: value },
        source: "tester",
        status: 200,
      },
    ] as unknown as object,
};

test.each(Object.entries(recordings))(
  "nothing of %s but words of the list is in an output",
  async (_, recordingOf) => {
    const folder = mkdtempSync(join(tmpdir(), "privacy-"));
    const document = join(folder, "learned.yaml");
    for (const value of ["Plantfield", "+14155550132", "zorblatt.blerg", "sk_live_5f3a9b2c1d"]) {
      const traffic = join(folder, `${value}.json`);
      writeFileSync(traffic, JSON.stringify(recordingOf(value)));
      const { exitCode, output } = await runHere(learnCommand, [
        traffic,
        "--contract",
        contractFile,
        "--out",
        document,
      ]);
      expect(exitCode).toBe(0);
      expect(`${output}${readFileSync(document, "utf8")}`.toLowerCase()).not.toContain(
        value.toLowerCase(),
      );
    }
  },
);
