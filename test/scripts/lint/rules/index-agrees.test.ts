import { indexAgrees } from "../../../../scripts/lint/rules/index-agrees.ts";
import { at, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(indexAgrees, [
  {
    name: "an operation that the index lacks",
    edit: (contract) => delete at(contract, "x-operation-index", 0)["operationId"],
    message: 'The index lacks "listTokens".',
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "an id that no path has",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 1), { operationId: "createToken" }),
    message: 'No path has the operation "createToken".',
    at: "x-operation-index/1",
  },
  {
    name: "an operation without an id",
    edit: (contract) => delete at(contract, ...tokens)["operationId"],
    message: 'No path has the operation "listTokens".',
    at: "x-operation-index/0",
  },
  {
    name: "an id that stands twice",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 3), { operationId: "listTokens" }),
    message: '"listTokens" stands twice.',
    at: "x-operation-index/3",
  },
  {
    name: "another method than in the paths",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 0), { method: "POST" }),
    message: '"listTokens" is GET in the paths.',
    at: "x-operation-index/0",
  },
  {
    name: "another area than in the paths",
    edit: (contract) => Object.assign(at(contract, ...tokens), { tags: ["Agents"] }),
    message: '"listTokens" has another tag in the paths.',
    at: "x-operation-index/0",
  },
  {
    name: "an area that is no tag",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 1), { area: "Tokens" }),
    message: '"Tokens" is no area: no tag has its name.',
    at: "x-operation-index/1",
  },
  {
    name: "an operation that stands twice",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 2), { method: "POST", name: "Create a token" }),
    message: '"Authorization: POST Create a token" stands twice.',
    at: "x-operation-index/2",
  },
  {
    name: "an operation that is lost",
    edit: (contract) => contract["x-operation-index"].pop(),
    message: "The index has 96 operations, not 97.",
    at: "info/description",
  },
]);
