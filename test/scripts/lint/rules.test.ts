import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Contract, readContract } from "../../../scripts/contract/document.ts";
import plugin from "../../../scripts/lint/plugin.ts";
import type { Rule } from "../../../scripts/lint/rule.ts";
import { root } from "../../../scripts/tools/run.ts";
import { pointerOf } from "../../../src/openapi/pointer.ts";
import { readData } from "../../data.ts";
import { applyEdits, type Edits } from "../contract-copy.ts";

/** A part of faults.yaml, whose comment describes it. */
interface Part {
  rule?: string;
  at?: string;
  says?: string;
  contract?: string;
  faults: Record<string, (Edits & { at?: string })[]>;
  accepted?: Record<string, Edits>;
}

const { places, ...parts }: { places: Record<string, string> } & Record<string, Part> = readData(
  "scripts/lint/faults.yaml",
);

const toPointer = (place: string): string =>
  place.replace(/^\$(\w+)/, (_, name) =>
    toPointer(places[name] ?? expect.unreachable(`There is no place ${name}.`)),
  );

const toEdits = (values: Edits): Edits =>
  Object.fromEntries(
    Object.entries(values).map(([place, value]) => [toPointer(place), value ?? undefined]),
  );

/** An input that contracts change. */
const input: Edits = {
  [toPointer("$get/parameters")]: [
    { name: "q", in: "query", description: "An input.", schema: { type: "string" } },
  ],
};

async function findProblems(name: string, edits: Edits, { contract }: Partial<Part> = {}) {
  const { default: rule }: { default: Rule } = await import(
    join(root, `scripts/lint/rules/${name}.ts`)
  );
  const copy: Contract = contract
    ? readContract(join(import.meta.dirname, contract))
    : readContract();
  const edited = structuredClone(copy);
  applyEdits(edited, { ...(contract ? {} : input), ...edits });
  const problems: [message: string, place: string][] = [];
  rule(edited, (path, message) => message && problems.push([message, pointerOf(path)]));
  return problems;
}

describe.each(Object.entries(parts))("%s", (name, part) => {
  const { rule = name, says = "%", at } = part;
  const faults = Object.entries(part.faults).flatMap(([words, contracts]) => {
    const sentence = words
      .split(says.match(/%.*%/) ? ", " : /(?!)/)
      .reduce((text, word) => text.replace("%", word), says);
    return contracts.map(({ at: ownPlace, ...values }) => {
      const place = toPointer(ownPlace ?? at ?? Object.keys(values)[0] ?? "");
      return { sentence, place, edits: toEdits(values) };
    });
  });

  test("finds nothing in the contract", async () => {
    expect(await findProblems(rule, {}, part)).toEqual([]);
  });

  test.each(faults)("reports at $place: $sentence", async ({ sentence, place, edits }) => {
    expect(await findProblems(rule, edits, part)).toEqual([[sentence, place]]);
  });

  test.each(Object.entries(part.accepted ?? {}))("accepts %s", async (_, values) => {
    expect(await findProblems(rule, toEdits(values), part)).toEqual([]);
  });
});

test("every rule has faults here", () => {
  const rules = Object.keys(plugin().rules.oas3);
  expect(rules.filter((rule) => !(rule in parts))).toEqual([]);
});

/**
 * A maintainer lints while typing. What is no contract yet is Redocly's to report; our rules must
 * not fall over it.
 */
test.each<[name: string, edits: Edits]>([
  ["an operation that is null", { $get: null }],
  ["a path that is null", { "/paths/~1api~1v2~1tokens": null }],
  ["no paths", { "/paths": null }],
  ["no areas", { "/tags": undefined }],
  ["an operation without an area", { "$get/tags": undefined }],
  ["no index", { "/x-operation-index": undefined }],
  ["an index that is a list", { "/x-operation-index": [1] }],
  ["an area of the index that isn't a list", { "/x-operation-index/Agents": 1 }],
  ["an index entry that is null", { $first: null }],
  ["no components", { "/components": undefined }],
  [
    "a reference to nothing",
    { "$get/responses/default": { $ref: "#/components/responses/Nothing" } },
  ],
  ["a response whose content is null", { "$success/content": null }],
  ["a media type that is null", { $media: null }],
  ["a parameter that is null", { "$get/parameters": [null] }],
  ["a response that is null", { "$get/responses/default": null }],
])("no rule falls over %s", async (_, values) => {
  const edits = Object.fromEntries(
    Object.entries(values).map(([place, value]) => [toPointer(place), value]),
  );
  for (const rule of Object.keys(plugin().rules.oas3)) await findProblems(rule, edits);
});
