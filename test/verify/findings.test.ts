import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { contractFile } from "../../scripts/contract/document.ts";
import { readData } from "../data.ts";
import { entry, har } from "../traffic/files.ts";
import { contractOf, type Exchange, verify, verifyFile } from "./recorded.ts";

/** A group in findings.yaml. */
interface Group {
  title: string;
  contract: { responses?: object };
  good?: Exchange;
  args?: string[];
  cases: Record<string, [Exchange & { fields?: object }, exitCode: number, ...findings: string[]]>;
}

const groups: Group[] = readData("verify/findings.yaml");
const cases = groups.flatMap(({ title, contract, good, args = [], cases }) => {
  const { responses = {}, ...fields } = contract;
  const file = contractOf(responses, fields);
  return Object.entries(cases).map(([name, [{ fields, ...exchange }, ...expected]]) => {
    const [first, recorded] = [good, { ...good, ...exchange }].map((item) =>
      entry({ url: "/parcels", ...item }),
    );
    const content = har(...(good ? [first] : []), { ...recorded, ...fields });
    return [`${title} ${name}`, content, ["--contract", file, ...args], expected] as const;
  });
});

test.each(cases)("%s", async (_, content, args, expected) => {
  const { exitCode, report } = await verifyFile(content, ...args);
  expect(JSON.stringify(report)).not.toContain("key-of-parcels");
  const texts = report.findings.map(({ kind, place, pointer, seen }: Record<string, string>) =>
    [kind, place, pointer, seen].filter(Boolean).join(" "),
  );
  expect([exitCode, ...texts]).toEqual(expected);
});

test("verify gives the same report of the same traffic with this package's contract as with it as --contract", async () => {
  const { listTokens, getWebhookRelay } = fixtures;
  const tokens = listTokens["every-field"];
  const relay = getWebhookRelay["every-field"];
  const relayUrl = "/api/v2/webhookRelay/sms";
  const exchanges: Exchange[] = [
    { body: tokens },
    { body: { ...tokens, page: 1 } },
    { body: { ...tokens, success: null } },
    { body: { tokens: [] } },
    {
      status: 201,
      body: { ...tokens, tokens: [{ ...tokens.tokens[0], timestamp: "now", page: 1 }] },
    },
    { status: 404, body: { code: 1 } },
    { url: relayUrl, body: relay },
    { url: relayUrl, body: { ...relay, config: { ...relay.config, url: "no URL" } } },
    { url: relayUrl, body: { ...relay, config: null } },
    { url: relayUrl, status: 500, body: "<p>", mimeType: "text/html" },
    { method: "DELETE", url: "/api/v2/sip/registration", body: { success: false } },
    { url: "/api/v2/webhookRelay/types", body: ["sms"] },
    { url: "/api/v2/other", body: {} },
  ];
  const { exitCode, report } = await verify(exchanges);
  expect(await verify(exchanges, "--contract", contractFile)).toEqual({ exitCode, report });
});
