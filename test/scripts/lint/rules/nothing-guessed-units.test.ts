import { expect, test } from "vitest";
import nothingGuessed from "../../../../scripts/lint/rules/nothing-guessed.ts";

import { contractWith, objectAt, relay, relayConfig } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

expectRule(nothingGuessed, [
  {
    name: "a unit that is unknown",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...relayConfig, "timeout"), { description: "A duration in seconds." }),
    message: '"seconds" is given, but "relay-timeout-unit" marks it as unknown.',
    at: "components/schemas/WebhookRelayConfig/properties/timeout",
  },
  {
    name: "a unit in short",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...relayConfig, "timeout"), { description: "A duration, such as 30s." }),
    message: '"30s" is given, but "relay-timeout-unit" marks it as unknown.',
    at: "components/schemas/WebhookRelayConfig/properties/timeout",
  },
  {
    name: "a unit in the words of the operation",
    edit: (contract) => Object.assign(objectAt(contract, ...relay), { description: "Returns a timeout in minutes." }),
    message: '"minutes" is given, but "relay-timeout-unit" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/{type}/get",
  },
  {
    name: "a unit in the words of an example",
    edit: (contract) =>
      Object.assign(
        objectAt(contract, ...relay, "responses", "200", "content", "application/json", "examples", "empty"),
        {
          summary: "A timeout of 30 milliseconds",
        },
      ),
    message: '"milliseconds" is given, but "relay-timeout-unit" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/{type}/get/responses/200/content/application/json",
  },
]);

const namesUnit = (description: string) =>
  problemsOf(
    nothingGuessed,
    contractWith((copy) => Object.assign(objectAt(copy, ...relayConfig, "timeout"), { description })),
  ).length > 0;

test.each(["The unit is the second.", "One second is enough.", "Rooms per second"])("%j names a unit", (words) => {
  expect(namesUnit(words)).toBe(true);
});

test.each(["The second example has none.", "A second timeout."])("%j counts, and names no unit", (words) => {
  expect(namesUnit(words)).toBe(false);
});
