import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract.ts";
import extensionForms from "../../../../scripts/lint/rules/extension-forms.ts";
import { contractWith, junkInbox, objectAt, relayConfig, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const phraseForm =
  'The unknown "token-order" must be a noun phrase, such as "Unit of `timeout`": a capital or a backtick first, ' +
  'no full stop, at most 12 words, and no "not shown".';

/** Breaks the form of an unknown that the contract gains. */
const unknown = (name: string, phrase: unknown) => ({
  name,
  edit: (contract: Contract) =>
    Object.assign(objectAt(contract, ...tokens), { "x-not-shown": { "token-order": phrase } }),
  message: phraseForm,
  at: "paths//api/v2/tokens/get",
});

/** Gives an operation evidence with days that aren't two in order. */
const evidence = (name: string, daysOfEvidence: object) => ({
  name,
  edit: (contract: Contract) =>
    Object.assign(objectAt(contract, ...tokens), { "x-observed": { source: "HAR", exchanges: 1, ...daysOfEvidence } }),
  message: "x-observed has the days `first` and `last`, such as 2026-11-22, in this order, or neither.",
  at: "paths//api/v2/tokens/get",
});
const days = { first: "2026-01-01", last: "2026-01-02" };

expectRule(extensionForms, [
  evidence("evidence that ends before it begins", { first: "2026-01-02", last: "2026-01-01" }),
  evidence("evidence with one day alone", { first: "2026-01-02" }),
  evidence("evidence of an impossible day", { first: "2026-13-01", last: "2026-13-01" }),
  {
    ...evidence("evidence with an empty source", { source: "" }),
    message: "x-observed names its source.",
  },
  {
    name: "an index entry with an empty name",
    edit: (contract) => Object.assign(objectAt(contract, "x-operation-index", 0), { name: "" }),
    message: "An entry of x-operation-index has a name.",
    at: "x-operation-index/0",
  },
  unknown("an unknown without a capital", "order of tokens"),
  unknown("an unknown with a full stop", "Order of tokens."),
  unknown('an unknown that says "not shown"', "Order of tokens (not shown)"),
  unknown("an unknown of 13 words", `Order of ${"very ".repeat(10)}tokens`),
  unknown("an unknown that is not text", 1),
  {
    name: "an extension of another's",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { "x-badges": [] }),
    message: "x-badges isn't one of the contract's extensions.",
    at: "paths//api/v2/tokens/get/x-badges",
  },
  {
    name: "pages by number whose inputs have a cursor",
    edit: (contract) => {
      const name = "next";
      Object.assign(objectAt(contract, ...junkInbox, "x-pagination"), { inputs: { cursor: name } });
      Object.assign(objectAt(contract, ...junkInbox), { parameters: [{ name, in: "query", schema: {} }] });
    },
    message: "x-pagination needs `page` among its `inputs`.",
    at: "paths//api/v2/junkConversations/get/x-pagination",
  },
  {
    name: "pages by a field that the response lacks",
    edit: (contract) => Object.assign(objectAt(contract, ...junkInbox, "x-pagination"), { total: "rooms.count" }),
    message: "x-pagination names what the operation doesn't have: no field `rooms.count`.",
    at: "paths//api/v2/junkConversations/get/x-pagination",
  },
  {
    name: "pages by an input that the operation doesn't take",
    edit: (contract) => Object.assign(objectAt(contract, ...junkInbox, "x-pagination"), { inputs: { page: "number" } }),
    message: "x-pagination names what the operation doesn't have: no query parameter `number`.",
    at: "paths//api/v2/junkConversations/get/x-pagination",
  },
  {
    name: "pages whose inputs have names, and nobody says which one selects the page",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...junkInbox), {
        "x-pagination": { items: "rooms", page: "pageNumber", total: "totalRooms" },
        parameters: ["isPaginated", "pageNo"].map((name) => ({ name, in: "query", schema: { type: "string" } })),
      }),
    message: "x-pagination needs `inputs`: which of `isPaginated`, `pageNo` selects the page?",
    at: "paths//api/v2/junkConversations/get/x-pagination",
  },
  {
    name: "an operation that does not say whether it is repeatable",
    edit: (contract) => delete objectAt(contract, ...tokens)["x-repeatable"],
    message: "An operation says whether it is x-repeatable.",
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "x-repeatable away from an operation",
    edit: (contract) => Object.assign(objectAt(contract, ...token, "type"), { "x-repeatable": true }),
    message: "x-repeatable is on an operation only.",
    at: "components/schemas/Token/properties/type/x-repeatable",
  },
  {
    name: "evidence of the whole contract",
    edit: (contract) => Object.assign(contract, { "x-observed": { source: "HAR", exchanges: 1 } }),
    message: "x-observed is below the root only.",
    at: "x-observed",
  },
  {
    name: "a fourth extension on a property that is called headers",
    edit: (contract) => Object.assign(objectAt(contract, ...relayConfig, "headers"), { "x-badges": [] }),
    message: "x-badges isn't one of the contract's extensions.",
    at: "components/schemas/WebhookRelayConfig/properties/headers/x-badges",
  },
  {
    name: "a mark inside an example",
    edit: (contract) =>
      Object.assign(
        objectAt(contract, ...tokens, "responses", "2XX", "content", "application/json", "examples", "empty"),
        {
          "x-not-shown": { "some-thing": "Some thing" },
        },
      ),
    message: "An example contains data; mark an unknown at the schema.",
    at: "paths//api/v2/tokens/get/responses/2XX/content/application/json",
  },
]);

test.each(["Unit of `timeout`", "`timeout` in seconds or milliseconds", "HTTP method of this operation"])(
  "%s is a noun phrase",
  (phrase) => {
    const contract = contractWith((contract) =>
      Object.assign(objectAt(contract, ...tokens), { "x-not-shown": { "token-order": phrase } }),
    );
    expect(extensionForms(contract)).toEqual([]);
  },
);

test("pages whose inputs have no names yet need no `inputs`", () => {
  const freeForm = {
    name: "inputs",
    in: "query",
    schema: { type: "object", additionalProperties: { type: "integer" } },
  };
  const contract = contractWith((contract) =>
    Object.assign(objectAt(contract, ...junkInbox), {
      "x-pagination": { items: "rooms", page: "pageNumber", total: "totalRooms" },
      parameters: [freeForm, { name: "unread", in: "query", schema: { type: "boolean" } }],
    }),
  );
  expect(extensionForms(contract)).toEqual([]);
});

test("a header or a property may begin with x-", () => {
  const contract = contractWith((contract) => {
    Object.assign(objectAt(contract, ...token), { "x-team": { type: "string", description: "A team." } });
    Object.assign(objectAt(contract, ...tokens, "responses", "2XX"), {
      headers: { "x-total": { description: "A total." } },
    });
  });
  expect(extensionForms(contract)).toEqual([]);
});

test("evidence with and without days passes", () => {
  for (const value of [
    { source: "HAR", exchanges: 3, ...days },
    { source: "Postman examples", exchanges: 1 },
  ]) {
    const contract = contractWith((edited) => Object.assign(objectAt(edited, ...tokens), { "x-observed": value }));
    expect(extensionForms(contract)).toEqual([]);
  }
});
