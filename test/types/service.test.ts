import { afterAll, beforeAll, expect, test } from "vitest";
import { contractWith } from "../scripts/contract-copy.ts";
import { createLanguage } from "./language.ts";

/** A contract with several servers, variables and security schemes. */
const contract = contractWith((copy) => {
  copy.servers = [
    {
      url: "https://{region}.a.test",
      description: "Production.",
      variables: { region: { default: "eu", enum: ["eu", "us"] } },
    },
    { url: "https://{stage}.b.test", description: "Stages.", variables: { stage: { default: "one" } } },
  ];
  copy.components.securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    "one-time": { type: "apiKey", in: "header", name: "X-One-Time" },
  };
  copy.security = [{ bearer: [] }, { "one-time": [] }];
});
let language: Awaited<ReturnType<typeof createLanguage>>;
beforeAll(async () => {
  language = await createLanguage(contract);
});
afterAll(() => language.remove());

test.each([
  'baseUrl: "https://mock.test"',
  'baseUrl: { region: "us" }',
  'baseUrl: { server: "Production", region: "us" }',
  'baseUrl: { server: "Stages", stage: "any" }',
  'token: "t"',
  'token: async () => "t"',
  'token: { bearer: "t", "one-time": () => "u" }',
  'token: { bearer: process.env["TOKEN"] }',
])("a client takes { %s }", (option) => {
  expect(language.messages(`createPhoneAgentClient({ ${option} });`)).toEqual([]);
});

test.each([
  ['baseUrl: { server: "Test" }', '"Production" | "Stages"'],
  ['baseUrl: { region: "asia" }', '"eu" | "us"'],
  ['baseUrl: { zone: "eu" }', "'zone' does not exist"],
  ['token: { basic: "t" }', "'basic' does not exist"],
  ["token: { bearer: 1 }", "'number' is not assignable"],
])("a client doesn't take { %s }", (option, message) => {
  expect(language.messages(`createPhoneAgentClient({ ${option} });`).join("\n")).toContain(message);
});
