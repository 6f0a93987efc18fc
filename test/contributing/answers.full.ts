import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { describeUnknowns } from "../../scripts/contract/descriptions.ts";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { writeOperations } from "../../scripts/generate/client/operations.ts";
import { writeModels } from "../../scripts/generate/types/models.ts";
import { readTypes } from "../../scripts/generate/types/read-types.ts";
import { findErrors } from "../../scripts/lint/redocly.ts";
import { describedUnknowns } from "../contract/facts.ts";
import { type Answer, answers, answerUnknown } from "./answers.ts";

const initial = readContract();
const folder = mkdtempSync(join(tmpdir(), "answers-"));

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

// An answer to what is known by now is of no use.
const ids = describedUnknowns(initial).map(({ id }) => id);

test.each(ids)(
  "the lint accepts an answer to %s, and reference, types, client and mock follow it",
  async (id) => {
    const answer = answers[id] ?? expect.unreachable(`answers.yaml has no ${id}.`);
    const { reference = {}, types, mock } = answer;
    expect(Object.keys(reference).length > 0 || mock).toBeTruthy();
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
    if (mock) await checkMock(contract, id, mock);
  },
);

async function checkMock(contract: Contract, id: string, check: NonNullable<Answer["mock"]>) {
  const file = join(folder, `${id}.yaml`);
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  const mock = await startMock({ contract: file, port: 0, logLevel: "silent" });
  onTestFinished(() => mock.close());
  const [method = "", address = ""] = check.request.split(" ");
  const response = await fetch(`${mock.url}${address}`, { method, headers: check.headers ?? {} });
  expect(response.status).toBe(check.status);
  if (check.unspecified !== undefined)
    expect(response.headers.get("mock-unspecified")).toBe(check.unspecified);
  if (check.body) expect(await response.json()).toMatchObject(check.body);
}
