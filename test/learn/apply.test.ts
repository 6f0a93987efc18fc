import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { editYaml } from "../../scripts/contract/edit.ts";
import { readContract } from "../../scripts/contract.ts";
import { learnFacts } from "../../scripts/learn/facts/all.ts";
import { completeContract } from "../../scripts/learn/facts/complete.ts";
import { addToList, readList } from "../../scripts/learn/lists.ts";
import { applyChanges, readPath, renderPath } from "../../scripts/learn/overlay/change.ts";
import { applyReview } from "../../scripts/learn.ts";
import { lintContract } from "../../scripts/lint.ts";
import { redocly } from "../../scripts/run.ts";
import { isFull } from "../runs.ts";
import { contractFile, initialContract } from "./contract.ts";
import { accumulated, documentOf, exchanged, exchangesOf, got, learnedFrom } from "./helpers.ts";
import { truth } from "./truth/service.ts";
import { traffic } from "./truth/traffic.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-"));
const text = readFileSync(contractFile, "utf8");
/** Writing a contract of all operations takes seconds: `npm test` learns every third. */
const operations = truth().filter((_, index) => isFull || index % 3 === 0);
const entries = [...traffic(operations, 5)];
const review = join(folder, "learned.yaml");
const learned = learnedFrom(entries);
const after = join(folder, "openapi.yaml");

beforeAll(() => {
  writeFileSync(review, documentOf(learned));
  writeFileSync(after, applyReview(text, contractFile, review, { includeClosest: true }));
});

/** The lines that are in one text more often than in the other. */
function linesOnlyIn(one: string, other: string): string[] {
  const counts = new Map<string, number>();
  for (const line of other.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return one
    .split("\n")
    .filter((line) => {
      const left = counts.get(line) ?? 0;
      counts.set(line, left - 1);
      return left <= 0;
    })
    .sort();
}

const alone = (operation: { method: string; path: string; body: unknown }, ids?: string[]): string => {
  const sent = { method: operation.method, path: operation.path };
  const file = join(folder, "alone.yaml");
  writeFileSync(
    file,
    documentOf(learnedFrom([exchanged(sent, { status: 200, mediaType: "application/json", body: operation.body })])),
  );
  return applyReview(text, contractFile, file, { ids, includeClosest: true });
};

test("an operation that is learned adds its lines, and changes none beyond its row in the index", () => {
  const changed = alone({ method: "GET", path: "/api/v2/tasks/dailyCounts", body: { counts: [1] } });
  expect(linesOnlyIn(text, changed)).toEqual([]);
  const added = linesOnlyIn(changed, text);
  expect(added.filter((line) => /operationId/.test(line))).toEqual([
    "      operationId: dailyCounts",
    "    operationId: dailyCounts",
  ]);
  expect(changed).toContain("    name: Daily counts\n    operationId: dailyCounts\n");
  expect(changed).toContain("\n\n  /api/v2/tasks/dailyCounts:\n    get:\n");
});

test("a status that is learned renames its key and takes its unknown away", () => {
  const file = join(folder, "status.yaml");
  const body = { success: true, message: "m", tokens: [] };
  writeFileSync(file, documentOf(learnedFrom([got("tokens", body)])));
  const changed = applyReview(text, contractFile, file);
  expect(linesOnlyIn(text, changed)).toEqual([
    "            list-tokens-success-status: Status code of a successful response",
    "          x-not-shown:",
    "        2XX:",
  ]);
  expect(linesOnlyIn(changed, text)).toEqual([
    "            exchanges: 1",
    "            first: 2026-03-01",
    "            last: 2026-03-01",
    "            source: HAR",
    "          x-observed:",
    '        "200":',
  ]);
});

test("what is applied equals what `redocly bundle --overlay` gives, and lints clean", async () => {
  const out = join(folder, "bundled.json");
  expect(await redocly(["bundle", contractFile, "--overlay", review, "--output", out], {}, false)).toMatchObject({
    ok: true,
  });
  expect(parse(readFileSync(after, "utf8"))).toEqual(completeContract(JSON.parse(readFileSync(out, "utf8"))));
  expect(await lintContract([after])).toEqual({ ok: true, output: "" });
});

test("a second run over the same traffic proposes nothing", () => {
  expect(learnedFrom(entries, readContract(after)).facts).toEqual([]);
});

test("learning A and B is learning A, and then B: the same operations, fields, types and statuses", () => {
  const [one, other] = [[...traffic(operations, 4, 21)], [...traffic(operations, 4, 22)]];
  const both = contractTextAfter([...one, ...other], contractFile);
  const stepwise = contractTextAfter(other, saved(contractTextAfter(one, contractFile)));
  expect(factsOf(stepwise)).toEqual(factsOf(both));
});

let saves = 0;
function saved(contract: string): string {
  const file = join(folder, `saved-${saves++}.yaml`);
  writeFileSync(file, contract);
  return file;
}

function contractTextAfter(traffic: object[], contract: string): string {
  const known = readContract(contract);
  const facts = learnFacts(known, accumulated(exchangesOf(traffic), known));
  return applyReview(readFileSync(contract, "utf8"), contract, saved(documentOf(facts, known)), {
    includeClosest: true,
  });
}

/** Without what counts exchanges, what is synthetic, and the order of what has none. */
function factsOf(contract: string): unknown {
  const plain = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(plain).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (typeof node !== "object" || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => !/^(x-observed|examples)$/.test(key));
    return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]));
  };
  return plain(parse(contract));
}

test("`--only` makes the changes of these facts alone, and keeps what the others would empty", () => {
  const changed = applyReview(text, contractFile, review, { ids: ["list-tokens-success-status"] });
  expect(linesOnlyIn(changed, text)).toHaveLength(6);
  expect(parse(changed)["x-not-shown"]).toEqual(parse(text)["x-not-shown"]);
});

test.each([
  ["an id that no fact has", ["no-such-fact"], /No fact has the id no-such-fact\./],
  ["a target that matches nothing", undefined, /Nothing is at \$\.paths\.nowhere: apply the fact that adds it first\./],
])("%s fails in a sentence", (name, ids, sentence) => {
  const file = join(folder, "wrong.yaml");
  const action = name.includes("target")
    ? { target: "$.paths.nowhere", update: {} }
    : { target: "$.info", update: {}, "x-facts": { a: "Seen." } };
  writeFileSync(file, JSON.stringify({ overlay: "1.1.0", info: {}, actions: [action] }));
  expect(() => applyReview(text, contractFile, file, { ids })).toThrow(sentence);
});

test("what a list doesn't contain any more is not taken from it, and what has moved is found", () => {
  const change = { path: ["required", 0], remove: true, expects: "gone" } as const;
  const without = (required: string[]) => applyChanges({ required }, [change]).required;
  expect(without(["kept"])).toEqual(["kept"]);
  expect(without(["kept", "gone"])).toEqual(["kept"]);
});

test("applying what is there changes nothing: the whole twice, or a part and then the whole", () => {
  const again = (contract: string, ids?: string[]) => {
    const file = saved(contract);
    return applyReview(contract, file, review, ids ? { ids } : { includeClosest: true });
  };
  const whole = readFileSync(after, "utf8");
  expect(parse(again(whole))).toEqual(parse(whole));
  const part = again(text, [learned.namedFacts[0]?.id ?? "", "list-tokens-success-status"]);
  expect(parse(again(part))).toEqual(parse(whole));
});

test("`--apply` takes the same words and what was accepted, and not what is only the closest or was rejected", () => {
  const entries = [got("billing/usage", { used: 1 }), got("billing/catalog", { items: [] })];
  const both = learnedFrom(entries);
  expect(both.namedFacts.map(({ candidate }) => candidate.hasSameWords).sort()).toEqual([false, true]);
  const overlay = parse(documentOf(both));
  const ids = () => Object.keys(parse(applyReview(text, contractFile, saved(JSON.stringify(overlay)))).paths);
  expect(ids()).toContain("/api/v2/billing/usage");
  expect(ids()).not.toContain("/api/v2/billing/catalog");
  const action = (path: string) => overlay.actions.find(({ update }: { update?: object }) => update && path in update);
  action("/api/v2/billing/catalog")["x-decision"] = "accepted";
  action("/api/v2/billing/usage")["x-decision"] = "rejected";
  expect(ids()).toContain("/api/v2/billing/catalog");
  expect(ids()).not.toContain("/api/v2/billing/usage");
});

test("a rejected name does not come back, and the next best is proposed", () => {
  const file = join(folder, "rejected-facts.yaml");
  const [wrong] = learnedFrom([got("billing/plans/offered", { plan: 1 })]).namedFacts;
  expect(wrong?.candidate.entry.name).toBe("View Offered Product Plan");
  addToList(file, "rejected", [`${wrong?.id}`]);
  addToList(file, "rejected", ["another"]);
  const again = learnedFrom([got("billing/plans/offered", { plan: 1 })], initialContract(), new Set(readList(file)));
  expect(again.facts.map(({ id }) => id)).not.toContain(wrong?.id);
  expect(readFileSync(file, "utf8")).toMatch(/^# Facts that traffic seemed to show/);
  const [other] = learnedFrom(
    [got("tokens", { success: true, message: "m", tokens: [] })],
    initialContract(),
    new Set(["list-tokens-success-status"]),
  ).facts;
  expect(other).toBeUndefined();
});

test("an edit keeps the comments, the quotes and the order of what it doesn't change", () => {
  const source = `# Head
a: 1 # one
list:
  - x: "q"
    # inside
    y: [1, 2]
  - z: >-
      folded text
map:
  old:
    description: the same
    n: 1

  other: {a: 1}
end: true
`;
  const wanted = parse(source);
  wanted.list[0].y.push(3);
  wanted.map = { new: { description: "the same", n: 2 }, other: { a: 1 }, more: { b: "c" } };
  expect(editYaml(source, wanted)).toBe(`# Head
a: 1 # one
list:
  - x: "q"
    # inside
    y: [1, 2, 3]
  - z: >-
      folded text
map:
  new:
    description: the same
    n: 2

  other: {a: 1}

  more:
    b: c
end: true
`);
  delete wanted.list[0].x;
  wanted.list.pop();
  delete wanted.a;
  expect(parse(editYaml(source, wanted))).toEqual(wanted);
});

test("targets are singular queries of RFC 9535, and read back as they were written", () => {
  const path = ["paths", "/api/v2/it's/{a}", "get", "parameters", 0, "x-not-shown"];
  expect(renderPath(path)).toBe("$.paths['/api/v2/it\\'s/{a}'].get.parameters[0]['x-not-shown']");
  expect(readPath(renderPath(path))).toEqual(path);
  for (const target of ["$.paths.*", "$..get", "$.tags[?@.name == 'x']", "paths", "$.a[0:2]"]) {
    expect(readPath(target)).toBeUndefined();
  }
});
