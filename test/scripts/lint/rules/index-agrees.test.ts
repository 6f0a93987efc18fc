import { expect } from "vitest";
import indexAgrees from "../../../../scripts/lint/rules/index-agrees.ts";
import { addToIndex, contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { type Case, expectRule } from "./expect-rule.ts";

/** With a row that is known by name only: to change another would be a second fault. */
const contract = contractWith((copy) => addToIndex(copy, "Agents", { method: "GET", name: "Free" }));
const free = ["x-operation-index", "Agents", 14] as const;
const first = ["x-operation-index", "Authorization", 0] as const;

const cases: Case[] = [
  {
    name: "an operation that the index lacks",
    edit: (contract) => delete objectAt(contract, ...first)["operationId"],
    message: 'The index has no "listTokens".',
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "an id that no path has",
    edit: (contract) => Object.assign(objectAt(contract, ...free), { operationId: "nowhere" }),
    message: 'No path has the operation "nowhere".',
    at: free.join("/"),
  },
  {
    name: "an operation without an id",
    edit: (contract) => delete objectAt(contract, ...tokens)["operationId"],
    message: 'No path has the operation "listTokens".',
    at: first.join("/"),
  },
  {
    name: "an id that is listed twice",
    edit: (contract) => Object.assign(objectAt(contract, ...free), { operationId: "listTokens" }),
    message: '"listTokens" is listed twice.',
    at: free.join("/"),
  },
  {
    name: "another method than in the paths",
    edit: (contract) => Object.assign(objectAt(contract, ...first), { method: "POST" }),
    message: '"listTokens" is GET in the paths.',
    at: first.join("/"),
  },
  {
    name: "another area than in the paths",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { tags: ["Agents"] }),
    message: '"listTokens" has another tag in the paths.',
    at: first.join("/"),
  },
  {
    name: "an area that is not a tag",
    edit: (contract) => addToIndex(contract, "Tokens", { method: "GET", name: "Free" }),
    message: expect.stringContaining(`"Tokens" isn't an area. The tags are: Authorization, Agents, `),
    at: "x-operation-index/Tokens",
  },
  {
    name: "an operation that is listed twice",
    edit: (contract) => addToIndex(contract, "Authorization", { method: "GET", name: "List tokens" }),
    message: '"Authorization: GET List tokens" is listed twice.',
    at: "x-operation-index/Authorization/4",
  },
];

expectRule(indexAgrees, cases, contract);
