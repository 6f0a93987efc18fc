import { expect, test } from "vitest";
import type { OperationId } from "#generated/operations.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { runLive } from "../../src/verify/live/run.ts";
import { loadContract } from "../../src/verify/load.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { type Faults, type Plant, runOptions, startService } from "./service.ts";

/** A fault of the service: the one finding that reports it, and what causes it. */
type Fault = [finding: string, plant: Plant];

const faults: Fault[] = [
  ["new listTokens status  302", (reply) => (reply.status = 302)],
  ["new getWebhookRelay status  201", (reply) => (reply.status = 201)],
  [
    "contradiction listTokens content type  text/html",
    (reply) => Object.assign(reply, { contentType: "text/html", body: "<html>" }),
  ],
  ["contradiction listTokens content type  none", (reply) => (reply.contentType = undefined)],
  [
    "contradiction listTokens content type  an unusual one",
    (reply) => (reply.contentType = "text/x-odd"),
  ],
  ["contradiction listTokens body  not JSON", (reply) => (reply.body = '{"success": tr')],
  ["contradiction listTokens body  none", (reply) => (reply.body = undefined)],
  ["contradiction listTokens body  array", (reply) => (reply.body = [])],
  ["contradiction listTokens body /success null", ({ body }) => (body.success = null)],
  ["contradiction listTokens body /success absent", ({ body }) => delete body.success],
  ["new listTokens body /message null", ({ body }) => (body.message = null)],
  ["new listTokens body /message absent", ({ body }) => delete body.message],
  ["new getWebhookRelay body /config/page integer", ({ body }) => (body.config.page = 1)],
  [
    "contradiction listTokens body /tokens/*/userId number",
    ({ body }) => (body.tokens[0].userId = 7.5),
  ],
  ["contradiction listTokens body /tokens/* string", ({ body }) => (body.tokens = ["text"])],
  [
    "contradiction listJunkInbox body /rooms/*/roomId string",
    ({ body }) => (body.rooms[0].roomId = "1-2"),
  ],
  [
    "contradiction getWebhookRelay body /config/headers/*/X-Key integer",
    ({ body }) => (body.config.headers[0]["X-Key"] = 1),
  ],
  ["contradiction listJunkInbox body /rooms more", ({ body }) => (body.pageSize = 1)],
  [
    "contradiction listJunkInbox body /totalRooms fewer than were read",
    ({ body }) => (body.totalRooms = 3),
  ],
  [
    "contradiction listJunkInbox body /pageNumber the page before it",
    ({ body }) => (body.pageNumber = 0),
  ],
  [
    "contradiction listJunkInbox body /rooms those of the page before it",
    ({ body }) => (body.rooms = body.rooms.map((room: object) => ({ ...room, roomId: "1001:1" }))),
  ],
  ["new listWebhookRelayTypes body  array", (reply) => (reply.body = ["sms", "voice"])],
];

const { document, compareBody } = await loadContract(undefined);
const contract = createVerifiableContract(document, compareBody, {
  pageNumber: "page",
});

/**
 * Runs `verify` with a faulty service, for one operation or all, and returns its findings as texts.
 */
async function findingsOf(faults: Faults, values: Record<string, string[]> = {}, onlyId?: string) {
  const { url } = await startService(faults);
  const verification = createVerification(contract);
  const operations = Object.entries(contract.operations).filter(([id]) => id === (onlyId ?? id));
  const stopReason = await runLive(
    { ...contract, operations: Object.fromEntries(operations) },
    { ...runOptions, values, baseUrl: url, include: ["deleteSipRegistration"] },
    verification,
    () => {},
  );
  expect(stopReason).toBe("");
  const { findings } = verification.result();
  return new Set(
    findings.map(({ kind, operation, place, pointer, seen: observation }) =>
      [kind, operation, place, pointer, observation].join(" "),
    ),
  );
}

test("a service without faults contradicts nothing", async () => {
  expect(
    [...(await findingsOf([]))].filter((finding) => finding.startsWith("contradiction")),
  ).toEqual([]);
});

let usualFindings: Set<string> | undefined;

test.each(faults)("verify reports exactly the fault: %s", async (finding, plant) => {
  const operation = finding.split(" ")[1] as OperationId;
  usualFindings ??= await findingsOf([]);
  const driftFindings = await findingsOf([{ operation, plant }], { type: ["sms"] }, operation);
  expect([...driftFindings].filter((drift) => !usualFindings?.has(drift))).toEqual([finding]);
});

test("a path value that isn't in the service's list contradicts the contract, if there is a list", async () => {
  const finding = "contradiction getWebhookRelay body  another type";
  const findingsBeside = (list: unknown) =>
    findingsOf([{ operation: "listWebhookRelayTypes", plant: (reply) => (reply.body = list) }], {
      type: ["fax"],
    });
  expect(await findingsBeside([{ name: "sms" }])).toContain(finding);
  for (const list of [[{ name: "fax" }], [], null])
    expect(await findingsBeside(list)).not.toContain(finding);
});

test("a failure and its body are new facts", async () => {
  const fails = {
    operation: "listTokens",
    plant: (reply: { status: number }) => (reply.status = 500),
  } as const;
  expect([...(await findingsOf([fails]))]).toEqual(
    expect.arrayContaining(["new listTokens status  500", "new listTokens body  object"]),
  );
});
