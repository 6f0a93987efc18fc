import { expect, test } from "vitest";
import { type IndexedOperation, knownOperations } from "../../scripts/contract.ts";
import { nameOnlyText } from "../../scripts/docs/name-only.ts";
import { entryAddress } from "../../scripts/docs/places.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const entry = (fields: Partial<IndexedOperation>): IndexedOperation => ({
  area: "Tasks",
  method: "POST",
  name: "Create a task",
  known: "name",
  ...fields,
});
const marked = (marks: Record<string, string>) => contractWith((copy) => Object.assign(copy, { "x-not-shown": marks }));
const contract = marked({ "other-operation-paths": "Paths of name-only operations" });

test("a name-only operation has its method, its area, its gaps and the way to contribute", () => {
  const text = nameOnlyText(contract, entry({}));
  expect(text).toMatch(/^# Create a task\n\nA `POST` operation in \[Tasks\]\(#\/tasks\), known by name only\./);
  expect(text).toContain("**Unknown:** [Path](#/?unknown=other-operation-paths).");
  expect(text).toContain('phone.request("POST", "/api/v2/{path}", {');
  expect(text).toContain("(#/contribute-a-fact)");
});

test("what is known of all name-only operations is not among their unknowns", () => {
  const text = nameOnlyText(marked({ "other-operation-payloads": "Payloads" }), entry({}));
  expect(text).toContain("**Unknown:** [Payload](#/?unknown=other-operation-payloads).");
  expect(text).not.toContain("unknown=other-operation-paths");
});

test("only a GET that deletes by its name gets a caution", () => {
  expect(nameOnlyText(contract, entry({ method: "GET", name: "Delete documents" }))).toContain("**Caution:");
  for (const harmless of [entry({ method: "DELETE", name: "Delete a task" }), entry({ method: "GET", name: "Tasks" })])
    expect(nameOnlyText(contract, harmless)).not.toContain("Caution");
});

test("an unknown method is a gap of the call and an unknown of its own", () => {
  const text = nameOnlyText(contract, entry({ method: "unspecified", "x-not-shown": { "the-method": "HTTP method" } }));
  expect(text).toContain("`the-method`");
  expect(text).toContain('const method = "{method}"');
});

test("every operation of the index has an address of its own", () => {
  const entries = knownOperations(contract);
  expect(new Set(entries.map((each) => entryAddress(contract, each))).size).toBe(entries.length);
});
