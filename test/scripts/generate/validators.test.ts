import { expect, test } from "vitest";
import { readContract } from "../../../scripts/contract.ts";
import { validators } from "../../../scripts/generate/validators.ts";
import { at, contractWith } from "../contract-copy.ts";

test("what is generated holds no eval and asks for no module", async () => {
  const { "validators.js": source } = await validators(readContract());
  expect(source).not.toMatch(/\beval\b|\bFunction\(|\brequire\(|\bimport\b/);
});

test("every answer that the contract gives has a validator with a type, and no other operation has", async () => {
  const { "validators.js": source, "validators.d.ts": types } = await validators(readContract());
  const names = [...types.matchAll(/export declare const (\w+): Validator;/g)].map(([, name]) => name);
  expect(names).toEqual(["listTokens", "listJunkInbox", "listWebhookRelayTypes", "getWebhookRelay"]);
  const exported = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  expect(Object.keys(exported).sort()).toEqual([...names].sort());
});

test("a field that is added to the contract is known from then on", async () => {
  const contract = contractWith((copy) => {
    at(copy, "components", "schemas", "JunkInboxPage", "properties")["added"] = {
      type: "string",
      description: "Added.",
    };
  });
  const page = { pageSize: 1, pageNumber: 0, totalRooms: 0, rooms: [], added: "x" };
  const load = async (from: typeof contract) =>
    import(`data:text/javascript,${encodeURIComponent((await validators(from))["validators.js"])}`);
  expect((await load(contract)).listJunkInbox(page)).toBe(true);
  expect((await load(readContract())).listJunkInbox(page)).toBe(false);
});
