import { addressOf, knownServersOf, type Server } from "../openapi/servers.ts";
import { fail } from "./command.ts";

/**
 * Returns the address of a server that the contract declares, by its name. Nobody calls one that wasn't named.
 * @throws Ending with the names if there is no such server.
 */
export function findServer(document: object, name: string): string {
  const addresses = new Map(knownServersOf(document).flatMap(listAddresses));
  const address = addresses.get(name.toLowerCase());
  if (address !== undefined) return address;
  const names = [...addresses.keys()].join(", ");
  return fail(
    names === ""
      ? "The contract knows no address of the service, so --server has no names: leave it out."
      : `--server takes the name of a server in the contract: ${names}.`,
  );
}

/**
 * Returns the addresses of a server with their names in lower case: the values of its enumerated variables, such as a
 * region, or else the name of the server.
 */
function listAddresses(server: Server): [name: string, address: string][] {
  const choices = Object.entries(server.variables).reduce<Record<string, string>[]>(
    (list, [variable, { enum: values }]) =>
      values ? list.flatMap((choice) => values.map((value) => ({ ...choice, [variable]: value }))) : list,
    [{}],
  );
  return choices.map((choice) => [
    (Object.values(choice).join(" ") || server.name).toLowerCase(),
    addressOf(server, choice),
  ]);
}
