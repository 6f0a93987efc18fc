import { fixtures } from "../../generated/fixtures.ts";
import type { OperationId } from "../../generated/operations.ts";
import type { ExchangeFinding } from "../../src/verify/findings.ts";
import type { Plant, Reply } from "./service.ts";

/** A fault, and the one fact that shows it. */
export interface Fault extends Pick<ExchangeFinding, "kind" | "place" | "pointer" | "seen"> {
  readonly name: string;
  readonly operation: OperationId;
  readonly plant: Plant;
  /** Whether it hides other faults of its operation. */
  readonly hides?: true | undefined;
}

type Kind = Fault["kind"];

/** The first object that holds a field. */
type Holder = (reply: Reply) => Record<string, unknown>;

const inBody = (operation: OperationId, kind: Kind, pointer: string, seen: string, plant: Plant): Fault => ({
  ...{ name: `${operation} ${pointer} is ${seen}`, operation, kind, place: "body", pointer, seen, plant },
});

const wrongTypes: Record<string, [unknown, string]> = {
  string: [17, "integer"],
  number: ["17", "string"],
  boolean: ["true", "string"],
  object: ["text", "string"],
};

/** Each field with another type, as null, left out, and one field more. */
function ofFields(operation: OperationId, pointer: string, fields: object | undefined, holder: Holder): Fault[] {
  const each = Object.entries(fields ?? {}).flatMap(([name, example]) => {
    const [wrong, seen] = wrongTypes[typeof example] ?? [{}, "object"];
    const at = `${pointer}/${name}`;
    const isSuccess = at === "/success";
    const open: Kind = isSuccess ? "contradiction" : "new";
    return [
      inBody(operation, "contradiction", at, seen, (reply) => (holder(reply)[name] = wrong)),
      inBody(operation, open, at, "null", (reply) => (holder(reply)[name] = null)),
      inBody(operation, open, at, "absent", (reply) => delete holder(reply)[name]),
    ];
  });
  const more = inBody(
    operation,
    "new",
    `${pointer}/lastReadAt`,
    "integer",
    (reply) => (holder(reply)["lastReadAt"] = 1),
  );
  return [...each, more];
}

const tokens = fixtures.listTokens["every-field"];
const page = fixtures.listJunkInbox["every-field"];
const relay = fixtures.getWebhookRelay["every-field"];

const fields: Fault[] = [
  ...ofFields("listTokens", "", tokens, ({ body }) => body),
  ...ofFields("listTokens", "/tokens/*", tokens.tokens[0], ({ body }) => body.tokens[0]),
  ...ofFields("listJunkInbox", "", page, ({ body }) => body),
  ...ofFields("listJunkInbox", "/rooms/*", page.rooms[0], ({ body }) => body.rooms[0]),
  ...ofFields("getWebhookRelay", "", relay, ({ body }) => body),
  ...ofFields("getWebhookRelay", "/config", relay.config, ({ body }) => body.config),
];

const values: Fault[] = [
  inBody("listTokens", "contradiction", "/success", "boolean", ({ body }) => (body.success = false)),
  inBody("getWebhookRelay", "contradiction", "/success", "boolean", ({ body }) => (body.success = false)),
  inBody(
    "listTokens",
    "contradiction",
    "/tokens/*/timestamp",
    "string",
    ({ body }) => (body.tokens[1].timestamp = "now"),
  ),
  inBody("listTokens", "contradiction", "/tokens/*/userId", "number", ({ body }) => (body.tokens[0].userId = 7.5)),
  inBody("listTokens", "contradiction", "/tokens/*", "string", ({ body }) => (body.tokens = ["text"])),
  inBody("listJunkInbox", "contradiction", "/rooms/*/roomId", "string", ({ body }) => (body.rooms[0].roomId = "1-2")),
  inBody(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/servicePhoneNumber",
    "string",
    ({ body }) => (body.rooms[0].servicePhoneNumber = "0202"),
  ),
  inBody(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/unregisteredDisplayName",
    "string",
    ({ body }) => (body.rooms[0].unregisteredDisplayName = "Bob"),
  ),
  inBody(
    "listJunkInbox",
    "contradiction",
    "/rooms/*/lastMessageTimestamp",
    "number",
    ({ body }) => (body.rooms[0].lastMessageTimestamp += 0.5),
  ),
  inBody(
    "getWebhookRelay",
    "contradiction",
    "/config/headers/*/*",
    "integer",
    ({ body }) => (body.config.headers[0]["X-Key"] = 1),
  ),
  inBody(
    "getWebhookRelay",
    "contradiction",
    "/config/headers/*",
    "string",
    ({ body }) => (body.config.headers = ["X-Key"]),
  ),
  inBody(
    "getWebhookRelay",
    "contradiction",
    "/config/successStatusCodes/*",
    "string",
    ({ body }) => (body.config.successStatusCodes = ["200"]),
  ),
];

const rules: Fault[] = [
  inBody("listJunkInbox", "contradiction", "/rooms", "more", ({ body }) => (body.pageSize = 1)),
  inBody("listJunkInbox", "contradiction", "/totalRooms", "fewer than were read", ({ body }) => (body.totalRooms = 1)),
  inBody("listJunkInbox", "contradiction", "/totalRooms", "fewer than were read", ({ body }) => (body.totalRooms = 3)),
  inBody("listJunkInbox", "contradiction", "/pageNumber", "the page before it", ({ body }) => (body.pageNumber = 0)),
  inBody("listJunkInbox", "contradiction", "/rooms", "those of the page before it", (reply) => {
    for (const one of reply.body.rooms) one.roomId = "1001:1";
  }),
  inBody("listWebhookRelayTypes", "new", "", "array", (reply) => (reply.body = ["sms", "voice"])),
];

const responses: Fault[] = (["listTokens", "listJunkInbox", "getWebhookRelay"] as const).flatMap((operation) => {
  const of = (name: string, fact: Pick<Fault, "kind" | "place" | "seen">, plant: Plant): Fault => ({
    ...{ name: `${operation} ${name}`, operation, pointer: "", ...fact, plant, hides: true },
  });
  const wrong = { kind: "contradiction" } as const;
  return [
    of("redirects", { ...wrong, place: "status", seen: "302" }, (reply) => (reply.status = 302)),
    of("is HTML", { ...wrong, place: "content type", seen: "text/html" }, (reply) => {
      Object.assign(reply, { contentType: "text/html", body: "<html>" });
    }),
    of(
      "has no content type",
      { ...wrong, place: "content type", seen: "none" },
      (reply) => (reply.contentType = undefined),
    ),
    of(
      "has another content type",
      { ...wrong, place: "content type", seen: "an unusual one" },
      (reply) => (reply.contentType = "text/x-odd"),
    ),
    of("is no JSON", { ...wrong, place: "body", seen: "not JSON" }, (reply) => (reply.body = '{"success": tr')),
    of("is empty", { ...wrong, place: "body", seen: "none" }, (reply) => (reply.body = undefined)),
    of("is an array", { ...wrong, place: "body", seen: "array" }, (reply) => (reply.body = [])),
  ];
});

const statuses: Fault[] = [
  {
    name: "getWebhookRelay has status 201",
    operation: "getWebhookRelay",
    kind: "contradiction",
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

/** A service that drifts: each of them alone, or several at once. */
export const faults: readonly Fault[] = [...fields, ...values, ...rules, ...responses, ...statuses];
