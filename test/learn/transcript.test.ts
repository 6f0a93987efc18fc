import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addOperation } from "../../scripts/add-operation.ts";
import { contractFile, readContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { listSteps } from "../../scripts/contract/next-steps.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runHere } from "../command.ts";
import { createExchange, getExchange } from "./helpers.ts";

// What a maintainer does, from recorded traffic to a changed contract.

const agent = (id: number) => ({ success: true, agent: { id, title: "Support", voice: "calm" } });
const agents = [1, 2, 3].map((id) => getExchange(`agents/${id}?limit=${id}`, agent(id)));
const entries = [
  ...agents,
  getExchange("agents/zorblatt", { remaining: 3 }),
  createExchange(
    {
      method: "POST",
      path: "/api/v2/webhooks",
      mediaType: "application/json",
      body: { url: "x", Margaret: 1 },
    },
    { status: 201, body: { id: 4 } },
  ),
  getExchange("tokens", { success: true, message: "ok", tokens: [] }),
  { request: { method: "GET", url: "https://cdn.example/logo.png" }, response: { status: 200 } },
];

function prepare() {
  const folder = mkdtempSync(join(tmpdir(), "transcript-"));
  const fileOf = (name: string) => join(folder, name);
  const files = {
    traffic: fileOf("traffic.har"),
    contract: fileOf("openapi.yaml"),
    document: fileOf("learned.yaml"),
  };
  writeFileSync(files.traffic, JSON.stringify({ log: { version: "1.2", entries } }));
  cpSync(contractFile, files.contract);
  const run = async (...args: string[]) => {
    const { exitCode, output } = await runHere(learnCommand, [
      ...args,
      "--contract",
      files.contract,
    ]);
    return { exitCode, output: output.replaceAll(`${folder}/`, "") };
  };
  return {
    ...files,
    folder,
    learn: () => run(files.traffic, "--out", files.document),
    apply: () => run("--apply", files.document),
    read: (file: string) => readFileSync(file, "utf8"),
    /** Edits the document as in an editor. */
    edit: (...edits: [RegExp, string][]) => {
      const text = edits.reduce(
        (before, [pattern, replacement]) => {
          expect(before).toMatch(pattern);
          return before.replace(pattern, replacement);
        },
        readFileSync(files.document, "utf8"),
      );
      writeFileSync(files.document, text);
    },
  };
}

/** Returns the lines that occur in a text more often than in another, in their order. */
function linesOnlyIn(lines: readonly string[], otherLines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of otherLines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const remaining = counts.get(line) ?? 0;
    counts.set(line, remaining - 1);
    return remaining <= 0;
  });
}

test("a maintainer goes from traffic.har to learned.yaml, decides there, and gets a changed contract", async () => {
  const { learn, apply, edit, read, document, contract } = prepare();
  const { exitCode, output } = await learn();
  expect(exitCode).toBe(0);
  await expect(`${output}\n`).toMatchFileSnapshot("transcript/learn.txt");
  await expect(read(document)).toMatchFileSnapshot("transcript/learned.yaml");

  edit(
    [/(path: \/api\/v2\/agents\/\{agentId\}[\s\S]*?)name: ask/, "$1name: Get Agent"],
    [/(path: \/api\/v2\/webhooks[\s\S]*?)name: ask/, "$1name: Add Webhook"],
    [/accept: ask/g, "accept: yes"],
    [/(?<=query limit.*\n.*\n.*accept: )yes/, "no"],
  );
  const facts = "`test/contract/contract.test.ts`";
  const steps = listSteps(
    `${facts}: change the lines of listTokens`,
    `${facts}, \`scripts/docs/guides/\`, \`README.md\`: change what says list-tokens-success-status`,
  );
  expect((await apply()).output).toBe(
    `Changed openapi.yaml. Waiting: 1 operation for a name. ${steps}`,
  );
  const [before = [], after = []] = [contractFile, contract].map((file) => read(file).split("\n"));
  expect(linesOnlyIn(before, after)).toEqual([
    "            list-tokens-success-status: Status code of a successful response",
    "        2XX:",
    "          x-not-shown:",
    "    - {method: GET, name: Get Agent}",
    "    - {method: POST, name: Add Webhook}",
  ]);
  await expect(`${linesOnlyIn(after, before).join("\n")}\n`).toMatchFileSnapshot(
    "transcript/added.yaml",
  );
});

test("of an operation that add-operation added and traffic shows, no text is to be changed", async () => {
  const { learn, apply, edit, contract } = prepare();
  const id = { id: "getAgent", area: "Agents", name: "Get Agent" };
  const route = { method: "GET", path: "/api/v2/agents/{agentId}" };
  const added = addOperation(readContract(), { ...id, ...route });
  writeFileSync(contract, editYaml(readFileSync(contract, "utf8"), added as never));
  await learn();
  edit([/(name: Get Agent\n.*\n *)accept: ask/, "$1accept: yes"]);
  const waiting = "Waiting: 1 operation for a name, and 5 facts for an answer.";
  expect((await apply()).output).toBe(`Changed openapi.yaml. ${waiting} ${listSteps()}`);
});

test("what was decided stays when the maintainer learns again, and a path that was answered has its exchanges", async () => {
  const { learn, edit, read, document } = prepare();
  await learn();
  edit(
    [/\{\?\}(?=\n)/, "zorblatt"],
    [/(path: \/api\/v2\/agents\/\{agentId\}[\s\S]*?)name: ask/, "$1name: Get Agent"],
    [/(?<=200.agent.title.*\n.*\n.*accept: )ask/, "yes"],
    [/(?<=query limit.*\n.*\n.*accept: )ask/, "no"],
  );
  const { output } = await learn();
  expect(output).toContain("Entries: 7 (6 used, 0 in questions, 0 of failures only, 1 ignored).");
  expect(output).toContain("  GET /api/v2/agents/zorblatt (1 exchange): 2 facts, ");
  const text = read(document);
  expect(text).toMatch(/path: \/api\/v2\/agents\/\{agentId\}[\s\S]*?name: Get Agent\n/);
  expect(text).toMatch(/fact: "200.agent.title: string"\n.*\n +accept: yes\n/);
  expect(text).toMatch(/fact: "query limit: integer"\n.*\n +accept: no\n/);
  expect(text.match(/accept: (yes|no)/g)).toHaveLength(2);
});

test("decisions about what other traffic showed stay, too, until they are in the contract", async () => {
  const { learn, apply, edit, read, document, traffic } = prepare();
  await learn();
  edit(
    [/(path: \/api\/v2\/webhooks[\s\S]*?)name: ask/, "$1name: Add Webhook"],
    [/(?<=fact: "201.*\n.*\n.*accept: )ask/g, "yes"],
    [/(?<=query limit.*\n.*\n.*accept: )ask/, "no"],
  );
  writeFileSync(
    traffic,
    JSON.stringify({ log: { entries: [getExchange("billing/usage", { used: 1 })] } }),
  );
  await learn();
  const factsIn = (text: string) => [...text.matchAll(/fact: "(.*)"/g)].map(([, fact]) => fact);
  expect(factsIn(read(document))).toEqual([
    "query limit: integer",
    "200: object",
    "200.used: integer",
    "201: object",
    "201.id: integer",
  ]);
  await apply();
  await learn();
  expect(factsIn(read(document))).toEqual([
    "query limit: integer",
    "200: object",
    "200.used: integer",
  ]);
});

test("a chosen name stays though other traffic doesn't show its operation", async () => {
  const { learn, edit, read, document, traffic } = prepare();
  await learn();
  edit([/(path: \/api\/v2\/webhooks[\s\S]*?)name: ask/, "$1name: Add Webhook"]);
  writeFileSync(
    traffic,
    JSON.stringify({ log: { entries: [getExchange("billing/usage", { used: 1 })] } }),
  );
  await learn();
  expect(read(document).match(/ name: .*/g)).toEqual([" name: ask", " name: Add Webhook"]);
});

test("lines that are longer than the contract's own stay as they are: applying a decision only adds lines", async () => {
  const { learn, apply, edit, read, contract } = prepare();
  const { tags } = readContract();
  const before = readFileSync(contractFile, "utf8").replace(
    /^tags:\n( .*\n|\n)+/m,
    `tags:   ${JSON.stringify(tags)}   # in one line\n\n`,
  );
  writeFileSync(contract, before);
  await learn();
  edit([/(path: \/api\/v2\/webhooks[\s\S]*?)name: ask/, "$1name: Add Webhook"]);
  await apply();
  expect(linesOnlyIn(before.split("\n"), read(contract).split("\n"))).toEqual([
    "    - {method: POST, name: Add Webhook}",
  ]);
});

test("applying twice changes nothing the second time, and learning again finds what wasn't accepted alone", async () => {
  const { learn, apply, edit, read, contract, document } = prepare();
  await learn();
  edit(
    [/(path: \/api\/v2\/webhooks[\s\S]*?)name: ask/, "$1name: Add Webhook"],
    // A value of another name than those that were learned is a text.
    [/(?<=path: \/api\/v2\/agents\/)\{agentId\}/, "{number}"],
    [/(\{number\}[\s\S]*?)name: ask/, "$1name: Get Agent"],
    [/accept: ask/g, "accept: yes"],
  );
  await apply();
  const text = read(contract);
  expect(await apply()).toEqual({
    exitCode: 0,
    output: "openapi.yaml already has all that is accepted. Waiting: 1 operation for a name.",
  });
  expect(read(contract)).toBe(text);
  await learn();
  expect(read(document)).not.toMatch(/webhooks[\s\S]*fact:|tokens[\s\S]*fact:/);
});

test("an operation's answer is that of its facts without their own, and says whether it is safe to retry", async () => {
  const { learn, apply, edit, read, contract } = prepare();
  await learn();
  edit(
    [
      /(path: \/api\/v2\/webhooks[\s\S]*?)name: ask\n( +)repeatable: ask\n +accept: ask/,
      "$1name: Add Webhook\n$2repeatable: yes\n$2accept: yes",
    ],
    [/(?<=fact: "201.id.*\n.*\n.*accept: )ask/, "no"],
  );
  expect((await apply()).exitCode).toBe(0);
  const added = read(contract).split("operationId: addWebhook")[1] ?? "";
  const [operation = ""] = added.split("\ncomponents:");
  expect(operation).toContain("x-repeatable: true");
  expect(operation).toContain("A successful response, as observed.");
  expect(operation).not.toContain(" id:");
});

test("what the lint refuses leaves the contract and no other file", async () => {
  const { learn, apply, edit, read, folder, contract } = prepare();
  await learn();
  edit(
    [/(?<=path: )\/api\/v2\/agents\/\{agentId\}/, "/api/v2/agents/{agentId}/{agentId}"],
    [/(\{agentId\}\/\{agentId\}[\s\S]*?)name: ask/, "$1name: Get Agent"],
  );
  const { exitCode, output } = await apply();
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    /^#\/paths\/[\s\S]*\nopenapi\.yaml is unchanged, since the lint would refuse it\./,
  );
  expect(read(contract)).toBe(readFileSync(contractFile, "utf8"));
  expect(readdirSync(folder).sort()).toEqual(["learned.yaml", "openapi.yaml", "traffic.har"]);
});

test.each<[string, [RegExp, string][], RegExp]>([
  [
    "an unclear path",
    [[/name: ask/, "name: Get Agent"]],
    /Replace \{\?\} in GET \/api\/v2\/agents\/\{\?\}/,
  ],
  [
    "an entry without exchanges",
    [
      [/(path: \/api\/v2\/agents\/\{agentId\}[\s\S]*?)name: ask/, "$1name: Get Agent"],
      [/(?<=path: \/api\/v2\/agents\/\{agentId\}[\s\S]*?) source: HAR\n */, " "],
    ],
    /^Learn again: GET \/api\/v2\/agents\/\{agentId\} has no source .* See line \d+ of learned\.yaml\.$/,
  ],
  [
    "a name of no index",
    [[/(webhooks[\s\S]*?)name: ask/, "$1name: Nothing"]],
    /The index has no name "Nothing".* See line \d+ of learned\.yaml\./,
  ],
  ["a fact without a decision", [[/accept: ask/, "accept: perhaps"]], /accept: yes, no or ask/],
  [
    "a change that is none",
    [[/changes: \[/, "changes: [1, null, "]],
    /^The fact in line 30 of learned\.yaml needs the changes that learn wrote/,
  ],
  [
    "a path with a dot segment",
    [[/path: .*/, "path: /api/v2/../agents"]],
    /^The operation in line 11 of learned\.yaml needs a method and a path/,
  ],
  [
    "two operations of one name",
    [
      [/\{\?\}(?=\n)/, "zorblatt"],
      [/name: ask/, "name: Get Agent"],
      [/(path: \/api\/v2\/agents\/\{agentId\}[\s\S]*?)name: ask/, "$1name: Get Agent"],
    ],
    /"Get Agent" .* choose another name\. See line \d+ of learned\.yaml\./,
  ],
  [
    "a misspelled key of a fact",
    [[/(?<=query limit.*\n.*\n.*)accept: ask/, "accpt: no"]],
    /^Unknown key "accpt"\. Known: fact, evidence, accept, changes\. See line 60 of learned\.yaml\.$/,
  ],
  [
    "a misspelled key of an operation",
    [[/repeatable: ask/, "repeateable: yes"]],
    /^Unknown key "repeateable"\. Known: method, .* See line 27 of/,
  ],
  ["facts that are no list", [[/facts:\n(?: {6}.*\n)+/, "facts: yes\n"]], /needs a list of facts/],
  [
    "a misspelled key of a change",
    [[/changes: \[\{/, "changes: [{renames: {}, "]],
    /^Unknown key "renames"\. Known: at, rename, add, remove\. See line 3\d of/,
  ],
  [
    "a key beside the operations",
    [[/operations:/, "accept: yes\noperations:"]],
    /^Unknown key "accept"\. Known: operations\./,
  ],
  ["no operations", [[/operations:/, "facts:"]], /learned\.yaml has no list of operations/],
])("%s is an error of one sentence, and nothing is applied", async (_, edits, sentence) => {
  const { learn, apply, edit, read, contract } = prepare();
  await learn();
  edit(...edits);
  const { exitCode, output } = await apply();
  expect(exitCode).toBe(2);
  expect(output).toMatch(sentence);
  expect(output).not.toContain("\n");
  expect(read(contract)).toBe(readFileSync(contractFile, "utf8"));
});

test("an accepted fact about a part that isn't accepted is left out, and told", async () => {
  const { learn, apply, edit, read, contract } = prepare();
  await learn();
  edit(
    [/(path: \/api\/v2\/webhooks[\s\S]*?)name: ask/, "$1name: Add Webhook"],
    [/(?<=fact: "201.id.*\n.*\n.*accept: )ask/, "yes"],
  );
  expect((await apply()).output).toBe(
    "Left out, since what it is a part of isn't accepted: POST /api/v2/webhooks 201.id: integer\n" +
      `Changed openapi.yaml. Waiting: 2 operations for a name, and 13 facts for an answer. ${listSteps()}`,
  );
  expect(read(contract)).not.toContain('"201"');
});
