import { fixtures } from "../../generated/fixtures.ts";
import type { OperationId } from "../../generated/operations.ts";
import type { ExchangeFinding } from "../../src/verify/compare.ts";
import type { Plant, Reply } from "./service.ts";

/** A fault of the service, and the one finding that reports it. */
export interface Fault extends Pick<ExchangeFinding, "kind" | "place" | "pointer" | "seen"> {
  readonly name: string;
  readonly operation: OperationId;
  readonly plant: Plant;
  /** Whether the fault hides other faults of its operation. */
  readonly hides?: true | undefined;
}

type Kind = Fault["kind"];

/** Returns the first object of a reply that contains a field. */
type ReadObject = (reply: Reply) => Record<string, unknown>;

const createBodyFault = (
  operation: OperationId,
  kind: Kind,
  pointer: string,
  observation: string,
  plant: Plant,
): Fault => ({
  name: `${operation} ${pointer} is ${observation}`,
  operation,
  kind,
  place: "body",
  pointer,
  seen: observation,
  plant,
});

const wrongTypes: Record<string, [unknown, string]> = {
  string: [17, "integer"],
  number: ["17", "string"],
  boolean: ["true", "string"],
  object: ["text", "string"],
};

/** Returns the faults of an object: each field with another type, null, or absent, and an undocumented field. */
function fieldFaultsOf(
  operation: OperationId,
  pointer: string,
  fields: object | undefined,
  readObject: ReadObject,
): Fault[] {
  const fieldFaults = Object.entries(fields ?? {}).flatMap(([name, example]) => {
    const [wrongValue, observation] = wrongTypes[typeof example] ?? [{}, "object"];
    const fieldPointer = `${pointer}/${name}`;
    const isSuccess = fieldPointer === "/success";
    const absenceKind: Kind = isSuccess ? "contradiction" : "new";
    return [
      createBodyFault(
        operation,
        "contradiction",
        fieldPointer,
        observation,
        (reply) => (readObject(reply)[name] = wrongValue),
      ),
      createBodyFault(operation, absenceKind, fieldPointer, "null", (reply) => (readObject(reply)[name] = null)),
      createBodyFault(operation, absenceKind, fieldPointer, "absent", (reply) => delete readObject(reply)[name]),
    ];
  });
  const newFieldFault = createBodyFault(
    operation,
    "new",
    `${pointer}/lastReadAt`,
    "integer",
    (reply) => (readObject(reply)["lastReadAt"] = 1),
  );
  return [...fieldFaults, newFieldFault];
}

const tokens = fixtures.listTokens["every-field"];
const page = fixtures.listJunkInbox["every-field"];
const relay = fixtures.getWebhookRelay["every-field"];

const fields: Fault[] = [
  ...fieldFaultsOf("listTokens", "", tokens, ({ body }) => body),
  ...fieldFaultsOf("listTokens", "/tokens/*", tokens.tokens[0], ({ body }) => body.tokens[0]),
  ...fieldFaultsOf("listJunkInbox", "", page, ({ body }) => body),
  ...fieldFaultsOf("listJunkInbox", "/rooms/*", page.rooms[0], ({ body }) => body.rooms[0]),
  ...fieldFaultsOf("getWebhookRelay", "", relay, ({ body }) => body),
  ...fieldFaultsOf("getWebhookRelay", "/config", relay.config, ({ body }) => body.config),
];

const values: Fault[] = [
  createBodyFault("listTokens", "contradiction", "/success", "boolean", ({ body }) => (body.success = false)),
  createBodyFault("getWebhookRelay", "contradiction", "/success", "boolean", ({ body }) => (body.success = false)),
  createBodyFault(
    "listTokens",
    "contradiction",
    "/tokens/*/timestamp",
    "string",
    ({ body }) => (body.tokens[1].timestamp = "now"),
  ),
  createBodyFault(
    "listTokens",
    "contradiction",
    "/tokens/*/userId",
    "number",
    ({ body }) => (body.tokens[0].userId = 7.5),
  ),
  createBodyFault("listTokens", "contradiction", "/tokens/*", "string", ({ body }) => (body.tokens = ["text"])),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/roomId",
    "string",
    ({ body }) => (body.rooms[0].roomId = "1-2"),
  ),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/servicePhoneNumber",
    "string",
    ({ body }) => (body.rooms[0].servicePhoneNumber = "0202"),
  ),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/unregisteredDisplayName",
    "string",
    ({ body }) => (body.rooms[0].unregisteredDisplayName = "Bob"),
  ),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/lastMessageTimestamp",
    "number",
    ({ body }) => (body.rooms[0].lastMessageTimestamp += 0.5),
  ),
  createBodyFault(
    "getWebhookRelay",
    "contradiction",
    "/config/headers/*/*",
    "integer",
    ({ body }) => (body.config.headers[0]["X-Key"] = 1),
  ),
  createBodyFault(
    "getWebhookRelay",
    "contradiction",
    "/config/headers/*",
    "string",
    ({ body }) => (body.config.headers = ["X-Key"]),
  ),
  createBodyFault(
    "getWebhookRelay",
    "contradiction",
    "/config/successStatusCodes/*",
    "string",
    ({ body }) => (body.config.successStatusCodes = ["200"]),
  ),
];

const rules: Fault[] = [
  createBodyFault("listJunkInbox", "contradiction", "/rooms", "more", ({ body }) => (body.pageSize = 1)),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/totalRooms",
    "fewer than were read",
    ({ body }) => (body.totalRooms = 1),
  ),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/totalRooms",
    "fewer than were read",
    ({ body }) => (body.totalRooms = 3),
  ),
  createBodyFault(
    "listJunkInbox",
    "contradiction",
    "/pageNumber",
    "the page before it",
    ({ body }) => (body.pageNumber = 0),
  ),
  createBodyFault("listJunkInbox", "contradiction", "/rooms", "those of the page before it", (reply) => {
    for (const room of reply.body.rooms) room.roomId = "1001:1";
  }),
  createBodyFault("listWebhookRelayTypes", "new", "", "array", (reply) => (reply.body = ["sms", "voice"])),
];

const responses: Fault[] = (["listTokens", "listJunkInbox", "getWebhookRelay"] as const).flatMap((operation) => {
  const createFault = (name: string, fact: Pick<Fault, "kind" | "place" | "seen">, plant: Plant): Fault => ({
    name: `${operation} ${name}`,
    operation,
    pointer: "",
    ...fact,
    plant,
    hides: true,
  });
  const wrong = { kind: "contradiction" } as const;
  return [
    createFault("redirects", { kind: "new", place: "status", seen: "302" }, (reply) => (reply.status = 302)),
    createFault("is HTML", { ...wrong, place: "content type", seen: "text/html" }, (reply) => {
      Object.assign(reply, { contentType: "text/html", body: "<html>" });
    }),
    createFault(
      "has no content type",
      { ...wrong, place: "content type", seen: "none" },
      (reply) => (reply.contentType = undefined),
    ),
    createFault(
      "has another content type",
      { ...wrong, place: "content type", seen: "an unusual one" },
      (reply) => (reply.contentType = "text/x-odd"),
    ),
    createFault(
      "is no JSON",
      { ...wrong, place: "body", seen: "not JSON" },
      (reply) => (reply.body = '{"success": tr'),
    ),
    createFault("is empty", { ...wrong, place: "body", seen: "none" }, (reply) => (reply.body = undefined)),
    createFault("is an array", { ...wrong, place: "body", seen: "array" }, (reply) => (reply.body = [])),
  ];
});

const statuses: Fault[] = [
  {
    name: "getWebhookRelay has status 201",
    operation: "getWebhookRelay",
    kind: "new",
    place: "status",
    pointer: "",
    seen: "201",
    plant: (reply) => (reply.status = 201),
    hides: true,
  },
  {
    name: "listTokens has status 201",
    operation: "listTokens",
    kind: "new",
    place: "status",
    pointer: "",
    seen: "201",
    plant: (reply) => (reply.status = 201),
  },
];

/** All faults that tests plant, alone and in combinations. */
export const faults: readonly Fault[] = [...fields, ...values, ...rules, ...responses, ...statuses];
