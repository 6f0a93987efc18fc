import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { parseContract, parseYaml, readContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { applyFacts, readTarget, renderPath, renderTarget } from "../../scripts/learn/apply/change.ts";
import { completeContract } from "../../scripts/learn/apply/complete.ts";
import { addToList, readList } from "../../scripts/learn/review/lists.ts";
import { applyReview } from "../../scripts/learn.ts";
import { findErrors, lintContract } from "../../scripts/lint.ts";
import { runRedocly } from "../../scripts/tools/run.ts";
import { asObject } from "../../src/openapi/json.ts";
import { isFull } from "../runs.ts";
import { contractFile, initialContract } from "./contract.ts";
import { contractAfter, createExchange, documentOf, getExchange, learnFrom, namedFactsOf } from "./helpers.ts";
import { makeTruth } from "./truth/service.ts";
import { makeTraffic } from "./truth/traffic.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-"));
const text = readFileSync(contractFile, "utf8");
/** Every fifth operation in `npm test`, since writing a contract of all operations takes seconds. */
const operations = makeTruth().filter((_, index) => isFull || index % 5 === 0);
const entries = [...makeTraffic(operations, 5)];
const review = join(folder, "learned.yaml");
const learnedFacts = learnFrom(entries);
const appliedFile = join(folder, "openapi.yaml");

beforeAll(() => {
  writeFileSync(review, documentOf(learnedFacts));
  writeFileSync(appliedFile, applyReview(text, contractFile, review, { includeClosest: true }));
});

/** Returns the lines that occur in a text more often than in another. */
function linesOnlyIn(subjectText: string, otherText: string): string[] {
  const counts = new Map<string, number>();
  for (const line of otherText.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return subjectText
    .split("\n")
    .filter((line) => {
      const remaining = counts.get(line) ?? 0;
      counts.set(line, remaining - 1);
      return remaining <= 0;
    })
    .sort();
}

const applyAlone = (operation: { method: string; path: string; body: unknown }, ids?: string[]): string => {
  const request = { method: operation.method, path: operation.path };
  const file = join(folder, "alone.yaml");
  writeFileSync(
    file,
    documentOf(
      learnFrom([createExchange(request, { status: 200, mediaType: "application/json", body: operation.body })]),
    ),
  );
  return applyReview(text, contractFile, file, { ids, includeClosest: true });
};

test("a learned operation adds its lines, and changes only its row in the index", () => {
  const changedText = applyAlone({ method: "GET", path: "/api/v2/tasks/dailyCounts", body: { counts: [1] } });
  expect(linesOnlyIn(text, changedText)).toEqual(["    - {method: GET, name: Daily counts}"]);
  const addedLines = linesOnlyIn(changedText, text);
  expect(addedLines.filter((line) => /operationId/.test(line))).toEqual([
    "      operationId: dailyCounts",
    "    - {method: GET, name: Daily counts, operationId: dailyCounts}",
  ]);
  expect(changedText).toContain("\n\n  /api/v2/tasks/dailyCounts:\n    get:\n");
});

test("an operation with the name of others is added to the row of its method", () => {
  const request = { method: "POST", path: "/api/v2/sip/registration" };
  const entries = [createExchange(request, { status: 200, mediaType: "application/json", body: { id: 1 } })];
  const rows = contractAfter(learnFrom(entries))["x-operation-index"]["SIP"] ?? [];
  expect(
    rows.flatMap(({ name, method, operationId }) => (name === "SIP registration" ? [[method, operationId]] : [])),
  ).toEqual([
    ["GET", undefined],
    ["POST", "postSipRegistration"],
    ["DELETE", "deleteSipRegistration"],
  ]);
});

test("a learned status renames its key and removes its unknown", () => {
  const file = join(folder, "status.yaml");
  const body = { success: true, message: "m", tokens: [] };
  writeFileSync(file, documentOf(learnFrom([getExchange("tokens", body)])));
  const changedText = applyReview(text, contractFile, file);
  expect(linesOnlyIn(text, changedText)).toEqual([
    "            list-tokens-success-status: Status code of a successful response",
    "          x-not-shown:",
    "        2XX:",
  ]);
  expect(linesOnlyIn(changedText, text)).toEqual([
    "            exchanges: 1",
    "            first: 2026-03-01",
    "            last: 2026-03-01",
    "            source: HAR",
    "          x-observed:",
    '        "200":',
  ]);
});

test("the applied contract equals the result of `redocly bundle --overlay`, and lints clean", async () => {
  const outFile = join(folder, "bundled.json");
  expect(await runRedocly(["bundle", contractFile, "--overlay", review, "--output", outFile])).toMatchObject({
    ok: true,
  });
  expect(parseYaml(readFileSync(appliedFile, "utf8"))).toEqual(
    completeContract(JSON.parse(readFileSync(outFile, "utf8"))),
  );
  expect(await lintContract([appliedFile])).toEqual({ ok: true, output: "" });
});

test("operations with one name and method, in two areas or in one, get distinct ids and summaries, and lint clean", async () => {
  const contract = structuredClone(initialContract());
  const newNames: Record<string, string> = {
    "View Usage": "List invoices. This sentence is no part of the summary",
    "View Product Catalog": "List invoices\nThis line is no part of the summary",
    "Task statistics": "List invoices",
  };
  for (const row of Object.values(contract["x-operation-index"]).flat()) row.name = newNames[row.name] ?? row.name;
  const paths = ["billing/invoices", "billing/monthly/invoices", "tasks/invoices"];
  const changedContract = contractAfter(
    learnFrom(
      paths.map((path) => getExchange(path, { used: 1 })),
      contract,
    ),
    contract,
  );
  expect(
    paths.map((path) => {
      const { operationId, summary, tags } = changedContract.paths[`/api/v2/${path}`]?.["get"] ?? {};
      return { operationId, summary, tags };
    }),
  ).toEqual([
    {
      operationId: "getListInvoicesApiV2BillingInvoices",
      summary: "List invoices (GET /api/v2/billing/invoices)",
      tags: ["Billing"],
    },
    {
      operationId: "getListInvoicesApiV2BillingMonthlyInvoices",
      summary: "List invoices (GET /api/v2/billing/monthly/invoices)",
      tags: ["Billing"],
    },
    {
      operationId: "getListInvoicesTasks",
      summary: "List invoices (GET /api/v2/tasks/invoices)",
      tags: ["Tasks"],
    },
  ]);
  expect(await findErrors(changedContract, contractFile)).toEqual([]);
});

test("a second run on the same traffic proposes nothing", () => {
  expect(learnFrom(entries, readContract(appliedFile)).facts).toEqual([]);
});

test("learning A and then B gives the same operations, fields, types and statuses as learning both", () => {
  const [firstTraffic, secondTraffic] = [[...makeTraffic(operations, 4, 21)], [...makeTraffic(operations, 4, 22)]];
  const jointText = contractTextAfter([...firstTraffic, ...secondTraffic], contractFile);
  const stepwise = contractTextAfter(secondTraffic, saveContract(contractTextAfter(firstTraffic, contractFile)));
  expect(factsOf(stepwise)).toEqual(factsOf(jointText));
});

let saves = 0;
function saveContract(contract: string): string {
  const file = join(folder, `saved-${saves++}.yaml`);
  writeFileSync(file, contract);
  return file;
}

function contractTextAfter(traffic: object[], contract: string): string {
  const knownContract = readContract(contract);
  const facts = learnFrom(traffic, knownContract);
  return applyReview(readFileSync(contract, "utf8"), contract, saveContract(documentOf(facts, knownContract)), {
    includeClosest: true,
  });
}

/** Parses a contract without counts, synthetic examples and the order of lists. */
function factsOf(contract: string): unknown {
  const plain = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(plain).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (typeof node !== "object" || node === null) return node;
    const comparedEntries = Object.entries(node).filter(([key]) => !/^(x-observed|examples)$/.test(key));
    return Object.fromEntries(comparedEntries.map(([key, value]) => [key, plain(value)]));
  };
  return plain(parseYaml(contract));
}

test("`--only` makes only the changes of these facts", () => {
  const changedText = applyReview(text, contractFile, review, { ids: ["list-tokens-success-status"] });
  expect(linesOnlyIn(changedText, text)).toHaveLength(6);
  expect(asObject(parseYaml(changedText))["x-not-shown"]).toEqual(readContract(contractFile)["x-not-shown"]);
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

test("an item that is no longer in a list isn't removed, and an item that has moved is", () => {
  const change = { path: ["required"], remove: { text: "gone" } };
  const removeFrom = (required: string[]) => applyFacts({ required }, [{ changes: [change] }]).required;
  expect(removeFrom(["kept"])).toEqual(["kept"]);
  expect(removeFrom(["kept", "gone"])).toEqual(["kept"]);
});

test("applying a review twice, or a part of it first, gives the same contract", () => {
  const applyAgain = (contract: string, ids?: string[]) => {
    const file = saveContract(contract);
    return applyReview(contract, file, review, ids ? { ids } : { includeClosest: true });
  };
  const wholeText = readFileSync(appliedFile, "utf8");
  expect(parseYaml(applyAgain(wholeText))).toEqual(parseYaml(wholeText));
  const part = applyAgain(text, [namedFactsOf(learnedFacts)[0]?.id ?? "", "list-tokens-success-status"]);
  expect(parseYaml(applyAgain(part))).toEqual(parseYaml(wholeText));
});

test("`--apply` applies the same words and accepted names, but no undecided closest and no rejected names", () => {
  const entries = [getExchange("agents/1/versions", { versions: [] }), getExchange("billing/catalog", { items: [] })];
  const bothFacts = learnFrom(entries);
  expect(
    namedFactsOf(bothFacts)
      .map(({ match }) => match.by)
      .sort(),
  ).toEqual(["closest", "same words"]);
  const overlay = parseYaml(documentOf(bothFacts)) as { actions: { update?: object; "x-decision"?: string }[] };
  const pathsAfter = () =>
    Object.keys(parseContract(applyReview(text, contractFile, saveContract(JSON.stringify(overlay)))).paths);
  const learnedPaths = ["/api/v2/agents/{agentId}/versions", "/api/v2/billing/catalog"] as const;
  const [versions, catalog] = learnedPaths;
  const learnedAfter = () => pathsAfter().filter((path) => learnedPaths.includes(path as typeof versions));
  expect(learnedAfter()).toEqual([versions]);
  const decide = (path: string, decision: string) => {
    for (const action of overlay.actions) if (path in (action.update ?? {})) action["x-decision"] = decision;
  };
  decide(catalog, "accepted");
  decide(versions, "rejected");
  expect(learnedAfter()).toEqual([catalog]);
});

test("a rejected fact isn't proposed again", () => {
  const file = join(folder, "rejected-facts.yaml");
  const [wrong] = namedFactsOf(learnFrom([getExchange("billing/plans/offered", { plan: 1 })]));
  expect(wrong?.match.name).toBe("View Offered Product Plan");
  addToList(file, "rejected", [`${wrong?.id}`]);
  addToList(file, "rejected", ["another"]);
  const laterFacts = learnFrom([getExchange("billing/plans/offered", { plan: 1 })], initialContract(), {
    rejectedIds: new Set(readList(file)),
  });
  expect(laterFacts.facts.map(({ id }) => id)).not.toContain(wrong?.id);
  expect(readFileSync(file, "utf8")).toMatch(/^# Facts that traffic seemed to show/);
  const [otherFact] = learnFrom(
    [getExchange("tokens", { success: true, message: "m", tokens: [] })],
    initialContract(),
    { rejectedIds: new Set(["list-tokens-success-status"]) },
  ).facts;
  expect(otherFact).toBeUndefined();
});

test("an edit keeps the comments, the quotes and the order of unchanged parts", () => {
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
  const expectedValue = parse(source);
  expectedValue.list[0].y.push(3);
  expectedValue.map = { new: { description: "the same", n: 2 }, other: { a: 1 }, more: { b: "c" } };
  expect(editYaml(source, expectedValue)).toBe(`# Head
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
  delete expectedValue.list[0].x;
  expectedValue.list.pop();
  delete expectedValue.a;
  expect(parseYaml(editYaml(source, expectedValue))).toEqual(expectedValue);
});

test("a new map of a list has the form of the first one, and an edited one keeps its form", () => {
  expect(editYaml("- {a: 1}\n- b: 1\n", [{ a: 1 }, { b: 2 }, { c: 3 }])).toBe("- {a: 1}\n- b: 2\n- {c: 3}\n");
  expect(editYaml("- a: 1\n- {b: 1}\n", [{ a: 1 }, { b: 2 }, { c: 3 }])).toBe("- a: 1\n- {b: 2}\n- c: 3\n");
});

test("the error for a target with single quotes, as older reviews have, shows a right target", () => {
  const olderReview = join(folder, "older.yaml");
  writeFileSync(olderReview, `overlay: 1.1.0\nactions: [{target: "$.paths['/agents']", update: {}}]\n`);
  expect(() => applyReview(text, contractFile, olderReview, {})).toThrow('one node, such as $.paths["/agents"]');
});

test("targets are singular queries of RFC 9535, and reading them gives their path", () => {
  const path = ["paths", "/api/v2/it's/{a}", "get", "parameters", 0, "x-not-shown"];
  expect(renderPath(path)).toBe('$.paths["/api/v2/it\'s/{a}"].get.parameters[0]["x-not-shown"]');
  expect(readTarget(renderPath(path))).toEqual({ path });
  for (const [field, query] of [
    ["title", "@.title"],
    ["x-pagination", '@["x-pagination"]'],
  ] as const) {
    const selector = { field, text: "It's \\ one" };
    const target = renderTarget({ path: ["anyOf"], remove: selector });
    expect(target).toBe(`$.anyOf[?${query} == "It's \\\\ one"]`);
    expect(readTarget(target)).toEqual({ path: ["anyOf"], selector });
  }
  for (const target of ["$.paths.*", "$..get", "$.tags[?@.name]", "paths", "$.a[0:2]"]) {
    expect(readTarget(target)).toBeUndefined();
  }
});

test("a learned field gets a description, unless it has one or is a reference, and no other node does", () => {
  const contract = structuredClone(initialContract());
  const evidence = { source: "HAR", exchanges: 1 };
  const properties = {
    bare: { type: "string", "x-observed": evidence },
    described: { type: "string", description: "Described by hand.", "x-observed": evidence },
    reference: { $ref: "#/components/schemas/Room", "x-observed": evidence },
    known: { type: "string" },
    list: { type: "array", "x-observed": evidence, items: { type: "object", properties: { inner: { type: "null" } } } },
  };
  contract.components.schemas["Extra"] = { type: "object", properties };
  const description = "Observed; meaning unknown.";
  const { Extra: completedSchema } = completeContract(contract).components.schemas;
  expect(completedSchema?.["properties"]).toEqual({
    ...properties,
    bare: { description, ...properties.bare },
    list: {
      description,
      ...properties.list,
      items: { type: "object", properties: { inner: { description, type: "null" } } },
    },
  });
});
