import distinctUnknowns from "../../../../scripts/lint/rules/distinct-unknowns.ts";
import { objectAt, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const withUnknowns = (unknowns: unknown) => ({ "x-not-shown": unknowns });

expectRule(distinctUnknowns, [
  {
    name: "an id that is used twice",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...token, "type"), withUnknowns({ "rate-limits": "Rate limits" })),
    message: 'The id "rate-limits" is used twice; an unknown is marked once.',
    at: "components/schemas/Token/properties/type/x-not-shown/rate-limits",
  },
  {
    name: 'an unknown that says "not shown"',
    edit: (contract) =>
      Object.assign(objectAt(contract, ...token, "type"), withUnknowns({ "type-order": "Not Shown order" })),
    message: 'An unknown says "not shown", as its key does: leave it out.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "an unknown that is not marked",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { description: "Its order is not shown." }),
    message: 'Prose says "not shown": mark the unknown.',
    at: "paths//api/v2/tokens/get",
  },
]);
