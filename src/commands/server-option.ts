import { addressesOf, knownServersOf } from "../openapi/servers.ts";
import { fail } from "./exit.ts";

/**
 * Returns the address of a server that the contract declares, by its name: a server is called only
 * if it was chosen by name.
 * @throws ExitError with the names if there is no such server.
 */
export function findServer(document: object, name: string): string {
  const addresses = new Map(
    knownServersOf(document).flatMap((server) =>
      // A name is that of the server, or the values of its variables, such as a region.
      addressesOf(server).map(({ address, values }) => [
        (values.join(" ") || server.name).toLowerCase(),
        address,
      ]),
    ),
  );
  const address = addresses.get(name.toLowerCase());
  if (address !== undefined) return address;
  const names = [...addresses.keys()].join(", ");
  return fail(
    names === ""
      ? "The contract knows no address of the service, so --server has no names: leave it out."
      : `--server takes the name of a server in the contract: ${names}.`,
  );
}
