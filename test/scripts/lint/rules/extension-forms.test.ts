import { extensionForms } from "../../../../scripts/lint/rules/extension-forms.ts";
import { at, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const indexForm =
  "x-operation-index is a list at the root, of area, method (GET, POST, PUT, DELETE, unspecified), name and operationId.";

expectRule(extensionForms, [
  {
    name: "a fourth extension",
    edit: (contract) => Object.assign(at(contract, ...tokens), { "x-badges": [] }),
    message: "x-badges is none of the contract's extensions.",
    at: "paths//api/v2/tokens/get/x-badges",
  },
  {
    name: "an operation that does not say whether it is repeatable",
    edit: (contract) => delete at(contract, ...tokens)["x-repeatable"],
    message: "An operation says whether it is x-repeatable.",
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "x-repeatable as a word",
    edit: (contract) => Object.assign(at(contract, ...tokens), { "x-repeatable": "yes" }),
    message: "x-repeatable is true or false, on an operation.",
    at: "paths//api/v2/tokens/get/x-repeatable",
  },
  {
    name: "x-repeatable away from an operation",
    edit: (contract) => Object.assign(at(contract, ...token, "type"), { "x-repeatable": true }),
    message: "x-repeatable is true or false, on an operation.",
    at: "components/schemas/Token/properties/type/x-repeatable",
  },
  {
    name: "an index entry with another field",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 0), { path: "/api/v2/tokens" }),
    message: indexForm,
    at: "x-operation-index",
  },
  {
    name: "an index entry with an unknown method",
    edit: (contract) => Object.assign(at(contract, "x-operation-index", 0), { method: "DEL" }),
    message: indexForm,
    at: "x-operation-index",
  },
]);
