import { readContract } from "../../../scripts/contract/document.ts";
import { createRandom, pick } from "../../../scripts/tools/random.ts";
import { indexEntries } from "../../../src/openapi/operation-index.ts";

import { paths } from "./paths.ts";

/** The kind of a value in the made-up service. */
type Kind = "text" | "integer" | "number" | "boolean" | "uuid" | "time" | "email" | "list" | "record";

export interface Field {
  name: string;
  kind: Kind;
  nullable?: boolean;
  optional?: boolean;
}

export interface TruthOperation {
  area: string;
  name: string;
  method: string;
  /** A template below the base URL. */
  path: string;
  query: Field[];
  request?: { mediaType: string; fields: Field[] };
  /** The status of a success, and its fields, if it has content. */
  success: { status: number; listed?: string; fields: Field[] };
  /** The statuses of its failures. */
  failures: number[];
}

/** The operations that the contract documents, with its shapes. */
const documentedOperations: Record<string, Partial<TruthOperation>> = {
  listTokens: {
    success: {
      status: 200,
      listed: "tokens",
      fields: readFields("token:text description:text type:text timestamp:digits userId:integer"),
    },
  },
  listJunkInbox: {
    query: readFields("paginate:boolean page:integer pageSize:integer unreadOnly:boolean"),
    success: { status: 200, listed: "rooms", fields: [] },
  },
  listWebhookRelayTypes: { success: { status: 200, listed: "types", fields: readFields("name:text enabled:boolean") } },
  getWebhookRelay: { success: { status: 200, fields: [] } },
  deleteSipRegistration: { success: { status: 200, fields: [] } },
};

function readFields(text: string): Field[] {
  return text.split(" ").map((pair) => {
    const [name = "", kind = "text"] = pair.split(":");
    return { name, kind: (kind === "digits" ? "text" : kind) as Kind };
  });
}

const nouns = "label state owner origin target note amount detail group priority region locale channel".split(" ");
const kinds: Kind[] = ["text", "integer", "number", "boolean", "uuid", "time", "email", "list", "record"];

/** Returns all 97 operations of a service, made up from their names and fixed random values. */
export function makeTruth(): TruthOperation[] {
  const random = createRandom(1);
  return indexEntries(readContract()).map(({ area, method: indexMethod, name, operationId }) => {
    const keys = Object.keys(paths).filter((candidate) => candidate.endsWith(` ${name}`));
    // A method that becomes known later may be another one.
    const key = keys.find((candidate) => candidate.startsWith(`${indexMethod} `)) ?? `${keys[0]}`;
    const [method = ""] = key.split(" ");
    const fieldNouns = nouns.filter(() => random() < 0.4);
    const madeFields = fieldNouns.map((noun): Field => {
      return {
        name: random() < 0.5 ? noun : `${noun}${pick(random, ["Id", "Name", "At", "Count"])}`,
        kind: pick(random, kinds),
        ...(random() < 0.2 && { nullable: true }),
        ...(random() < 0.2 && { optional: true }),
      };
    });
    const isList = method === "GET" && /list|all|search|types/i.test(name);
    const operation: TruthOperation = {
      area,
      name,
      method,
      path: `/api/v2/${paths[key]}`,
      query: method === "GET" && random() < 0.4 ? readFields("limit:integer search:text archived:boolean") : [],
      success: {
        status: method === "DELETE" && random() < 0.5 ? 204 : 200,
        ...(isList && { listed: "records" }),
        fields: [{ name: "id", kind: "integer" }, ...madeFields],
      },
      failures: random() < 0.5 ? [pick(random, [400, 404, 409])] : [],
      ...(/CSV/.test(name) && { request: { mediaType: "multipart/form-data", fields: [] } }),
      ...(/^(POST|PUT)$/.test(method) &&
        !/CSV/.test(name) && { request: { mediaType: "application/json", fields: madeFields.slice(0, 4) } }),
      ...documentedOperations[operationId ?? ""],
    };
    if (operation.success.status === 204) operation.success = { status: 204, fields: [] };
    return operation;
  });
}
