import * as servers from "../../../src/openapi/servers.ts";
import type { Contract, Server } from "../../contract/document.ts";
import type { PathOperation } from "../../contract/operations.ts";
import type { Field } from "./blocks.ts";

/** Returns the known servers of the contract, or of an operation: its own or else the contract's. */
export function knownServersOf(contract: Contract, { operation }: Partial<PathOperation> = {}): Server[] {
  const candidates = operation?.servers ?? contract.servers;
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
