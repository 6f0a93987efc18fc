import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { isIgnored } from "../../src/traffic/exchange.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { collect, entry, har } from "./files.ts";

// Playwright's `recordHar: { content: "attach" }` writes bodies into files, next to the HAR or with
// it in a zip.
const contract = createVerifiableContract(readContract());

const recorded = (file: string) => {
  const { request, response } = entry({ method: "POST", url: "/api/v2/agents" });
  const postData = { mimeType: "application/json", text: "", params: [], _file: file };
  return har({
    request: { ...request, postData },
    response: { ...response, content: { mimeType: "application/json", size: 9, _file: file } },
  });
};

function write(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return join(folder, Object.keys(files)[0] ?? "");
}

const zip = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );

async function bodiesIn(file: string): Promise<unknown[]> {
  const { readFile } = createTrafficReader(contract);
  const items = await collect(readFile(file));
  return items.flatMap((item) => {
    if (isIgnored(item)) return item.reason;
    return [item.requestBody.content, item.responseBody.content].map((content) =>
      "value" in content ? content.value : content.missing,
    );
  });
}

test.each<[string, Record<string, string | Uint8Array>]>([
  ["next to the HAR", { "a.har": recorded("5f1c.json"), "5f1c.json": '{"id":1}' }],
  [
    "in a zip, from a folder",
    { "a.zip": zip({ "har.har": recorded("resources/5f1c.json"), "5f1c.json": '{"id":1}' }) },
  ],
  [
    "in a zip with another name",
    { "a.har.zip": zip({ "x/b.har": recorded("5f1c.json"), "x/5f1c.json": '{"id":1}' }) },
  ],
])("attached bodies are read %s", async (_, files) => {
  expect(await bodiesIn(write(files))).toEqual([{ id: 1 }, { id: 1 }]);
});

test.each<[string, Record<string, string | Uint8Array>, string]>([
  [
    "outside the folder",
    { "b/a.har": recorded("../c.json"), "c.json": '{"id":1}' },
    "not recorded",
  ],
  ["that is a folder", { "a.har": recorded("b"), "b/c.json": "{}" }, "not recorded"],
])("an attached body %s isn't read", async (_, files, reason) => {
  expect((await bodiesIn(write(files)))[1]).toBe(reason);
});

/** Returns a zip whose directory says that each file has 400 MiB. */
function bombOf(files: Record<string, string>): Uint8Array {
  const bytes = Buffer.from(zip(files));
  const entrySignature = Buffer.from("PK\u0001\u0002", "latin1");
  for (let at = bytes.indexOf(entrySignature); at >= 0; at = bytes.indexOf(entrySignature, at + 1))
    bytes.writeUInt32LE(400 * 2 ** 20, at + 24);
  return bytes;
}

test.each<[string, Uint8Array, RegExp]>([
  [
    "bomb",
    bombOf({ "har.har": har(), "a.json": "{}" }),
    /a\.zip: it unpacks to more than 512 MiB\.$/,
  ],
  ["without a HAR", zip({ "trace.trace": "{}" }), /a\.zip: it's an archive without a HAR\.$/],
])("a zip %s is an error of one sentence", async (_, bytes, sentence) => {
  await expect(bodiesIn(write({ "a.zip": bytes }))).rejects.toThrow(sentence);
});
