import { expect, test } from "vitest";
import type { Contract } from "../../scripts/contract/document.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { type OperationPage, operationPages } from "../../scripts/docs/model/addresses.ts";
import { createNameOnlyPage } from "../../scripts/docs/model/name-only.ts";
import { addToIndex, contractWith } from "../scripts/contract-copy.ts";

const entry = (fields: Partial<OperationPage>): OperationPage => ({
  area: "Tasks",
  method: "POST",
  name: "Create a task",
  title: "Create a task",
  file: "operations/create-a-task.html",
  knowledge: "name",
  keys: [],
  ...fields,
});
const contractWithUnknowns = (unknowns: Record<string, string>) =>
  contractWith((copy) => Object.assign(copy, { "x-not-shown": unknowns }));
const contract = contractWithUnknowns({ "other-operation-paths": "Paths of name-only operations" });
const textOf = (document: Contract, operation: OperationPage) =>
  markdownOf(createNameOnlyPage(document, operation), (href) => href);

test("a name-only operation has its method, its area, its gaps and the way to contribute", () => {
  const text = textOf(contract, entry({}));
  expect(text).toContain("A `POST` operation in [Tasks](/all-operations.html#tasks), known by name only.");
  expect(text).toContain("**Unknown:** [Paths](/index.html#other-operation-paths).");
  expect(text).toContain('phone.request("POST", "/api/v2/{path}", {');
  expect(text).toContain("(/guides/contribute-a-fact.html)");
});

test("a name-only operation has only those unknowns that the contract still marks", () => {
  const text = textOf(
    contractWithUnknowns({ "other-operation-payloads": "Payloads of name-only operations" }),
    entry({}),
  );
  expect(text).toContain("**Unknown:** [Payloads](/index.html#other-operation-payloads).");
  expect(text).not.toContain("#other-operation-paths");
});

test("only a GET that deletes by its name gets a caution", () => {
  expect(textOf(contract, entry({ method: "GET", name: "Delete documents" }))).toContain("**Caution:");
  for (const harmless of [entry({ method: "DELETE", name: "Delete a task" }), entry({ method: "GET", name: "Tasks" })])
    expect(textOf(contract, harmless)).not.toContain("Caution");
});

test("only the call of a method that can send a body has one", () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "unspecified"] as const;
  const withBody = methods.filter((method) => textOf(contract, entry({ method })).includes("  body: {}"));
  expect(withBody).toEqual(["POST", "PUT", "PATCH", "unspecified"]);
});

test("an unknown method is a gap of the call and an unknown of the page", () => {
  const text = textOf(contract, entry({ method: "unspecified", "x-not-shown": { "the-method": "HTTP method" } }));
  expect(text).toContain("`the-method`");
  expect(text).toContain('const method = "{method}"');
});

test("every operation of the index has a file and a title; the method distinguishes shared names", () => {
  const sharingContract = contractWith((copy) => {
    addToIndex(copy, "Tasks", { method: "PUT", name: "Rename" });
    addToIndex(copy, "Tasks", { method: "POST", name: "Rename" });
  });
  const entries = operationPages(sharingContract);
  expect(new Set(entries.map(({ file }) => file)).size).toBe(entries.length);
  const titles = entries.map(({ title }) => title).filter((title) => title.startsWith("Rename ("));
  expect(titles).toEqual(["Rename (PUT)", "Rename (POST)"]);
});
