import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractFile } from "../../scripts/contract/document.ts";
import { listSteps } from "../../scripts/contract/next-steps.ts";
import { parseLearned, renderLearned } from "../../scripts/learn/learned-file.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runHere } from "../command.ts";
import { acceptAll, createExchange, getExchange } from "./helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-command-"));
let files = 0;
function saveFile(name: string, content: unknown): string {
  const path = join(folder, `${files++}-${name}`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
const saveNdjson = (entries: object[]) =>
  saveFile("traffic.ndjson", entries.map((entry) => JSON.stringify(entry)).join("\n"));
const run = (...args: string[]) => runHere(learnCommand, args);
const learn = (traffic: string, contract = contractFile) =>
  run(traffic, "--contract", contract, "--out", join(folder, `${files++}-learned.yaml`));

test.each<[string, string[], RegExp]>([
  ["nothing to do", [], /^Give one of these: recorded traffic, or --apply FILE\.$/],
  [
    "a file that doesn't exist",
    ["/nowhere.har"],
    /^Can't read \/nowhere\.har: no such file or directory\.$/,
  ],
  [
    "a document that doesn't exist",
    ["--apply", "/nowhere.yaml"],
    /^Can't read \/nowhere\.yaml: no such file or directory\. Give the file that `npm run learn` wrote\.$/,
  ],
  [
    "a contract that is none",
    ["--contract", saveFile("a.har", {}), "b.har"],
    / isn't an OpenAPI contract: it has no paths\.$/,
  ],
  [
    "a picture",
    [saveFile("x.png", "\u0089PNG")],
    /it isn't recorded traffic: give a HAR or a file of another kind/,
  ],
  ["an empty file", [saveFile("empty.har", "")], /empty\.har: it's empty\.$/],
  ["a document that isn't YAML", ["--apply", saveFile("x.yaml", "a: [")], /x\.yaml" \(1:5\)/],
  ["an unknown option", ["--state", "x"], /^Unknown option "--state"\./],
  [
    "a base URL that is none",
    [saveNdjson([getExchange("tasks", [])]), "--base-url", "localhost:4010"],
    /^--base-url must be an HTTP URL without .*\.$/,
  ],
  [
    "names for a pipe",
    ["a.har", "--show-withheld"],
    /^Withheld names are shown only in a terminal: /,
  ],
])("%s is reported in a sentence", async (_, args, sentence) => {
  const { exitCode, output } = await run(...args);
  expect(exitCode).toBe(2);
  expect(output).toMatch(sentence);
  expect(output).not.toContain("    at ");
});

test("withheld names are shown in a terminal, escaped, and not in the document", async () => {
  const document = join(folder, "shown.yaml");
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  try {
    const traffic = saveNdjson([getExchange("billing/usage", { "Margaret\u001b[31m\u202e": 1 })]);
    const { output } = await run(
      traffic,
      "--contract",
      contractFile,
      "--show-withheld",
      "--out",
      document,
    );
    expect(output).toContain(
      "200: key 1 of 1, 9 letters and 2 digits and 3 other characters, once: Margaret\\u{1b}[31m\\u{202e}",
    );
  } finally {
    process.stdout.isTTY = isTTY;
  }
  expect(readFileSync(document, "utf8")).not.toContain("Margaret");
});

describe("each entry is accounted for in one line:", () => {
  const address = "https://service.example/api/v2/logs/conversations";
  const fromMock = (value: string) => {
    const entry = getExchange("billing/usage", { used: 1 }) as { response: { headers: object[] } };
    entry.response.headers.push({ name: "Mock-Source", value });
    return entry;
  };
  const page = {
    request: { method: "GET", url: address },
    response: { status: 200, content: { mimeType: "text/html", text: "<p>" } },
  };
  const otherHost = {
    request: { method: "GET", url: "https://other.example/x" },
    response: { status: 200 },
  };

  test.each<[string, object[], number, string, string]>([
    [
      "in a question",
      [getExchange("zorblatt", {})],
      0,
      "1 (0 used, 1 in questions, 0 of failures only, 0 ignored)",
      "Questions",
    ],
    [
      "a failure",
      [getExchange("tasks", {}, 404)],
      2,
      "1 (0 used, 0 in questions, 1 of failures only, 0 ignored)",
      "all requests failed",
    ],
    [
      "from the mock",
      [fromMock("generated")],
      2,
      "1 (0 used, 0 in questions, 0 of failures only, 1 ignored)",
      "the mock responded, not the service",
    ],
    [
      "with the service's own Mock-Source",
      [fromMock("staging")],
      0,
      "1 (1 used, 0 in questions, 0 of failures only, 0 ignored)",
      "",
    ],
    [
      "a page of a login",
      [page],
      2,
      "1 (0 used, 0 in questions, 0 of failures only, 1 ignored)",
      "a web page, which may be a login",
    ],
    [
      "of another host",
      [otherHost],
      2,
      "1 (0 used, 0 in questions, 0 of failures only, 1 ignored)",
      "--base-url https://other.example",
    ],
    [
      "of none",
      [],
      2,
      "0 (0 used, 0 in questions, 0 of failures only, 0 ignored)",
      "the files have no entries",
    ],
  ])("%s", async (_, entries, code, account, more) => {
    const { exitCode, output } = await learn(saveNdjson(entries));
    expect(exitCode).toBe(code);
    expect(output.match(/^Entries: .*$/gm)).toEqual([`Entries: ${account}.`]);
    expect(output).toContain(more);
  });
});

test.each<[string, string, unknown, string]>([
  ["facts", "a.har", { log: { entries: [getExchange("tasks", []), {}] } }, "fact in "],
  [
    "nothing new",
    "a.json",
    [{ at: "", method: "GET", path: "/api/v2/tokens", status: 200 }, {}],
    "Nothing new.",
  ],
])(
  "of a recording that breaks off, %s is told as always, that it's incomplete on stderr, and the exit code is 1",
  async (_, name, recording, told) => {
    const part = JSON.stringify(recording).replace(/\{\}[\]}]+$/, "{");
    const { exitCode, stdout, stderr } = await learn(saveFile(name, part));
    expect(stdout).toContain(told);
    expect(stderr).toMatch(
      /^\d+-a\.\w+ breaks off: record it again\. What was learned is incomplete\.\n$/,
    );
    expect(exitCode).toBe(1);
  },
);

test.each(["text/html", "Text/*; charset=utf-8"])(
  "a web page is used if the contract declares %s",
  async (type) => {
    const content = `"${type}": {schema: {type: string}}`;
    const contract = readFileSync(contractFile, "utf8").replace(
      /(?<=tokens:[\s\S]*?\n( +)content:\n)/,
      `$1  ${content}\n`,
    );
    const response = { status: 200, content: { mimeType: "text/html", text: "<p>" } };
    const page = { request: { method: "GET", url: "https://a.example/api/v2/tokens" }, response };
    expect((await learn(saveNdjson([page]), saveFile("openapi.yaml", contract))).output).toContain(
      "(1 used",
    );
  },
);

test("a journal shows what was requested, but the mock's responses show nothing of the service", async () => {
  const entry = {
    at: "2026-03-01T00:00:00.000Z",
    run: "",
    method: "GET",
    headers: {},
    source: "contract",
    status: 200,
  };
  const journal = [
    { ...entry, path: "/api/v2/webhookRelay/types", query: { limit: "3" } },
    { ...entry, path: "/api/v2/tasks/limits", query: {} },
  ];
  const { output } = await learn(saveFile("journal.json", journal));
  expect(output).toContain("GET /api/v2/webhookRelay/types (1 exchange): 1 fact, ");
  expect(output).toContain('GET /api/v2/tasks/limits (1 exchange): 0 facts, "Fetch task limits"?');
});

describe("what is proposed from odd recordings can be applied:", () => {
  const get = (path: string, body: unknown = { used: 1 }, status = 200) =>
    getExchange(path, body, status);
  test.each<[string, object[]]>([
    [
      "blanks",
      [
        get("billing%20usage"),
        get("billing/usage%20"),
        get("agents/Phone%20Agent", { agent: { id: 1 } }),
      ],
    ],
    ["braces", [get("agents/%7Bid%7D"), get("%7B%7Bversion%7D%7D/tasks"), get("agents/100%25")]],
    ["values in a row", [get("agents/5/6"), get("5"), get("")]],
    [
      "odd names",
      [
        get("billing/usage?a%20b=1&x[]=2&$top=3", {
          $ref: "#/x",
          "": 1,
          "x/y": 2,
          "~t": 3,
          "2026": 4,
          secret: "x",
        }),
      ],
    ],
    [
      "no fields",
      [get("billing/usage", null), get("billing/catalog", []), get("billing/plans", "x")],
    ],
    [
      "any type",
      [1, "a", null, [], {}, true].map((value) => get("billing/usage", { used: value, id: value })),
    ],
    [
      "an object or a list",
      [{ id: 1 }, [{ id: 1, used: 2 }]].map((body) =>
        createExchange(
          { method: "POST", path: "/api/v2/tasks", mediaType: "application/json", body },
          { body },
        ),
      ),
    ],
    [
      "bodies of a GET and of a DELETE",
      ["GET", "DELETE"].map((method) =>
        createExchange(
          { method, path: "/api/v2/tasks/5", mediaType: "application/json", body: { id: 1 } },
          { body: { id: 1 } },
        ),
      ),
    ],
    [
      "media types",
      [
        "text/csv",
        "application/xml",
        "IMAGE/PNG",
        "application/vnd.x+json; charset=utf-8",
        "?",
      ].map((mediaType, index) =>
        createExchange(
          { method: "GET", path: `/api/v2/tasks/${index}` },
          { mediaType, body: "1,2" },
        ),
      ),
    ],
  ])("%s", async (_, entries) => {
    const contract = saveFile("openapi.yaml", readFileSync(contractFile, "utf8"));
    const document = join(folder, `${files++}-odd.yaml`);
    expect(await run(saveNdjson(entries), "--contract", contract, "--out", document)).toMatchObject(
      { exitCode: 0 },
    );
    let words = 0;
    const operations = parseLearned(readFileSync(document, "utf8"), document).map((operation) => {
      return { ...operation, path: operation.path.replaceAll("{?}", () => `word${words++}`) };
    });
    writeFileSync(document, renderLearned(acceptAll(operations)));
    expect(await run("--apply", document, "--contract", contract)).toMatchObject({
      exitCode: 0,
      output: `Changed ${contract.split("/").at(-1)}. ${listSteps()}`,
    });
  });
});
