import { expect, test } from "vitest";
import { createPhoneAgentClient } from "../../src/index.ts";
import { findResponseDifferences } from "../../src/openapi/differences.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

const { response: compile } = await createCompilers({});
const response = (code: string, state: string) => {
  const properties = { state: { const: state } };
  const schema = compile({ type: "object", required: ["state"], properties });
  return { code, contents: [{ mediaType: "application/json", schema }] };
};
const responses = [
  response("201", "made"),
  response("202", "queued"),
  response("default", "failed"),
];

test.each([
  [202, "queued", []],
  [201, "queued", ["/state"]],
  // No success of the contract has this status, and `default` has the bodies of failures.
  [200, "made", []],
  [undefined, "queued", []],
  [undefined, "failed", ["/state"]],
])("the response %s of state %s contradicts its own success at %j", (status, state, pointers) => {
  const findings = findResponseDifferences(responses, { state }, false, status);
  expect(findings.map(({ pointer }) => pointer)).toEqual(pointers);
});

test("the client's validate gets the status and the media type of the response", async () => {
  const received: unknown[] = [];
  const client = createPhoneAgentClient({
    baseUrl: "http://127.0.0.1:1",
    token: "t",
    fetch: async () => Response.json({ success: true, tokens: [] }, { status: 202 }),
    validate(_operation, _response, ...rest) {
      received.push(rest);
      return [];
    },
  });
  await client.listTokens();
  expect(received).toEqual([[202, "application/json"]]);
});
