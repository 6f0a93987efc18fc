import { expect } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { renderers } from "../../src/verify/report/formats.ts";
import { cli, started } from "../mock/command.ts";
import { entry, file } from "./traffic/files.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_.~ é";

/** A secret of 24 characters; the same one for the same number. */
function secretOf(number: number): string {
  let state = number * 2_654_435_761 + 1;
  return Array.from({ length: 24 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return alphabet[(state >>> 8) % alphabet.length];
  }).join("");
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
const withRoom = (more: object) => ({ ...page, rooms: [{ ...page.rooms[0], ...more }] });

/** An entry of a HAR with a secret in one place. In a URL it is encoded. */
const places: readonly ((secret: string) => object)[] = [
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
      requestHeaders: { authorization: `Bearer ${secret}`, cookie: secret, [secret]: "1", "x-own": secret },
    }),
  (secret) => entry({ method: "POST", url: inbox, sent: { password: secret, text: secret, [secret]: secret } }),
  (secret) => entry({ url: inbox, headers: { "set-cookie": secret, "content-type": `text/${secret}` }, body: page }),
  (secret) => entry({ url: inbox, mimeType: secret, body: page }),
  (secret) => entry({ url: inbox, body: withRoom({ roomId: secret, image: 1, lastMessage: { text: secret } }) }),
  (secret) => entry({ url: inbox, body: withRoom({ [secret]: 1 }) }),
  (secret) => entry({ url: inbox, body: { ...page, [secret]: { [secret]: secret } } }),
  (secret) => entry({ url: inbox, body: secret }),
  (secret) => entry({ url: inbox, body: `{"${secret}` }),
  (secret) => entry({ url: inbox, status: 500, body: { error: secret, [secret]: secret } }),
  (secret) =>
    entry({
      url: "/api/v2/tokens",
      body: { ...fixtures.listTokens.empty, tokens: [{ token: secret, type: { [secret]: secret } }] },
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

/** Plants secrets everywhere, and looks for them in whatever the command prints. */
export async function expectNoSecret(count: number): Promise<void> {
  const secrets = Array.from({ length: count }, (_, number) => {
    const encode = encodings[Math.floor(number / places.length) % encodings.length] as (text: string) => string;
    return encode(secretOf(number));
  });
  const lines = secrets.map((secret, number) => JSON.stringify(places[number % places.length]?.(secret)));
  // Not JSON: what a parser's message would quote.
  const traffic = file("traffic.ndjson", [...lines, ...secrets.slice(0, 20)].join("\n"));
  const har = file("traffic.har", `{"log":{"entries":[${lines.join(",")},{"cut": "${secrets[0]}`);
  const breaking = file(
    "breaking.mjs",
    `const { keys } = URLSearchParams.prototype;
    URLSearchParams.prototype.keys = function () {
      if (this.size > 0) throw new Error([...this] + "\\n    at " + [...this]);
      return keys.call(this);
    };`,
  );
  const verify = (args: string[], env = {}) => started([cli, "verify", ...args], { ...process.env, ...env });
  const runs = [
    ...Object.keys(renderers).map((format) => verify(["--ndjson", traffic, "--format", format])),
    verify(["--har", har, "--format", "json"]),
    verify(["--ndjson", traffic, "--bogus", `--bogus2=${secrets[0]}`]),
    verify(["--ndjson", traffic, secrets[1] as string]),
    verify(["--ndjson", traffic], { NODE_OPTIONS: `--import ${breaking}` }),
  ];
  const codes = await Promise.all(runs.map(({ code }) => code));
  expect(codes).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 3]);
  const printed = runs.map(({ printed: { stdout, stderr } }) => stdout + stderr);
  expect(printed.at(-1)).toContain("This is a defect in verify");
  for (const output of printed) {
    expect(output.length).toBeGreaterThan(50);
    for (const secret of secrets) {
      const forms = [secret, decoded(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
      // A comparison in a loop, not an assertion: there are many.
      if (forms.some((form) => output.includes(form))) throw new Error(`Printed: ${secret}`);
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
