import markedUnknowns from "../../../../scripts/lint/rules/marked-unknowns.ts";
import { objectAt, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const mark = (marks: unknown) => ({ "x-not-shown": marks });

expectRule(markedUnknowns, [
  {
    name: "a phrase where a map belongs",
    edit: (contract) => Object.assign(objectAt(contract, ...token, "userId"), mark("Order of tokens")),
    message: "x-not-shown must map at least one id to a phrase.",
    at: "components/schemas/Token/properties/userId/x-not-shown",
  },
  {
    name: "an empty map",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), mark({})),
    message: "x-not-shown must map at least one id to a phrase.",
    at: "paths//api/v2/tokens/get/x-not-shown",
  },
  {
    name: "an id that is not in kebab-case",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), mark({ tokenOrder: "Order of tokens" })),
    message: 'The id "tokenOrder" must be in kebab-case.',
    at: "paths//api/v2/tokens/get/x-not-shown/tokenOrder",
  },
  {
    name: "an id that is used twice",
    edit: (contract) => Object.assign(objectAt(contract, ...token, "type"), mark({ "rate-limits": "Rate limits" })),
    message: 'The id "rate-limits" is used twice; an unknown is marked once.',
    at: "components/schemas/Token/properties/type/x-not-shown/rate-limits",
  },
  {
    name: "an unknown that is not marked",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { description: "Its order is not shown." }),
    message: 'Prose says "not shown": mark the unknown.',
    at: "paths//api/v2/tokens/get",
  },
]);
