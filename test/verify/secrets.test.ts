import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { renderers } from "../../src/verify/report.ts";
import { cli } from "../built-package.ts";
import { runHere } from "../command.ts";
import { readData } from "../data.ts";
import { startNode } from "../mock/command.ts";
import { createRandom, pick } from "../random.ts";
import { entry, writeTemporaryFile } from "../traffic/files.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_.~ é";

/** Returns a secret of 24 characters, always the same for a number. */
function secretOf(number: number): string {
  const random = createRandom(number);
  return Array.from({ length: 24 }, () => pick(random, [...alphabet])).join("");
}

interface Row extends Partial<Parameters<typeof entry>[0]> {
  like?: "listJunkInbox" | "listTokens";
  fields?: object;
}

const rows: Row[] = readData("verify/secrets.yaml");

/** Writes a secret into the texts and names of a value. */
function plant(value: unknown, secret: string): unknown {
  if (typeof value === "string")
    return value
      .replaceAll("SECRET", () => secret)
      .replaceAll("ENCODED", () => encodeURIComponent(secret));
  if (Array.isArray(value)) return value.map((item) => plant(item, secret));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map((pair) => pair.map((part) => plant(part, secret)));
  return Object.fromEntries(entries);
}

function createEntry(row: Row | undefined, secret: string): object {
  const { like, fields, ...exchange } = plant(row, secret) as Row;
  const body = like
    ? { ...fixtures[like]["every-field"], ...Object(exchange.body) }
    : exchange.body;
  return { ...entry({ ...exchange, body }), ...fields };
}

test("no report, message or crash report contains a secret, planted in every place of an exchange", async () => {
  const secrets = Array.from({ length: 4 * rows.length }, (_, number) => secretOf(number));
  const lines = secrets.map((secret, number) =>
    JSON.stringify(createEntry(rows[number % rows.length], secret)),
  );
  // The lines that aren't JSON are secrets, since a parser's message would quote them.
  const traffic = writeTemporaryFile(
    "traffic.ndjson",
    [...lines, ...secrets.slice(0, 20)].join("\n"),
  );
  const har = writeTemporaryFile(
    "traffic.har",
    `{"log":{"entries":[${lines.join(",")},{"cut": "${secrets[0]}`,
  );
  const breaking = writeTemporaryFile(
    "breaking.mjs",
    `const { keys } = URLSearchParams.prototype;
    URLSearchParams.prototype.keys = function () {
      if (this.size > 0) throw new Error([...this] + "\\n    at " + [...this]);
      return keys.call(this);
    };`,
  );
  const runs = [];
  for (const args of [
    ...Object.keys(renderers).map((format) => ["--ndjson", traffic, "--format", format]),
    ["--har", har, "--format", "json"],
    ["--ndjson", traffic, "--bogus", `--bogus2=${secrets[0]}`],
    ["--ndjson", traffic, secrets[1] as string],
  ]) {
    runs.push(await runHere(runVerify, args));
  }
  const env = { ...process.env, NODE_OPTIONS: `--import ${breaking}` };
  const crash = startNode([cli, "verify", "--ndjson", traffic], env);
  runs.push({ exitCode: await crash.code, ...crash.output });
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 3]);
  const outputs = runs.map(({ stdout, stderr }) => stdout + stderr);
  expect(outputs.at(-1)).toContain("This is a defect in verify");
  for (const output of outputs) {
    expect(output.length).toBeGreaterThan(50);
    for (const secret of secrets) {
      const forms = [
        secret,
        tryDecode(secret),
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
      ];
      // Compared without `expect`, which is slow for so many.
      if (forms.some((form) => output.includes(form))) throw new Error(`Printed: ${secret}`);
    }
  }
});

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
