import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderReport } from "../../scripts/learn/review/report.ts";
import { createObservations } from "../../scripts/learn/shape/observations.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runHere } from "../command.ts";
import { contractFile, initialContract } from "./contract.ts";
import { getExchange, learnFrom, learnFromFiles, namedFactsOf } from "./helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-command-"));
const saveFile = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const runCommand = (...args: string[]) => runHere(learnCommand, args);
const saveNdjson = (name: string, entries: object[]) =>
  saveFile(name, entries.map((entry) => JSON.stringify(entry)).join("\n"));

async function reportOf(path: string, contract = initialContract()): Promise<string> {
  const { observations, ...learnedFacts } = await learnFromFiles([path], contract);
  return renderReport(learnedFacts, observations);
}

test("the command writes a review, applies it and notes rejections, and proposes neither again", async () => {
  const contract = saveFile("openapi.yaml", readFileSync(contractFile, "utf8"));
  const review = join(folder, "learned.yaml");
  const traffic = saveNdjson("traffic.ndjson", [
    getExchange("agents/1/versions", { versions: [] }),
    getExchange("billing/catalog", { items: [] }),
  ]);
  const learnResult = await runCommand(traffic, "--contract", contract, "--out", review);
  expect(learnResult).toMatchObject({ exitCode: 0 });
  expect(learnResult.output).toMatch(
    /2 operations of the index, 1 of them with the same words as the path, the others the closest:\n {2}closest {4}GET \/api\/v2\/billing\/catalog: "View Product Catalog"/,
  );
  const [, versions = ""] = /(list-agent-versions--[\w-]+)/.exec(readFileSync(review, "utf8")) ?? [];
  expect(await runCommand("--reject", review, "--only", versions, "--contract", contract)).toMatchObject({
    exitCode: 0,
  });
  const rest = await runCommand(traffic, "--contract", contract, "--out", review);
  expect(rest.output).toContain("View Product Catalog");
  expect(rest.output).not.toContain(': "List Agent Versions"');
  expect(await runCommand("--apply", review, "--all", "--contract", contract)).toMatchObject({
    exitCode: 0,
    output: "Changed openapi.yaml. Run `npm run generate`.",
  });
  expect(await runCommand("--apply", review, "--all", "--contract", contract)).toMatchObject({
    exitCode: 0,
    output: "openapi.yaml already has all decided facts.",
  });
  const laterResult = await runCommand(traffic, "--contract", contract, "--out", review);
  expect(laterResult.output).not.toContain("billing/catalog:");
});

test("the command overwrites no decisions of a review", async () => {
  const review = join(folder, "decided.yaml");
  const contract = saveFile("decided-openapi.yaml", readFileSync(contractFile, "utf8"));
  const traffic = saveNdjson("decided.ndjson", [getExchange("billing/catalog", { items: [] })]);
  expect(await runCommand(traffic, "--contract", contract, "--out", review)).toMatchObject({ exitCode: 0 });
  const decidedText = readFileSync(review, "utf8").replace(/^( +)x-match:/m, "$1x-decision: accepted\n$&");
  writeFileSync(review, decidedText);
  const { exitCode, output } = await runCommand(traffic, "--contract", contract, "--out", review);
  expect([exitCode, output]).toEqual([2, expect.stringContaining("has decisions of a review: apply and remove it,")]);
  expect(readFileSync(review, "utf8")).toBe(decidedText);
});

test.each([
  ["nothing to do", [], /^Give one of these: recorded traffic, --review FILE, --apply FILE or --reject FILE\.$/],
  ["two things at once", ["a.har", "--apply", "b.yaml"], /^Give one of these: /],
  ["a rejection without facts", ["--reject", "b.yaml"], /^No facts to reject: give their ids with --only\.$/],
  ["a file that doesn't exist", ["/nowhere.har"], /^Can't read \/nowhere\.har: no such file or directory\.$/],
  [
    "a review that doesn't exist",
    ["--apply", "/nowhere.yaml"],
    /^Can't read \/nowhere\.yaml: no such file or directory\. Give the review document that `npm run learn` wrote\.$/,
  ],
  [
    "a contract that is none",
    ["--contract", saveFile("a.har", {}), "b.har"],
    / isn't an OpenAPI contract: it has no paths\.$/,
  ],
  ["a collection that doesn't exist", ["/nowhere.json"], /^Can't read \/nowhere\.json: no such file or directory\.$/],
  [
    "a picture",
    [saveFile("x.png", "\u0089PNG")],
    /x\.png: it isn't recorded traffic: give a HAR or a file of another kind/,
  ],
  ["an empty file", [saveFile("empty.har", "")], /empty\.har: it's empty\.$/],
  ["a review that isn't YAML", ["--apply", saveFile("x.yaml", "a: [")], /x\.yaml" \(1:5\)/],
  ["an unknown option", ["--fast"], /^Unknown option '--fast'\./],
])("%s is reported in a sentence", async (_, args, sentence) => {
  const { exitCode, output } = await runCommand(...args);
  expect(exitCode).toBe(2);
  expect(output).toMatch(sentence);
  expect(output).not.toContain("    at ");
});

test("the example responses of a Postman collection are traffic, too", async () => {
  const collection = {
    info: { _postman_id: "1", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: [
      {
        name: "Billing",
        item: [
          {
            name: "Usage",
            request: { method: "GET", url: { raw: "{{baseUrl}}/api/v2/billing/usage?token={{token}}&month=3" } },
            response: [
              { code: 200, body: '{"used": 1}', header: [{ key: "Content-Type", value: "application/json" }] },
            ],
          },
          {
            name: "A task",
            request: { method: "GET", url: { raw: "{{baseUrl}}/api/v2/tasks/:taskId" } },
            response: [{ code: 200, body: '{"id": 1}' }],
          },
        ],
      },
    ],
  };
  const report = await reportOf(saveFile("collection.json", collection));
  expect(report).toContain("2 exchanges.");
  expect(report).toContain('GET /api/v2/billing/usage: "View Usage"');
  expect(report).toContain("GET /api/v2/tasks/{taskId}: ");
});

test("requests that ask about others, such as a browser's preflights, are ignored", async () => {
  const address = "https://service.example/api/v2/logs/conversations";
  const entries = ["OPTIONS", "HEAD"].map((method) => ({
    request: { method, url: address },
    response: { status: 200 },
  }));
  const report = await reportOf(saveNdjson("preflight.ndjson", entries));
  expect(report).toMatch(/^0 exchanges\..*\n.*\n\nIgnored:\n {2}1: HEAD has no body to compare\n {2}1: a preflight$/);
});

test("a journal shows what was requested, but the mock's responses show nothing of the service", async () => {
  const createEntry = (path: string, query = {}) => {
    const fields = {
      at: "2026-03-01T00:00:00.000Z",
      run: "",
      method: "GET",
      headers: {},
      source: "contract",
      status: 200,
    };
    return { ...fields, path, query };
  };
  const journal = [
    createEntry("/api/v2/tokens"),
    createEntry("/api/v2/webhookRelay/types", { limit: "3" }),
    createEntry("/api/v2/tasks/limits"),
  ];
  const report = await reportOf(saveFile("journal.json", journal));
  expect(report).toContain('GET /api/v2/tasks/limits: "Fetch task limits"');
  expect(report).toContain("api-v2-webhook-relay-types-get-input-limit: input limit: integer – in 1 of 1 requests");
  expect(report).toContain("\n1 operation of the index, ");
  expect(report).toMatch(/\n2 facts\.$/);
});

test("what the mock responded isn't learned, and without other exchanges the command fails", async () => {
  const exchange = getExchange("billing/usage", { used: 1 });
  const { response } = exchange as { response: { headers: object[] } };
  const headers = [...response.headers, { name: "Mock-Source", value: "generated" }];
  const mockExchange = { ...exchange, response: { ...response, headers } };
  const report = await reportOf(saveNdjson("mock.ndjson", [mockExchange, mockExchange]));
  expect(report).toContain("\nIgnored:\n  2: the mock responded, not the service");
  const { exitCode, output } = await runCommand(join(folder, "mock.ndjson"), "--contract", contractFile);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/Nothing was learned: the files have no exchange with the service\.$/);
  expect(output).not.toContain("Nothing new.");
});

test.each([
  ["failures alone", [getExchange("tasks", {}, 404)], "all requests failed, and the contract has none of their paths"],
  ["nothing", [], "the files have no entries"],
])("from a file with %s, nothing is learned, and the command says why", async (_, exchanges, reason) => {
  const result = await runCommand(saveNdjson("nothing.ndjson", exchanges), "--contract", contractFile);
  expect(result).toMatchObject({ exitCode: 2, output: expect.stringContaining(`Nothing was learned: ${reason}.`) });
});

test("names that every object in JavaScript has can't be allowed", async () => {
  const result = await runCommand("a.har", "--contract", join(folder, "openapi.yaml"), "--allow", "used,constructor");
  expect(result).toMatchObject({ exitCode: 2, output: expect.stringContaining("constructor can't be allowed: ") });
  expect(existsSync(join(folder, "allowed-names.yaml"))).toBe(false);
});

test("a service's own Mock-Source, of another value than the mock's, excludes nothing", async () => {
  const exchange = getExchange("billing/usage", { used: 1 });
  const { response } = exchange as { response: { headers: object[] } };
  const headers = [...response.headers, { name: "Mock-Source", value: "staging" }];
  const report = await reportOf(saveNdjson("own.ndjson", [{ ...exchange, response: { ...response, headers } }]));
  expect(report).toMatch(
    /^1 exchange\.\nEntries: 1 \(1 used, 0 in questions, 0 of failures only, 0 ignored\)\.\n\nUsed, by operation:\n/,
  );
});

test.each(["text/html", "Text/*; charset=utf-8"])(
  "a web page isn't learned as a success, unless the contract declares %s",
  async (type) => {
    const get = (path: string) => ({
      request: { method: "GET", url: `https://service.example/api/v2/${path}` },
      response: { status: 200, content: { mimeType: "text/html", text: "<title>Log in</title>" } },
    });
    const report = await reportOf(saveNdjson("page.ndjson", [get("billing/usage"), get("tokens")]));
    expect(report).toMatch(/^0 exchanges\.\n.*\n\nIgnored:\n {2}2: a web page, which may be a login's/);
    const contract = structuredClone(initialContract());
    Object.assign(Object(contract.paths["/api/v2/tokens"]?.["get"]?.responses), {
      200: { description: "A page.", content: { [type]: { schema: { type: "string" } } } },
    });
    expect(await reportOf(join(folder, "page.ndjson"), contract)).toMatch(
      /^1 exchange\.\n.*\n\nIgnored:\n {2}1: a web page/,
    );
  },
);

test("ignored entries, and operations that aren't in the index, are reported", async () => {
  const otherHostEntry = { request: { method: "GET", url: "https://other.example/x" }, response: { status: 200 } };
  const report = await reportOf(
    saveNdjson("mixed.ndjson", [otherHostEntry, getExchange("featureFlags", { flags: [] })]),
  );
  expect(report).toMatch(
    /^1 exchange\.\nEntries: 2 \(1 used, .* 1 ignored\)\.\n\nIgnored:\n {2}1: no \/api\/v2\/ in the path\n/,
  );
  expect(report).toMatch(/Not in the index: .*\n {2}GET \/api\/v2\/featureFlags \(1 exchange\)/);
  expect(report).toMatch(/Nothing new\.$/);
});

test("an operation whose only name was rejected is reported as rejected, and not as missing in the index", () => {
  const entries = [getExchange("billing/usage", { used: 1 }), getExchange("featureFlags", { flags: [] })];
  const rejectedIds = new Set<string>();
  let learnedFacts = learnFrom(entries);
  for (let openFacts = namedFactsOf(learnedFacts); openFacts.length > 0; openFacts = namedFactsOf(learnedFacts)) {
    for (const { id } of openFacts) rejectedIds.add(id);
    learnedFacts = learnFrom(entries, initialContract(), { rejectedIds });
  }
  const report = renderReport(learnedFacts, createObservations());
  expect(report).toMatch(/Rejected by hand.*:\n {2}GET \/api\/v2\/billing\/usage \(1 exchange\)/);
  expect(report).toMatch(/Not in the index: .*:\n {2}GET \/api\/v2\/featureFlags \(1 exchange\)\n\n/);
});

test("the command doesn't propose what the lint would refuse, and reports the rule's sentence", async () => {
  const contract = saveFile("refused-openapi.yaml", readFileSync(contractFile, "utf8"));
  const path = "/api/v2/agents/{id}/versions/{id}";
  const review = saveFile("refused.yaml", `overlay: 1.1.0\nactions: []\nx-paths: [{ method: GET, path: "${path}" }]\n`);
  const traffic = saveNdjson("refused.ndjson", [
    getExchange("agents/1/versions/2", { version: { id: 1 } }),
    getExchange("billing/catalog", { items: [] }),
  ]);
  const { exitCode, output } = await runCommand(traffic, "--contract", contract, "--out", review);
  expect(exitCode).toBe(0);
  expect(output).toMatch(
    /\nNot proposed, since the lint would refuse them:\n {2}list-agent-versions--get-api-v2-agents-id-versions-id: Operations must have unique [^\n]+\n\n3 facts/,
  );
  expect(output).toContain("View Product Catalog");
  const document = readFileSync(review, "utf8");
  expect([document.includes(path), document.includes(`$.paths["${path}"]`)]).toEqual([true, false]);
  expect(await runCommand("--apply", review, "--all", "--contract", contract)).toMatchObject({ exitCode: 0 });
});

test("errors that the contract already has don't refuse a fact", async () => {
  const text = readFileSync(contractFile, "utf8");
  const contract = saveFile("wrong-openapi.yaml", text.replace(/^ +x-repeatable: .*\n/m, ""));
  const traffic = saveNdjson("wrong.ndjson", [getExchange("billing/catalog", { items: [] })]);
  const { output } = await runCommand(traffic, "--contract", contract, "--out", join(folder, "wrong.yaml"));
  expect(output).not.toContain("Not proposed");
  expect(output).toContain("\n3 facts.\n");
  expect(await runCommand("--apply", join(folder, "wrong.yaml"), "--all", "--contract", contract)).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining("An operation says whether it is x-repeatable."),
  });
});
