import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "./files.ts";

// A token of usual words passes the rule for names. A service may repeat it, or send it first, in
// any place of a name.

const token = "status-page-user";
const inbox = "/api/v2/junkConversations";
const page = fixtures.listJunkInbox.empty;
const part = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`;
const sendForm = (mimeType: string, text: string) => {
  const form = entry({ method: "POST", url: "/api/v2/tasks", body: { id: 1 } });
  return { ...form, request: { ...form.request, postData: { mimeType, text } } };
};

type Entry = { request: { url: string; headers: object[] }; response: { headers: object[] } };

/** Exchanges with a name in each place where one can be. */
const places: readonly ((name: string) => object)[] = [
  (name) => entry({ url: inbox, body: { ...page, [name]: 1, rooms: [{ [name]: { [name]: 1 } }] } }),
  (name) => entry({ url: "/api/v2/billing/usage", body: { [name]: 1 } }),
  (name) => entry({ url: "/api/v2/tasks/7", body: { list: [{ [name]: 1, [`x-${name}`]: 1 }] } }),
  (name) => entry({ url: inbox, mimeType: `application/${name}`, body: {} }),
  (name) =>
    entry({ url: "/api/v2/tasks/8", mimeType: `application/vnd.${name}+json`, body: { id: 1 } }),
  (name) => entry({ url: `${inbox}?${name}=1`, body: page }),
  (name) => entry({ url: `/api/v2/tasks?${name}=1`, body: [] }),
  (name) => entry({ url: `/api/v2/${name}`, body: { id: 1 } }),
  (name) => entry({ url: `/api/v2/tasks/${name}/limits`, body: { limit: 1 } }),
  (name) => entry({ url: `/api/v2/webhookRelay/${name}`, body: {} }),
  (name) => entry({ url: "/api/v2/tasks/9", headers: { [name]: "1" }, body: { id: 1 } }),
  (name) => entry({ method: "POST", url: "/api/v2/tasks", sent: { [name]: 1 }, body: { id: 1 } }),
  (name) => sendForm("application/x-www-form-urlencoded", `${name}=1&title=x`),
  (name) => sendForm("multipart/form-data; boundary=x", part(name)),
];

const forms: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `x-${text}`,
  (text) => text.replace(/-/g, "%2D"),
  (text) => text.replace(/-/g, "%252d"),
  (text) => text.replace(/u/g, "%75"),
];

const withHeader =
  (side: "request" | "response", name: string, value: string) => (exchange: Entry) => {
    exchange[side].headers.push({ name, value });
  };

/** Where the token is sent itself. */
const carriers: Record<string, (exchange: Entry) => void> = {
  "the query": ({ request }) => {
    request.url += `${request.url.includes("?") ? "&" : "?"}token=${token}`;
  },
  "a header, in capitals": withHeader("request", "X-Api-Key", token.toUpperCase()),
  "a header of a user and a password": withHeader(
    "request",
    "Authorization",
    `Basic ${btoa(`user:${token}`)}`,
  ),
  "an encoded cookie": withHeader(
    "request",
    "Cookie",
    `a=b; sid=${encodeURIComponent(token).replace("-", "%2D")}`,
  ),
  "a cookie of the response": withHeader(
    "response",
    "Set-Cookie",
    `sid=${token}; Path=/; HttpOnly`,
  ),
};

const folder = mkdtempSync(join(tmpdir(), "secrets-"));
const document = join(folder, "learned.yaml");
const verify = async (file: string, format: string) =>
  (await runHere(runVerify, ["--har", file, "--format", format])).output;
async function learn(file: string): Promise<string> {
  // Paths in an earlier document would count as the maintainer's.
  rmSync(document, { force: true });
  return (await runHere(learnCommand, [file, "--out", document])).output;
}

/** Returns all that is written of a recording, in lower case and without encodings of URLs. */
async function readOutputs(file: string): Promise<string> {
  const reports = [];
  // The others write no more.
  for (const format of ["text", "json"]) reports.push(await verify(file, format));
  const texts = [...reports, await learn(file), readFileSync(document, "utf8")];
  return texts
    .join("\n")
    .replace(/%(25)*2d/gi, "-")
    .replace(/%(25)*75/g, "u")
    .toLowerCase();
}

const linesWithToken = (output: string) =>
  output.split("\n").filter((line) => line.includes(token));
const exchanges = places.flatMap((place) => forms.map((form) => place(form(token)) as Entry));

test.each(Object.entries(carriers))(
  "a token of usual words in %s is written nowhere",
  async (_, carry) => {
    const carrying = structuredClone(exchanges);
    for (const exchange of carrying) carry(exchange);
    const output = await readOutputs(writeTemporaryFile("a.har", har(...carrying)));
    expect(linesWithToken(output)).toEqual([]);
    expect(output).toContain("get /api/v2/tasks/{taskid}/limits");
    const addresses = forms.map(
      (form) => entry({ url: `/${form(token)}${inbox}`, body: page }) as Entry,
    );
    for (const exchange of addresses) carry(exchange);
    const ambiguous = writeTemporaryFile("b.har", har(...addresses, entry({ url: inbox })));
    const choices = [await verify(ambiguous, "text"), await learn(ambiguous)];
    expect(linesWithToken(choices.join("\n").toLowerCase())).toEqual([]);
    expect(choices.join("\n").match(/^Several services/gm)).toHaveLength(2);
  },
);

test("the same words are written where they aren't a token", async () => {
  // Beside withheld names, which the other forms are, a media type's name may be data.
  const plain = places.map((place) => place(token));
  const text = linesWithToken(await readOutputs(writeTemporaryFile("a.har", har(...plain)))).join(
    "\n",
  );
  for (const place of [
    "body /",
    "query ",
    "seen: application/",
    "path: /api/v2/",
    'fact: "200.',
    "application/vnd.",
  ])
    expect(text).toContain(`${place}${token}`);
});
