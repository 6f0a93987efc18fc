import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lintContract } from "../scripts/lint.ts";
import { runMock } from "../src/commands/mock.ts";
import { runVerify } from "../src/commands/verify.ts";
import { escapeLines, escapeText } from "../src/core/text.ts";
import { startMock } from "../src/mock/index.ts";
import { runHere } from "./command.ts";

// A contract or a recording of others may contain what moves the cursor, reverses text or imitates
// it.
const odd = "a\u001b[2J\u202e\u0430\u009b";
const operation = {
  operationId: odd,
  responses: {
    200: {
      description: odd,
      content: { "application/json": { example: 1, schema: { type: "string" } } },
    },
  },
};
const contract = join(mkdtempSync(join(tmpdir(), "escape-")), "openapi.json");
writeFileSync(
  contract,
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: odd, version: "1" },
    paths: { [`/${odd}`]: { get: operation } },
  }),
);

test("a text from elsewhere is escaped, but for printable ASCII and an ellipsis, and its lines stay apart if that is asked for", () => {
  expect(escapeText(`${odd}\n~ `)).toBe("a\\u{1b}[2J\\u{202e}\\u{430}\\u{9b}\\u{a}~ ");
  expect(escapeText("A title …")).toBe("A title …");
  expect(escapeText("\u{1f600}")).toBe("\\u{1f600}");
  expect(escapeLines("a\n\u0007")).toBe("a\n\\u{7}");
});

/** What commands print with an odd contract. */
const outputs: Record<string, () => Promise<string>> = {
  lint: async () => (await lintContract([contract])).output,
  "a command that fails": async () => {
    const examples = contract.replace("openapi.json", "examples.json");
    writeFileSync(examples, JSON.stringify({ [odd]: {} }));
    return (await runHere(runMock, ["--examples", examples])).stderr;
  },
  "the mock": async () => {
    const { output } = await runHere(async () => {
      const mock = await startMock({ port: 0, contract, logLevel: "info" });
      await fetch(`${mock.url}/${encodeURIComponent(odd)}`);
      await mock.close();
    }, []);
    return output;
  },
  verify: async () => {
    const traffic = contract.replace("openapi.json", "traffic.ndjson");
    const entry = {
      request: { method: "GET", url: `https://a.example/${encodeURIComponent(odd)}` },
      response: { status: 200, content: { text: "1", mimeType: "application/json" } },
    };
    writeFileSync(traffic, JSON.stringify(entry));
    return (await runHere(runVerify, ["--ndjson", traffic, "--contract", contract])).stdout;
  },
};

test.each(Object.entries(outputs))(
  "%s prints no control character and no other alphabet",
  async (_, run) => {
    const output = await run();
    expect(output).toContain("[2J\\u{202e}");
    expect(output).toMatch(/^[\x20-\x7e\n✓~−✗+×…]*$/);
  },
);
