import { syntheticExamples } from "../../../../scripts/lint/rules/synthetic-examples.ts";
import { at, junkInbox, tokens } from "../../contract-copy.ts";
import { type Case, expectRule } from "./expect-rule.ts";

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

const replaced = (name: string, path: (string | number)[], key: string, value: string, found = value): Case => ({
  name,
  edit: (contract) => Object.assign(at(contract, ...path), { [key]: value }),
  message: `"${found}" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.`,
  at: [...path, key].join("/"),
});

expectRule(syntheticExamples, [
  replaced("a phone number that could be dialled", room, "servicePhoneNumber", "+14155552671"),
  replaced("a phone number inside a text", room, "lastMessage", "Call +44 20 7946 0958 now", "+44 20 7946 0958"),
  replaced("a host in a URL", room, "image", "https://cdn.phone-agents.io/1.png", "cdn.phone-agents.io"),
  replaced("a host that only looks reserved", room, "image", "https://notexample.com/", "notexample.com"),
  replaced("an address of a machine", room, "lastMessage", "See 10.0.0.12", "10.0.0.12"),
  replaced("a token that is no placeholder", record, "token", "s3cr3t"),
]);
