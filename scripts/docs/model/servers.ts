import { asObject } from "../../../src/openapi/json.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import * as servers from "../../../src/openapi/servers.ts";
import type { Contract, PathOperation } from "../../contract.ts";
import type { Field } from "./blocks.ts";

type Server = Contract["servers"][number];

/** Returns the known servers of the contract, or of an operation: its own, its path's or else the contract's. */
export function knownServersOf(contract: Contract, { keys }: Pick<PathOperation, "keys"> = { keys: [] }): Server[] {
  const nodes = [keys, keys.slice(0, -1), []].map((path) => asObject(valueAt(contract, path)));
  const candidates = (nodes.find((node) => Array.isArray(node["servers"]))?.["servers"] ?? []) as Server[];
  return candidates.filter((server) => servers.knownServersOf({ servers: [server] }).length > 0);
}

/** Describes servers and the variables of their addresses. */
export const createServerFields = (knownServers: Server[]): Field[] =>
  knownServers.map(({ url, description = "", variables = {} }) => ({
    name: url,
    description,
    fields: Object.entries(variables).map(([name, { default: value, enum: values = [], description: words = "" }]) => ({
      name,
      ...(values.length > 0 && { type: values.map((choice) => JSON.stringify(choice)).join(" or ") }),
      description: `${words} Default \`${value}\`.`.trim(),
    })),
  }));
