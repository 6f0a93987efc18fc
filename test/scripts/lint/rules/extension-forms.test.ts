import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract/document.ts";
import extensionForms from "../../../../scripts/lint/rules/extension-forms.ts";
import { contractWith, junkInbox, objectAt, relayConfig, token, tokens } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

const page = [...tokens, "responses", "2XX", "content", "application/json"];
const someUnknown = { "x-not-shown": { "some-thing": "Some thing" } };
const days = { first: "2026-01-02", last: "2026-01-01" };

expectRule(extensionForms, [
  {
    name: "evidence that ends before it begins",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...token, "type"), { "x-observed": { source: "HAR", exchanges: 1, ...days } }),
    message: "x-observed ends before it begins: `first` is the earlier day.",
    at: "components/schemas/Token/properties/type",
  },
  ...[[], ["value"]].map((keys) => ({
    name: `an unknown in ${["an example", ...keys].join("'s ")}`,
    edit: (contract: Contract) => Object.assign(objectAt(contract, ...page, "examples", "empty", ...keys), someUnknown),
    message: "An example contains data; mark an unknown at the schema.",
    at: page.join("/"),
  })),
  {
    name: "an extension of another's",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { "x-badges": [] }),
    message: "x-badges isn't one of the contract's extensions.",
    at: "paths//api/v2/tokens/get/x-badges",
  },
  {
    name: "an extension among the media types",
    edit: (contract) => Object.assign(objectAt(contract, ...page.slice(0, -1)), { "x-badges": {} }),
    message: "x-badges isn't one of the contract's extensions.",
    at: [...page.slice(0, -1), "x-badges"].join("/"),
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
    name: "x-repeatable away from an operation",
    edit: (contract) => Object.assign(objectAt(contract, ...token, "type"), { "x-repeatable": true }),
    message: "x-repeatable is on an operation only.",
    at: "components/schemas/Token/properties/type/x-repeatable",
  },
  {
    name: "x-pagination at a field of a response",
    edit: (contract) => Object.assign(objectAt(contract, ...token, "type"), { "x-pagination": "page" }),
    message: "x-pagination is on an operation or an input without a name only.",
    at: "components/schemas/Token/properties/type/x-pagination",
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
]);

const freeForm = { name: "inputs", in: "query", schema: { type: "object", additionalProperties: { type: "integer" } } };

test.each([
  ["whose inputs have no names yet", [freeForm, { name: "unread", in: "query", schema: { type: "boolean" } }]],
  ["without inputs", []],
])("pages %s need no `inputs`", (_, parameters) => {
  const pagination = { items: "rooms", page: "pageNumber", total: "totalRooms" };
  const contract = contractWith((contract) =>
    Object.assign(objectAt(contract, ...junkInbox), { "x-pagination": pagination, parameters }),
  );
  expect(problemsOf(extensionForms, contract)).toEqual([]);
});

test("a header, a property or the id of an unknown may begin with x-", () => {
  const contract = contractWith((contract) => {
    Object.assign(objectAt(contract, ...token), { "x-team": { type: "string", description: "A team." } });
    Object.assign(objectAt(contract, ...tokens, "responses", "2XX"), {
      headers: { "x-total": { description: "A total." } },
      "x-not-shown": { "x-total-meaning": "Meaning of `x-total`" },
    });
  });
  expect(problemsOf(extensionForms, contract)).toEqual([]);
});
