import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import type { OperationId } from "#generated/operations.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { runLive } from "../../src/verify/live/run.ts";
import { loadContract } from "../../src/verify/load.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { type Faults, type Plant, type Reply, runOptions, startService } from "./service.ts";

/** A fault of the service: the one finding that reports it, and what causes it. */
type Fault = [finding: string, plant: Plant];

const wrongTypes: Record<string, [unknown, string]> = {
  string: [17, "integer"],
  number: ["17", "string"],
  boolean: ["true", "string"],
  object: ["text", "string"],
};

/**
 * Returns the faults of an object: each field with another type, null, or absent, and an
 * undocumented field.
 */
const fieldFaultsOf = (
  place: string,
  fields: object | undefined,
  read: (body: Reply["body"]) => Record<string, unknown>,
): Fault[] => [
  ...Object.entries(fields ?? {}).flatMap(([name, example]): Fault[] => {
    const [wrongValue, seenType] = wrongTypes[typeof example] ?? [{}, "object"];
    const absenceKind = name === "success" ? "contradiction" : "new";
    return [
      [`contradiction ${place}/${name} ${seenType}`, ({ body }) => (read(body)[name] = wrongValue)],
      [`${absenceKind} ${place}/${name} null`, ({ body }) => (read(body)[name] = null)],
      [`${absenceKind} ${place}/${name} absent`, ({ body }) => delete read(body)[name]],
    ];
  }),
  [`new ${place}/lastReadAt integer`, ({ body }) => (read(body)["lastReadAt"] = 1)],
];

const tokens = fixtures.listTokens["every-field"];
const page = fixtures.listJunkInbox["every-field"];
const relay = fixtures.getWebhookRelay["every-field"];

/** Returns the faults that any response can have. */
const responseFaultsOf = (operation: string): Fault[] => [
  [`new ${operation} status  302`, (reply) => (reply.status = 302)],
  [
    `contradiction ${operation} content type  text/html`,
    (reply) => Object.assign(reply, { contentType: "text/html", body: "<html>" }),
  ],
  [`contradiction ${operation} content type  none`, (reply) => (reply.contentType = undefined)],
  [
    `contradiction ${operation} content type  an unusual one`,
    (reply) => (reply.contentType = "text/x-odd"),
  ],
  [`contradiction ${operation} body  not JSON`, (reply) => (reply.body = '{"success": tr')],
  [`contradiction ${operation} body  none`, (reply) => (reply.body = undefined)],
  [`contradiction ${operation} body  array`, (reply) => (reply.body = [])],
];

const faults: Fault[] = [
  ...fieldFaultsOf("listTokens body ", tokens, (body) => body),
  ...fieldFaultsOf("listTokens body /tokens/*", tokens.tokens[0], (body) => body.tokens[0]),
  ...fieldFaultsOf("listJunkInbox body ", page, (body) => body),
  ...fieldFaultsOf("listJunkInbox body /rooms/*", page.rooms[0], (body) => body.rooms[0]),
  ...fieldFaultsOf("getWebhookRelay body ", relay, (body) => body),
  ...fieldFaultsOf("getWebhookRelay body /config", relay.config, (body) => body.config),
  ...["listTokens", "listJunkInbox", "getWebhookRelay"].flatMap(responseFaultsOf),
  ["contradiction listTokens body /success boolean", ({ body }) => (body.success = false)],
  ["contradiction getWebhookRelay body /success boolean", ({ body }) => (body.success = false)],
  [
    "contradiction listTokens body /tokens/*/timestamp string",
    ({ body }) => (body.tokens[1].timestamp = "now"),
  ],
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
  [
    "contradiction getWebhookRelay body /config/headers/* string",
    ({ body }) => (body.config.headers = ["a"]),
  ],
  [
    "contradiction getWebhookRelay body /config/successStatusCodes/* string",
    ({ body }) => (body.config.successStatusCodes = ["200"]),
  ],
  ["contradiction listJunkInbox body /rooms more", ({ body }) => (body.pageSize = 1)],
  [
    "contradiction listJunkInbox body /totalRooms fewer than were read",
    ({ body }) => (body.totalRooms = 1),
  ],
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
  ["new getWebhookRelay status  201", (reply) => (reply.status = 201)],
  ["new listTokens status  201", (reply) => (reply.status = 201)],
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
  expect(faults.length).toBeGreaterThan(100);
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
  expect(await findingsOf([], { type: ["sms", "fax"] })).toContain(finding);
  const unreadable = {
    operation: "listWebhookRelayTypes",
    plant: (reply: { body: unknown }) => (reply.body = null),
  } as const;
  expect(await findingsOf([unreadable], { type: ["fax"] })).not.toContain(finding);
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
