import { expect, test } from "vitest";
import { pathOperations, webhooksOf } from "../../scripts/contract.ts";
import { operationText, webhookText } from "../../scripts/docs/text.ts";
import { at, contractWith, tokens } from "../scripts/contract-copy.ts";

const schema = { type: "string" };

/** The text of an operation with something changed. */
function textWith(change: object, components: object = {}): string {
  const contract = contractWith((copy) => {
    Object.assign(at(copy, ...tokens), change);
    Object.assign(copy.components, components);
  });
  const located = pathOperations(contract).find(({ operation }) => operation.operationId === "listTokens");
  if (!located) throw new Error("The contract lacks listTokens.");
  return operationText(contract, located);
}

test("a response has its headers, also one by reference", () => {
  const headers = {
    "X-Total": { description: "Number of tokens.", required: true, schema: { type: "integer" } },
    "X-Page": { $ref: "#/components/headers/Page" },
  };
  const responses = { "200": { description: "The tokens.", headers } };
  const text = textWith({ responses }, { headers: { Page: { description: "The page.", schema } } });
  expect(text).toContain("- `X-Total` (`integer, in the header`, required): Number of tokens.");
  expect(text).toContain("- `X-Page` (`string, in the header`, optional): The page.");
});

test("an operation, an input and a field that are deprecated say so, and no other does", () => {
  const properties = { old: { ...schema, description: "A field.", deprecated: true } };
  const text = textWith({
    deprecated: true,
    parameters: [{ in: "query", name: "q", description: "An input.", deprecated: true, schema }],
    responses: {
      "200": { description: "OK.", content: { "application/json": { schema: { type: "object", properties } } } },
    },
  });
  expect(text).toContain("\n\n**Deprecated.**\n\n");
  expect(text).toContain("- `q` (`string, in the query`, optional): Deprecated. An input.");
  expect(text).toContain("- `old` (`string`): Deprecated. A field.");
  expect(textWith({})).not.toContain("Deprecated");
});

test.each(["anyOf", "oneOf"])("the fields of each alternative of %s are listed", (keyword) => {
  const alternative = (name: string) => ({ properties: { [name]: { ...schema, description: `The ${name}.` } } });
  const content = { "application/json": { schema: { [keyword]: [alternative("first"), alternative("second")] } } };
  const text = textWith({ responses: { "200": { description: "OK.", content } } });
  expect(text).toContain("- `first` (`string`, in one alternative): The first.");
  expect(text).toContain("- `second` (`string`, in one alternative): The second.");
});

test("a media type that is not plain JSON is named above its body, and an example of text is shown as it is", () => {
  const csv = { schema, examples: { one: { summary: "Two cells", value: "a,b" } } };
  const text = textWith({
    responses: { "200": { description: "OK.", content: { "application/json": { schema }, "text/csv": csv } } },
  });
  expect(text).toContain("### `application/json`\n\nA value of type `string`.\n\n### `text/csv`");
  expect(text).toContain("Example `one`: Two cells\n\n```\na,b\n```");
});

test("a webhook is told with what the service sends and what it expects", () => {
  const content = {
    "application/json": { schema: { properties: { callId: { ...schema, description: "The call." } } } },
  };
  const operation = {
    operationId: "onCallEnded",
    tags: ["Webhooks"],
    summary: "A call has ended",
    description: "Sent when a call has ended.",
    requestBody: { required: true, content },
    responses: { "204": { description: "Received." } },
  };
  const contract = contractWith((copy) => Object.assign(copy, { webhooks: { callEnded: { post: operation } } }));
  const text = webhooksOf(contract).map((webhook) => webhookText(contract, webhook));
  expect(text).toEqual([
    [
      "# A call has ended",
      "Webhook `callEnded`: the service sends a `POST` request to your address.",
      "Sent when a call has ended.",
      "## Body, required",
      "- `callId` (`string`, optional): The call.",
      "## Response 204",
      "Received.",
    ].join("\n\n"),
  ]);
});
