import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { renderers } from "../../src/verify/report.ts";
import { cli } from "../built-package.ts";
import { runHere } from "../command.ts";
import { startNode } from "../mock/command.ts";
import { createRandom, pick } from "../random.ts";
import { entry, writeTemporaryFile } from "../traffic/files.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_.~ é";

/** Returns a secret of 24 characters, always the same for a number. */
function secretOf(number: number): string {
  const random = createRandom(number);
  return Array.from({ length: 24 }, () => pick(random, [...alphabet])).join("");
}

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  base64,
  (text) => encodeURIComponent(base64(text)),
  (text) => Buffer.from(text).toString("hex"),
];

const inbox = "/api/v2/junkConversations?token=x";
const page = fixtures.listJunkInbox["every-field"];
const pageWithRoom = (fields: object) => ({ ...page, rooms: [{ ...page.rooms[0], ...fields }] });

/**
 * Functions that create a HAR entry with a secret in one place. In a URL, the secret is encoded.
 */
const createEntries: readonly ((secret: string) => object)[] = [
  (secret) => entry({ url: `/api/v2/tokens?token=${encodeURIComponent(secret)}` }),
  (secret) => entry({ url: `/api/v2/tokens?token=a&token=${encodeURIComponent(secret)}` }),
  (secret) => entry({ url: `/api/v2/tokens?q=${encodeURIComponent(secret)}` }),
  (secret) => entry({ url: `/api/v2/tokens?${encodeURIComponent(secret)}=1` }),
  (secret) => entry({ url: `/api/v2/tokens#${encodeURIComponent(secret)}` }),
  (secret) => entry({ url: `/api/v2/webhookRelay/${encodeURIComponent(secret)}` }),
  (secret) => entry({ url: `/api/v2/${encodeURIComponent(secret)}/agents` }),
  (secret) => entry({ url: `/other/${encodeURIComponent(secret)}` }),
  (secret) => entry({ url: `https://u:${encodeURIComponent(secret)}@service.example.com${inbox}` }),
  (secret) => entry({ url: `data:text/plain,${secret}` }),
  (secret) => entry({ url: `/api/v2/tokens?token=%zz${secret}` }),
  (secret) => entry({ method: secret, url: inbox }),
  (secret) =>
    entry({
      url: inbox,
      requestHeaders: {
        authorization: `Bearer ${secret}`,
        cookie: secret,
        [secret]: "1",
        "x-own": secret,
      },
    }),
  (secret) =>
    entry({
      method: "POST",
      url: inbox,
      sent: { password: secret, text: secret, [secret]: secret },
    }),
  (secret) =>
    entry({
      url: inbox,
      headers: { "set-cookie": secret, "content-type": `text/${secret}` },
      body: page,
    }),
  (secret) => entry({ url: inbox, mimeType: secret, body: page }),
  (secret) =>
    entry({
      url: inbox,
      body: pageWithRoom({ roomId: secret, image: 1, lastMessage: { text: secret } }),
    }),
  (secret) => entry({ url: inbox, body: pageWithRoom({ [secret]: 1 }) }),
  (secret) => entry({ url: inbox, body: { ...page, [secret]: { [secret]: secret } } }),
  (secret) => entry({ url: inbox, body: secret }),
  (secret) => entry({ url: inbox, body: `{"${secret}` }),
  (secret) => entry({ url: inbox, status: 500, body: { error: secret, [secret]: secret } }),
  (secret) =>
    entry({
      url: "/api/v2/tokens",
      body: {
        ...fixtures.listTokens.empty,
        tokens: [{ token: secret, type: { [secret]: secret } }],
      },
    }),
  (secret) =>
    entry({
      url: "/api/v2/webhookRelay/sms",
      body: { success: secret, config: { headers: [{ [secret]: 1, Authorization: secret }] } },
    }),
  (secret) => entry({ url: "/api/v2/webhookRelay/types", body: { [secret]: [secret] } }),
  (secret) => ({
    ...entry({ url: inbox, body: page }),
    startedDateTime: secret,
    _fromCache: undefined,
    [secret]: secret,
  }),
  (secret) => ({ request: secret, response: secret }),
];

test("no report, message or crash report contains a secret, planted in every place of an exchange", async () => {
  const secrets = Array.from({ length: 600 }, (_, number) => {
    const encode = encodings[Math.floor(number / createEntries.length) % encodings.length] as (
      text: string,
    ) => string;
    return encode(secretOf(number));
  });
  const lines = secrets.map((secret, number) =>
    JSON.stringify(createEntries[number % createEntries.length]?.(secret)),
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
