import { pick } from "../../../scripts/tools/random.ts";
import type { Field, TruthOperation } from "./service.ts";

export interface SentRequest {
  method: string;
  /** The path and the query. */
  path: string;
  mediaType?: string;
  body?: unknown;
}

export interface ReceivedResponse {
  status: number;
  mediaType?: string;
  body?: unknown;
}

type Random = () => number;

/** Returns a request that a client of the service could send. */
export function createRequest(operation: TruthOperation, random: Random): SentRequest {
  const query = new URLSearchParams({ token: `t0p-s3cret-${Math.floor(random() * 1e9)}` });
  for (const field of operation.query) if (random() < 0.6) query.set(field.name, `${inputOf(field, random)}`);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(makePathValue(name, random)),
  );
  const { mediaType, fields = [] } = operation.request ?? {};
  return {
    method: operation.method,
    path: `${path}?${query}`,
    ...(mediaType && { mediaType, body: mediaType === "application/json" ? makeRecord(fields, random) : "--x--" }),
  };
}

/** Returns the response of the service. */
export function respond(operation: TruthOperation, { path }: SentRequest, random: Random): ReceivedResponse {
  const status = operation.failures.length > 0 && random() < 0.15 ? pick(random, operation.failures) : undefined;
  if (status)
    return respondWithJson(status, { success: false, error: { code: "E_EXAMPLE", detail: makeText(random) } });
  const { success } = operation;
  if (operation.path.endsWith("junkConversations"))
    return respondWithJson(200, makeJunkInbox(new URL(path, "http://x").searchParams, random));
  if (operation.path.endsWith("webhookRelay/{type}") && operation.method === "GET")
    return respondWithJson(200, makeRelay(random));
  if (success.fields.length === 0) return { status: success.status };
  const envelope = { success: true, message: makeText(random) };
  if (!success.listed) return respondWithJson(success.status, { ...envelope, ...makeRecord(success.fields, random) });
  const length = Math.floor(random() * 4);
  const list = Array.from({ length }, () =>
    success.listed === "tokens" ? makeToken(random) : makeRecord(success.fields, random),
  );
  return respondWithJson(success.status, { ...envelope, [success.listed]: list });
}

const respondWithJson = (status: number, body: unknown): ReceivedResponse => ({
  status,
  mediaType: "application/json",
  body,
});

function makeRecord(fields: readonly Field[], random: Random): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ optional }) => !optional || random() < 0.7)
      .map((field) => [field.name, field.nullable && random() < 0.3 ? null : makeValue(field, random)]),
  );
}

const inputOf = ({ name, kind }: Field, random: Random) =>
  name === "page"
    ? Math.floor(random() * 5)
    : kind === "integer"
      ? 1 + Math.floor(random() * 50)
      : makeValue({ name, kind }, random);

function makeValue({ kind }: Field, random: Random): unknown {
  const number = Math.floor(random() * 1e6);
  switch (kind) {
    case "integer":
      return number;
    case "number":
      return number + 0.25;
    case "boolean":
      return random() < 0.5;
    case "uuid":
      return makeUuid(random);
    case "time":
      return new Date(1.7e12 + number * 1e6).toISOString();
    case "email":
      return `${pick(random, people)}.${number}@mail.example`;
    case "list":
      return Array.from({ length: Math.floor(random() * 3) }, () => makeText(random));
    case "record":
      return { code: makeText(random), weight: number };
    default:
      return makeText(random);
  }
}

const people = "maria john ayesha wei olu ingrid".split(" ");
const makeText = (random: Random) => `${pick(random, people)} said ${Math.floor(random() * 1e6)} things`;
const makeHex = (random: Random, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
const makeUuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => makeHex(random, length)).join("-");

function makePathValue(name: string, random: Random): string {
  if (name === "type") return pick(random, ["sms", "call", "voicemail"]);
  if (name === "agentId") return `agt_${makeHex(random, 8)}`;
  if (name === "externalAccountId") return `${pick(random, people)}-${makeHex(random, 6)}`;
  return /^(account|organization|call|conversation)Id$/.test(name) ? makeUuid(random) : `${Math.floor(random() * 1e6)}`;
}

const makeToken = (random: Random) => ({
  token: makeHex(random, 32),
  description: makeText(random),
  type: pick(random, ["admin", "agent"]),
  timestamp: `${1.7e9 + Math.floor(random() * 1e6)}`,
  userId: Math.floor(random() * 1e6),
});

const makeRelay = (random: Random) => ({
  success: true,
  message: makeText(random),
  config: {
    url: `https://${makeHex(random, 8)}.example/relay`,
    timeout: Math.floor(random() * 60),
    headers: [{ "X-Custom": makeHex(random, 16) }],
    successStatusCodes: [200],
  },
});

function makeJunkInbox(query: URLSearchParams, random: Random) {
  const pageSize = Number(query.get("pageSize") ?? 20);
  const number = Math.floor(random() * 1e6);
  return {
    pageSize,
    pageNumber: Number(query.get("page") ?? 0),
    totalRooms: 200,
    rooms: Array.from({ length: Math.min(2, pageSize) }, (_, index) => ({
      roomId: `${number}:${number + index}`,
      name: makeText(random),
      id: number,
      image: `https://images.example/${makeHex(random, 12)}.png`,
      servicePhoneNumber: "+14155550132",
      unregistered: random() < 0.5,
      unregisteredDisplayName: "+14155550199",
      destinationInboxType: pick(random, ["JUNK", "SPAM"]),
      lastMessage: makeText(random),
      lastMessageTimestamp: 1.7e9 + number,
      chatAgentCampaignId: makeHex(random, 12),
    })),
  };
}
