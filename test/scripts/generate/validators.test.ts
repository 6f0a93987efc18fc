import { expect, test } from "vitest";
import { type Contract, documentedOperations, readContract } from "../../../scripts/contract.ts";
import { validators } from "../../../scripts/generate/validators.ts";
import { at, contractWith, tokens } from "../contract-copy.ts";

const load = async (contract: Contract) =>
  import(`data:text/javascript,${encodeURIComponent((await validators(contract))["validators.js"])}`);

test("what is generated holds no eval and asks for no module", async () => {
  const { "validators.js": source } = await validators(readContract());
  expect(source).not.toMatch(/\beval\b|\bFunction\(|\brequire\(|\bimport\b/);
});

test("every response that the contract describes has a validator with a type, and no other operation has", async () => {
  const { "validators.d.ts": types } = await validators(readContract());
  const names = [...types.matchAll(/export declare const (\w+): Validator;/g)].map(([, name]) => name);
  const withBody = documentedOperations(readContract()).filter(({ success }) => success?.media);
  expect(names).toEqual(withBody.map(({ operation }) => operation.operationId));
  expect(names).not.toContain("deleteSipRegistration");
  expect(Object.keys(await load(readContract())).sort()).toEqual([...names].sort());
});

test("a field that is added to the contract is known from then on", async () => {
  const contract = contractWith((copy) => {
    at(copy, "components", "schemas", "JunkInboxPage", "properties")["added"] = {
      type: "string",
      description: "Added.",
    };
  });
  const page = { pageSize: 1, pageNumber: 0, totalRooms: 0, rooms: [], added: "x" };
  expect((await load(contract)).listJunkInbox(page)).toBe(true);
  expect((await load(readContract())).listJunkInbox(page)).toBe(false);
});

test("a response may extend a schema where it stands", async () => {
  const contract = contractWith((copy) => {
    at(copy, ...tokens, "responses", "2XX", "content", "application/json")["schema"] = {
      allOf: [
        { $ref: "#/components/schemas/Token" },
        { type: "object", required: ["added"], properties: { added: { type: "string" } } },
      ],
    };
  });
  const record = { token: "<TOKEN>", description: "", type: "admin", timestamp: "1", userId: 1, added: "x" };
  const { listTokens } = await load(contract);
  expect([listTokens(record), listTokens({ ...record, more: 1 })]).toEqual([true, false]);
});
