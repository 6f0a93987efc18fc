import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { readContract } from "../../scripts/contract/document.ts";
import type { Fact } from "../../scripts/learn/fact/fact.ts";
import { openReview, readReview } from "../../scripts/learn/review/document.ts";
import { removePart } from "../../scripts/learn/review/groups.ts";
import { readList } from "../../scripts/learn/review/lists.ts";
import { applyReview, learnCommand } from "../../scripts/learn.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root } from "../../scripts/tools/run.ts";
import { indexEntries } from "../../src/openapi/operation-index.ts";
import { bundleCommand } from "../bundled-command.ts";
import { runHere } from "../command.ts";
import { contractFile, initialContract } from "./contract.ts";
import { documentOf, getExchange, learnFrom } from "./helpers.ts";
import { answerQuestion, down, enter, hasTerminal, runInTerminal } from "./terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-review-"));
const [review, contract] = [join(folder, "learned.yaml"), join(folder, "openapi.yaml")];
const bundle = join(root, "dist", basename(tmpdir()), "learn.js");
const command = [process.execPath, bundle, "--review", review, "--contract", contract];
beforeAll(() => bundleCommand(bundle, "scripts/learn.ts", ["./lint.ts"]));
const readDecisions = () =>
  parse(readFileSync(review, "utf8"))
    .actions.filter((action: object) => "x-match" in action)
    .map((action: Record<string, unknown>) => action["x-decision"] ?? "open");
if (!hasTerminal) console.log("Skipped: the review in a terminal needs python3.");

test.skipIf(!hasTerminal)(
  "a review in a terminal accepts, stops, continues, rejects names and fields, and renames; the result is applied and lints clean",
  async () => {
    writeFileSync(contract, readFileSync(contractFile));
    const usage = getExchange("billing/usage", { used: 1, details: { id: 2 } });
    writeFileSync(
      review,
      documentOf(
        learnFrom([
          getExchange("billing/catalog", { items: [] }),
          getExchange("billing/plans/offered", { plans: [{ byUser: { margaret: 1 } }] }),
          usage,
          getExchange("agents/1/versions", { versions: [] }),
        ]),
      ),
    );
    const document = readFileSync(review, "utf8");
    writeFileSync(review, document.replace(/^ {4}x-match/gm, "    # by hand\n    x-note: by hand\n    x-match"));
    const first = await runInTerminal(command, [
      ...answerQuestion("1 of 4", enter),
      ...answerQuestion("2 of 4", down.repeat(5) + enter),
    ]);
    expect(first.ok).toBe(true);
    const text = stripVTControlCharacters(first.output);
    expect(text).toContain("200.items: list of anything – in 1 of 1 objects");
    expect(text).toMatch(/1 of 4, closest\. Closest to "View/);
    expect(text).toMatch(/Names: 1 accepted, 0 rejected, 3 open\. Other facts: 0 accepted, 0 rejected, 0 open\./);
    expect(readDecisions()).toEqual(["accepted", "open", "open", "open"]);

    const second = await runInTerminal(command, [
      ...answerQuestion("1 of 3", down + enter),
      ...answerQuestion("2 of 3", down.repeat(3) + enter),
      ["Which facts are wrong?", `${down} ${enter}`],
      ["Names to allow", `used, constructor${enter}`],
      ["constructor can't be allowed", "\u007f".repeat(30) + enter],
      ...answerQuestion("3 of 3", down + down + enter),
      ...answerQuestion("Which name is it?", enter),
    ]);
    expect(stripVTControlCharacters(second.output)).toMatch(
      /Names: 3 accepted, 1 rejected, 0 open\. Other facts: 0 accepted, 0 rejected, 0 open\./,
    );
    expect(readDecisions()).toEqual(["accepted", "rejected", "accepted", "accepted"]);
    const [, options = ""] = stripVTControlCharacters(second.output).split("Which name is it?");
    const entries = indexEntries(initialContract());
    const offeredNames = new Set(entries.flatMap(({ name }) => (options.includes(name) ? name : [])));
    const possibleNames = entries.flatMap(({ method, name }) => (/^(GET|unspecified)$/.test(method) ? name : []));
    expect(offeredNames.size).toBeGreaterThan(0);
    expect([...offeredNames].filter((name) => !possibleNames.includes(name))).toEqual([]);
    const rejectedIds = readList(join(folder, "rejected-facts.yaml"));
    expect(rejectedIds).toEqual([
      "api-v2-billing-usage-get-200-details-field",
      expect.stringMatching(/^view-offered-product-plan--/),
    ]);
    expect(second.output).not.toContain("margaret");
    expect(readFileSync(review, "utf8").match(/^ {4}# by hand\n {4}x-note: by hand$/gm)).toHaveLength(4);

    const paths = Object.keys(readContract(contract).paths);
    writeFileSync(contract, applyReview(readFileSync(contract, "utf8"), contract, review));
    const appliedContract = readContract(contract);
    expect(Object.keys(appliedContract.paths)).toHaveLength(paths.length + 3);
    const { responses } = appliedContract.paths["/api/v2/billing/usage"]?.["get"] ?? expect.unreachable();
    const media = responses["200"]?.content?.["application/json"];
    expect(Object.keys(Object(media?.schema["properties"]))).toEqual(["used"]);
    expect(media?.examples?.["every-field"]?.value).toEqual({ used: 1 });
    expect(learnFrom([usage], appliedContract, { rejectedIds: new Set(rejectedIds) }).facts).toEqual([]);
    expect(await lintContract([contract])).toEqual({ ok: true, output: "" });
  },
  120_000,
);

test.skipIf(!hasTerminal)(
  "a review asks of unclear paths first, saves each answer, and the next run uses the answers",
  async () => {
    const traffic = join(folder, "traffic.ndjson");
    const entries = ["agents/zorblatt", "billing/glimfer", "tasks/quuxed"].map((path) => getExchange(path, { id: 1 }));
    writeFileSync(traffic, entries.map((entry) => JSON.stringify(entry)).join("\n"));
    writeFileSync(contract, readFileSync(contractFile));
    rmSync(review, { force: true });
    const learn = () => runHere(learnCommand, [traffic, "--contract", contract, "--out", review]);
    const listPaths = () => parse(readFileSync(review, "utf8"))["x-paths"].map(({ path }: { path: string }) => path);
    await learn();
    expect(listPaths()).toEqual(["agents", "billing", "tasks"].map((area) => `/api/v2/${area}/{?}`));

    const { ok, output } = await runInTerminal(command, [
      ...answerQuestion("GET /api/v2/agents/{?}", enter),
      ...answerQuestion("GET /api/v2/billing/{?}", down + enter),
      ["The word, or several", `gli mfer${enter}`],
      ["Letters, digits and -_.~ only.", `${"\u007f".repeat(8)}glimfer${enter}`],
      ...answerQuestion("GET /api/v2/tasks/{?}", down.repeat(2) + enter),
    ]);
    const text = stripVTControlCharacters(output);
    expect([ok, text]).toEqual([true, expect.stringContaining("2 paths decided. Learn again from the same traffic")]);
    expect(text).toMatch(/a value {3}\/api\/v2\/agents\/\{agentId\}.*a word {4}\/api\/v2\/agents\/WORD/s);
    expect(text).not.toContain("zorblatt");
    const answeredPaths = ["/api/v2/agents/{agentId}", "/api/v2/billing/glimfer", "/api/v2/tasks/{?}"];
    expect(listPaths()).toEqual(answeredPaths);

    expect((await learn()).output).toContain('same words GET /api/v2/agents/{agentId}: "Get Agent"');
    expect(listPaths()).toEqual(answeredPaths);

    const lastReview = await runInTerminal(command, answerQuestion("GET /api/v2/tasks/{?}", down.repeat(3) + enter));
    // Stopping asks nothing more, of facts either.
    expect(stripVTControlCharacters(lastReview.output)).toMatch(/Names: 0 accepted, 0 rejected, 2 open\./);
    expect(listPaths()).toEqual(answeredPaths);
  },
  120_000,
);

test("a review saves each decision at its fact, if the document was edited by hand since it was opened", () => {
  const entries = ["catalog", "plans/offered"].map((path) => getExchange(`billing/${path}`, { items: [] }));
  writeFileSync(review, documentOf(learnFrom(entries)));
  const { review: opened, save } = openReview(review);
  const [first, second] = opened.facts.filter(({ match }) => match) as [Fact, Fact];
  const lastId = first.id;
  const addition = `  - target: $.info\n    update: {}\n    x-facts: { by-hand: note }\n    x-decision: rejected\n`;
  const document = readFileSync(review, "utf8").replace("actions:\n", `actions:\n${addition}`);
  writeFileSync(review, document + addition.replace("by-hand", lastId).replace("    x-decision: rejected\n", ""));
  Object.assign(first, { id: "renamed", decision: "accepted" });
  save();
  writeFileSync(review, readFileSync(review, "utf8").replace("by-hand: note", "by-hand: another note"));
  second.decision = "rejected";
  save();
  expect(readFileSync(review, "utf8")).toContain("another note");
  const decisions = readReview(review).facts.flatMap(({ id, decision }) => (decision ? [[id, decision]] : []));
  expect(decisions).toEqual([
    ["by-hand", "rejected"],
    ["renamed", "accepted"],
    [second.id, "rejected"],
  ]);
});

test("rejecting a status removes it with its fields", () => {
  writeFileSync(review, documentOf(learnFrom([getExchange("billing/usage", { used: 1 })])));
  const [fact] = readReview(review).facts as [Fact];
  expect(Object.keys(fact.parts ?? {})).toContain("api-v2-billing-usage-get-200-used-field");
  removePart(fact, "api-v2-billing-usage-get-200");
  expect(fact.parts).toEqual({});
  expect(JSON.stringify(fact.changes)).toContain('"responses":{}');
});
