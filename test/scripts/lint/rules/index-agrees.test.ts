import { expect } from "vitest";
import indexAgrees from "../../../../scripts/lint/rules/index-agrees.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { type Case, expectRule } from "./expect-rule.ts";

/** With a row that is known by name only: to change another would be a second fault. */
const contract = contractWith((copy) => {
  const { length } = copy["x-operation-index"];
  copy["x-operation-index"].push({ area: "Agents", method: "GET", name: "Free" });
  copy.info.description = copy.info.description.replace(`${length} operations`, `${length + 1} operations`);
});
const free = contract["x-operation-index"].length - 1;

const cases: Case[] = [
  {
    name: "an operation that the index lacks",
    edit: (contract) => delete objectAt(contract, "x-operation-index", 0)["operationId"],
    message: 'The index has no "listTokens".',
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "an id that no path has",
    edit: (contract) => Object.assign(objectAt(contract, "x-operation-index", free), { operationId: "nowhere" }),
    message: 'No path has the operation "nowhere".',
    at: `x-operation-index/${free}`,
  },
  {
    name: "an operation without an id",
    edit: (contract) => delete objectAt(contract, ...tokens)["operationId"],
    message: 'No path has the operation "listTokens".',
    at: "x-operation-index/0",
  },
  {
    name: "an id that is listed twice",
    edit: (contract) => Object.assign(objectAt(contract, "x-operation-index", free), { operationId: "listTokens" }),
    message: '"listTokens" is listed twice.',
    at: `x-operation-index/${free}`,
  },
  {
    name: "another method than in the paths",
    edit: (contract) => Object.assign(objectAt(contract, "x-operation-index", 0), { method: "POST" }),
    message: '"listTokens" is GET in the paths.',
    at: "x-operation-index/0",
  },
  {
    name: "another area than in the paths",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { tags: ["Agents"] }),
    message: '"listTokens" has another tag in the paths.',
    at: "x-operation-index/0",
  },
  {
    name: "an area that is not a tag",
    edit: (contract) => Object.assign(objectAt(contract, "x-operation-index", free), { area: "Tokens" }),
    message: expect.stringContaining(`"Tokens" isn't an area. The tags are: Authorization, Agents, `),
    at: `x-operation-index/${free}`,
  },
  {
    name: "an operation that is listed twice",
    edit: (contract) =>
      Object.assign(objectAt(contract, "x-operation-index", free), {
        area: "Authorization",
        method: "GET",
        name: "List tokens",
      }),
    message: '"Authorization: GET List tokens" is listed twice.',
    at: `x-operation-index/${free}`,
  },
  {
    name: "an operation that is lost",
    edit: (contract) => contract["x-operation-index"].pop(),
    message: `The index has ${free} operations, not ${free + 1}.`,
    at: "info/description",
  },
];

expectRule(indexAgrees, cases, contract);
