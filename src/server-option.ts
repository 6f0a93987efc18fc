import { fail } from "./command.ts";
import { asList, asObject, type JsonObject } from "./openapi/json.ts";

/**
 * Returns the address of a server that the contract declares, by its name. Nobody calls one that wasn't named.
 * @throws Ending with the names if there is no such server.
 */
export function findServer(document: object, name: string): string {
  const servers = new Map(asList(asObject(document)["servers"]).flatMap((server) => readServer(asObject(server))));
  const url = servers.get(name.toLowerCase());
  if (url !== undefined) return url;
  const names = [...servers.keys()].join(", ");
  return fail(
    names === ""
      ? "The contract knows no address of the service, so --server has no names: leave it out."
      : `--server takes the name of a server in the contract: ${names}.`,
  );
}

/**
 * Returns the addresses of a server with their names in lower case: the values of an enumerated variable, such as a
 * region, or else the server's name, its description or its host.
 */
function readServer({ url, name, description, variables }: JsonObject): [name: string, url: string][] {
  const values = Object.entries(asObject(variables)).map(([key, variable]) => {
    const { enum: choices, default: value } = asObject(variable);
    return { key, isEnumerated: Array.isArray(choices), choices: Array.isArray(choices) ? choices : [value] };
  });
  // An address that is one variable isn't known: its default is the mock's.
  if (values.some(({ key, isEnumerated }) => url === `{${key}}` && !isEnumerated)) return [];
  const combinations = values.reduce<{ address: string; names: string[] }[]>(
    (list, { key, isEnumerated, choices }) =>
      list.flatMap(({ address, names }) =>
        choices.map((choice) => ({
          address: address.replaceAll(`{${key}}`, `${choice}`),
          names: isEnumerated ? [...names, `${choice}`] : names,
        })),
      ),
    [{ address: `${url}`, names: [] }],
  );
  return combinations.flatMap(({ address, names }): [string, string][] => {
    if (!URL.canParse(address)) return [];
    const serverName = names.join(" ") || `${name ?? description ?? new URL(address).host}`;
    return [[serverName.toLowerCase().replace(/\.$/, ""), address.replace(/\/+$/, "")]];
  });
}
