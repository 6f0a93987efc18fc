import { asObject } from "../../../src/openapi/json.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { type Contract, type PathOperation, unknownIdsOf } from "../../contract.ts";
import type { Field } from "./blocks.ts";

type Server = Contract["servers"][number];

/** Returns the known servers of the contract, or of an operation: its own, its path's or else the contract's. */
export function knownServersOf(contract: Contract, { keys }: Pick<PathOperation, "keys"> = { keys: [] }): Server[] {
  const nodes = [keys, keys.slice(0, -1), []].map((path) => asObject(valueAt(contract, path)));
  const servers = (nodes.find((node) => Array.isArray(node["servers"]))?.["servers"] ?? []) as Server[];
  return servers.filter((server) => unknownIdsOf(contract, server).length === 0 && URL.canParse(addressOf(server)));
}

/** Returns the address of a server, with the default of each variable. */
export const addressOf = ({ url, variables = {} }: Server): string =>
  url.replaceAll(/\{([^}]+)\}/g, (gap, name) => variables[name]?.default ?? gap).replace(/\/$/, "");

/** Describes servers and the variables of their addresses. */
export const createServerFields = (servers: Server[]): Field[] =>
  servers.map(({ url, description = "", variables = {} }) => ({
    name: url,
    description,
    fields: Object.entries(variables).map(([name, { default: value, enum: values = [], description: words = "" }]) => ({
      name,
      ...(values.length > 0 && { type: values.map((choice) => JSON.stringify(choice)).join(" or ") }),
      description: `${words} Default \`${value}\`.`.trim(),
    })),
  }));
