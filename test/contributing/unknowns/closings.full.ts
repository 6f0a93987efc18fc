import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Contract, readContract } from "../../../scripts/contract/document.ts";
import { indexedOperations } from "../../../scripts/contract/operations.ts";
import { describeUnknowns } from "../../../scripts/contract/unknowns.ts";
import { markdownOf } from "../../../scripts/docs/markdown.ts";
import { createPages } from "../../../scripts/docs/model/pages.ts";
import { writeOperations } from "../../../scripts/generate/client/operations.ts";
import { writeModels } from "../../../scripts/generate/types/models.ts";
import { readTypes } from "../../../scripts/generate/types/read-types.ts";
import { generate } from "../../../scripts/generate.ts";
import { lintContract } from "../../../scripts/lint.ts";
import { cachePerDocument } from "../../../src/openapi/cache.ts";
import { knownServersOf } from "../../../src/openapi/servers.ts";
import { unknowns } from "../../../src/openapi/unknowns.ts";
import { generateClient } from "../../client/generated-client.ts";
import { describedUnknowns } from "../../contract/facts.ts";
import { closeAll, closeUnknowns, closings, type MockCheck } from "./close.ts";

const initial = readContract();
const folder = mkdtempSync(join(tmpdir(), "closings-"));
// The closing of an unknown that is closed is of no use.
const ids = describedUnknowns(initial).map(({ id }) => id);

/** The contract with one unknown closed, and with all closed and every operation documented: "all". */
const contracts = new Map<string, Contract>([
  ...ids.map((id) => [id, closeUnknowns(initial, [id])] as const),
  ["all", closeAll(initial)],
]);

const fileOf = (id: string) => join(folder, `${id}.yaml`);
const contractOf = (id: string) => contracts.get(id) ?? expect.unreachable();

let findings = "";
beforeAll(async () => {
  for (const [id, contract] of contracts)
    writeFileSync(fileOf(id), stringify(contract, { aliasDuplicateObjects: false, lineWidth: 120 }));
  ({ output: findings } = await lintContract([...contracts.keys()].map(fileOf)));
});

test.each([...ids, "all"])("the lint accepts the fact that closes %s", (id) => {
  expect(findings.split(/^(?=\[\d+\] )/m).filter((finding) => finding.includes(`/${id}.yaml:`))).toEqual([]);
});

/** Returns whether a text has an id as a whole. */
const namesId = (text: string, id: string) => new RegExp(`(?<![a-z-])${id}(?![a-z-])`).test(text);
const isFromContract = (file: string) =>
  /^(operations|webhooks)\/|^(index|all-operations|what-is-not-known)\.html$/.test(file);

test.each(ids)("%s is no unknown any longer, and no page from the contract names it", (id) => {
  const contract = contractOf(id);
  expect(unknowns(contract).map((unknown) => unknown.id)).not.toContain(id);
  const pages = [...referenceOf(contract)].filter(([file, text]) => isFromContract(file) && namesId(text, id));
  expect(pages.map(([file]) => file)).toEqual([]);
});

/** The pages of a contract's reference as Markdown, by file. */
const referenceOf = cachePerDocument(
  (contract: Contract) => new Map(createPages(contract).map((page) => [page.file, markdownOf(page, (href) => href)])),
);

const shownTexts = ids.flatMap((id) =>
  Object.entries(closings[id]?.reference ?? {}).map((row) => [id, ...row] as const),
);
test.each(shownTexts)("the fact that closes %s is in the reference, on %s: %s", (id, file, text) => {
  const page = referenceOf(contractOf(id)).get(file);
  const initialPage = referenceOf(initial).get(file);
  expect(page?.includes(text)).toBe(true);
  expect(page).not.toBe(initialPage);
});

test.each(ids.filter((id) => closings[id]?.types))("the fact that closes %s is in the client's types", async (id) => {
  const text = `${closings[id]?.types}`;
  const [types, initialTypes] = await Promise.all([typesOf(contractOf(id)), typesOf(initial)]);
  expect([types.includes(text), initialTypes.includes(text)]).toEqual([true, false]);
});

const typesOf = cachePerDocument(async (contract: Contract) => {
  const described = describeUnknowns(contract);
  const types = await readTypes(described);
  return `${writeOperations(described, types)}\n${writeModels(described, types)}`;
});

const mockChecks = new Map(ids.flatMap((id) => (closings[id]?.mock ? [[id, closings[id].mock] as const] : [])));

test.each([...mockChecks.keys()])("the mock follows the fact that closes %s", async (id) => {
  const mock = await startMock({ contract: fileOf(id), port: 0, logLevel: "silent" });
  try {
    const { request, headers = {}, status, unspecified, body } = mockChecks.get(id) as MockCheck;
    const [method = "", address = ""] = request.split(" ");
    const response = await fetch(`${mock.url}${address}`, { method, headers });
    expect(response.status).toBe(status);
    if (unspecified !== undefined) expect(response.headers.get("mock-unspecified")).toBe(unspecified);
    if (body) expect(await response.json()).toMatchObject(body);
  } finally {
    await mock.close();
  }
});

test.each(ids.filter((id) => closings[id]?.client))("the client follows the fact that closes %s", async (id) => {
  const { createPhoneAgentClient } = await generateClient((contract) => Object.assign(contract, contractOf(id)));
  const requests: object[] = [];
  async function fetch(url: string, { headers }: RequestInit) {
    requests.push({ url, headers: Object.fromEntries(new Headers(headers)) });
    return Response.json({ success: true, tokens: [] });
  }
  const baseUrl = knownServersOf(contractOf(id)).length > 0 ? undefined : "https://a.test";
  await createPhoneAgentClient({ baseUrl, token: "t", fetch }).listTokens();
  expect(requests).toEqual([closings[id]?.client]);
});

describe("with every unknown closed and every operation documented", () => {
  const contract = contractOf("all");

  test("the contract has no unknown, and no operation is known by name alone", () => {
    expect(unknowns(contract)).toEqual([]);
    expect(indexedOperations(contract)).toHaveLength(indexedOperations(initial).length);
    expect(indexedOperations(contract).filter(({ knowledge }) => knowledge === "name")).toEqual([]);
  });

  test("the reference says that nothing is unknown", () => {
    const pages = referenceOf(contract);
    expect(pages.get("what-is-not-known.html")).toContain("This contract marks 0 unknowns, in 0 parts");
    expect([...pages].filter(([file, text]) => isFromContract(file) && text.includes("**Unknown:**"))).toEqual([]);
  });

  test("everything is generated from it", async () => {
    const files = await generate(fileOf("all"));
    expect(files["operations.ts"]?.match(/^ {2}\w+: \{ method: /gm)).toHaveLength(indexedOperations(contract).length);
    expect(files["operations.ts"]).not.toContain("Unknown: ");
  });

  test("the mock responds", async () => {
    const mock = await startMock({ contract: fileOf("all"), port: 0, logLevel: "silent" });
    const response = await fetch(`${mock.url}/api/v2/tokens`, { headers: { authorization: "Bearer t" } });
    expect([response.status, response.headers.get("mock-unspecified")]).toEqual([200, null]);
    await mock.close();
  });
});
