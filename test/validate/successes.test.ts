import { expect, test, vi } from "vitest";
import type { Contract } from "../../scripts/contract/document.ts";
import { writeValidators } from "../../scripts/generate/validators/responses.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { validators } from "../../src/validate.ts";

// The contract has no operation with two bodies of a success.
vi.mock("../../generated/validators.js", async () => {
  const body = (state: string) => ({
    type: "object",
    required: ["success", "state"],
    properties: { success: { const: true }, state: { const: state } },
  });
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const responses = { "201": json(body("made")), "202": json(body("queued")) };
  const contract = {
    paths: { "/api/v2/tokens": { get: { operationId: "listTokens", responses } } },
  } as unknown as Contract;
  const { "validators.js": source } = await writeValidators(contract);
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
});

const [made, queued, lost] = ["made", "queued", "lost"].map((state) => ({ success: true, state }));

test.each([
  [201, made, []],
  [202, queued, []],
  [201, queued, ["/state"]],
  [202, made, ["/state"]],
  // No success of the contract has this status.
  [200, queued, []],
  [undefined, made, []],
  [undefined, queued, []],
  [undefined, lost, ["/state"]],
])("the response %s %j contradicts its own success at %j", (status, body, pointers) => {
  const findings = validators("listTokens", body, status);
  const contradictions = findings.filter(({ kind }) => kind === "contradiction");
  expect(contradictions.map(({ pointer }) => pointer)).toEqual(pointers);
});

test("the client compares a response with the success of its status", async () => {
  const respond = (status: number, body: unknown) =>
    createPhoneAgentClient({
      baseUrl: "http://127.0.0.1:1",
      token: "t",
      fetch: async () => Response.json(body, { status }),
      validate: validators,
    }).listTokens();
  expect(await respond(202, queued)).toEqual(queued);
  await expect(respond(201, queued)).rejects.toMatchObject({
    kind: "contract",
    findings: [{ pointer: "/state" }],
  });
});
