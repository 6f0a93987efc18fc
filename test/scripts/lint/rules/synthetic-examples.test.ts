import { expect, test } from "vitest";
import syntheticExamples from "../../../../scripts/lint/rules/synthetic-examples.ts";
import { contractWith, junkInbox, objectAt, relayConfig, token, tokens } from "../../contract-copy.ts";
import { type Case, expectRule, problemsOf } from "./expect-rule.ts";

const examples = (...operation: string[]) => [
  ...operation,
  "responses",
  "2XX",
  "content",
  "application/json",
  "examples",
];
const room = [...examples(...junkInbox), "every-field", "value", "rooms", 0];
const record = [...examples(...tokens), "every-field", "value", "tokens", 0];

const replaced = (name: string, path: (string | number)[], key: string, value: string, guess = value): Case => ({
  name,
  edit: (contract) => Object.assign(objectAt(contract, ...path), { [key]: value }),
  message: `"${guess}" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.`,
  at: [...path, key].join("/"),
});

expectRule(syntheticExamples, [
  replaced("a phone number that could be dialled", room, "servicePhoneNumber", "+14155552671"),
  replaced("a phone number inside a text", room, "lastMessage", "Call +44 20 7946 0958 now", "+44 20 7946 0958"),
  replaced("a host in a URL", room, "image", "https://cdn.phone-agents.io/1.png", "cdn.phone-agents.io"),
  replaced("a host that only looks reserved", room, "image", "https://notexample.com/", "notexample.com"),
  replaced("an address of a machine", room, "lastMessage", "See 10.0.0.12", "10.0.0.12"),
  replaced("a token that is no placeholder", record, "token", "s3cr3t"),
  replaced("a phone number without its plus", room, "lastMessage", "14155552671"),
  replaced("a phone number as it is written at home", room, "lastMessage", "(415) 555-2671"),
  replaced("a secret by the name of its field", room, "apiKey", "sk_live_1"),
  {
    name: "a number in a list of plain strings",
    edit: (contract) => Object.assign(objectAt(contract, ...token, "description"), { examples: ["+14155552671"] }),
    message: '"+14155552671" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.',
    at: "components/schemas/Token/properties/description/examples/0",
  },
  {
    name: "a number below a property that is called headers",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...relayConfig, "headers"), { examples: [[{ From: "+14155552671" }]] }),
    message: '"+14155552671" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.',
    at: "components/schemas/WebhookRelayConfig/properties/headers/examples/0/0/From",
  },
  {
    name: "a host that is a key",
    edit: (contract) => Object.assign(objectAt(contract, ...room), { "relay.phone-agents.io": "" }),
    message: '"relay.phone-agents.io" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.',
    at: [...room, "relay.phone-agents.io"].join("/"),
  },
]);

test.each([
  "2026-11-21T10:00:00Z",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "10010000:20020000",
  "1700000000",
  "report.pdf",
  "+1 202 555 0100",
  "+44 7700 900123",
  "+447700900123",
  "http://127.0.0.1:4010/api/v2/tokens",
  "https://relay.test/",
  "192.0.2.1",
  "Bearer <RELAY_SECRET>",
])("takes %s for what it is", (text) => {
  const contract = contractWith((edited) => Object.assign(objectAt(edited, ...room), { lastMessage: text }));
  expect(problemsOf(syntheticExamples, contract)).toEqual([]);
});

test("a page token is no secret, and another token is one", () => {
  const messages = (key: string) =>
    problemsOf(
      syntheticExamples,
      contractWith((contract) => Object.assign(objectAt(contract, ...room), { [key]: "page-2" })),
    );
  expect([messages("nextPageToken").length, messages("authToken").length]).toEqual([0, 1]);
});
