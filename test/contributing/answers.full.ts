import { expect, test } from "vitest";
import { describeUnknowns } from "../../scripts/contract/descriptions.ts";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { writeOperations } from "../../scripts/generate/client/operations.ts";
import { writeModels } from "../../scripts/generate/types/models.ts";
import { readTypes } from "../../scripts/generate/types/read-types.ts";
import { findErrors } from "../../scripts/lint/redocly.ts";
import { serve } from "../mock/helpers.ts";
import { type Answer, answers, answerUnknown } from "./answers.ts";

// The frozen one: a fact of the service can't be the same as a made-up one.
const initial = readContract();

/** The pages that are written from a contract, as Markdown, by file. */
const writePages = (contract: Contract) =>
  new Map(
    createPages(contract)
      .filter(({ kind }) => kind !== "guide" && kind !== "package")
      .map((page) => [page.file, markdownOf(page, (href) => href)]),
  );

async function writeTypes(contract: Contract): Promise<string> {
  const described = describeUnknowns(contract);
  const types = await readTypes(described);
  return `${writeOperations(described, types)}\n${writeModels(described, types)}`;
}

const initialPages = writePages(initial);
const initialTypes = await writeTypes(initial);

test.each(Object.entries(answers))(
  "the lint accepts an answer to %s, and reference, types, client and mock follow it",
  async (id, { reference = {}, types, mock }) => {
    const contract = answerUnknown(initial, id);
    expect(await findErrors(contract, "openapi/openapi.yaml")).toEqual([]);

    const pages = writePages(contract);
    const hasId = new RegExp(`(?<![a-z-])${id}(?![a-z-])`);
    expect([...pages].filter(([, text]) => hasId.test(text))).toEqual([]);
    for (const [file, text] of Object.entries(reference)) {
      expect(pages.get(file)).toContain(text);
      expect(pages.get(file)).not.toBe(initialPages.get(file));
    }

    const newTypes = await writeTypes(contract);
    if (types)
      expect([newTypes.includes(types), initialTypes.includes(types)]).toEqual([true, false]);
    if (mock) await checkMock(contract, mock);
  },
);

async function checkMock(contract: Contract, check: NonNullable<Answer["mock"]>) {
  const { ask } = await serve(contract);
  const [method = "", path = ""] = check.request.split(" ");
  const response = await ask(path, "", { method, headers: check.headers ?? {} });
  expect(response.status).toBe(check.status);
  if (check.unspecified !== undefined)
    expect(response.headers.get("mock-unspecified")).toBe(check.unspecified);
  if (check.body) expect(await response.json()).toMatchObject(check.body);
}
