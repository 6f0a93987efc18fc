import { expect, test } from "vitest";
import { createPhoneAgentClient } from "../../src/index.ts";
import { findResponseDifferences } from "../../src/openapi/differences.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

const { response: compile } = await createCompilers({});
const body = (state: string) =>
  compile({ type: "object", required: ["state"], properties: { state: { const: state } } });
const schemas = { "201": body("made"), "202": body("queued"), default: body("failed") };

test.each([
  [201, "made", []],
  [202, "queued", []],
  [201, "queued", ["/state"]],
  [202, "made", ["/state"]],
  [500, "made", ["/state"]],
  // No success of the contract has this status, and `default` has the bodies of failures.
  [200, "made", []],
  [undefined, "made", []],
  [undefined, "queued", []],
  [undefined, "failed", ["/state"]],
])("the response %s of state %s contradicts its own success at %j", (status, state, pointers) => {
  const options = { isPresenceUnknown: false, isEnvelope: false };
  const findings = findResponseDifferences(schemas, { state }, status, options);
  expect(findings.map(({ pointer }) => pointer)).toEqual(pointers);
});

test("the client's validate gets the status of the response", async () => {
  const statuses: unknown[] = [];
  const client = createPhoneAgentClient({
    baseUrl: "http://127.0.0.1:1",
    token: "t",
    fetch: async () => Response.json({ success: true, tokens: [] }, { status: 202 }),
    validate(_operation, _response, status) {
      statuses.push(status);
      return [];
    },
  });
  await client.listTokens();
  expect(statuses).toEqual([202]);
});
