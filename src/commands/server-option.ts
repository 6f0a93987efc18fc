import { knownServersOf, serverUrlsOf } from "../openapi/servers.ts";
import { fail } from "./exit.ts";

/**
 * Returns the URL of a server that the contract declares, by its name: a server is called only
 * if it was chosen by name.
 * @throws ExitError with the names if there is no such server.
 */
export function findServer(document: object, name: string): string {
  const urls = new Map(
    knownServersOf(document).flatMap((server) =>
      // A name is that of the server, or the values of its variables, such as a region.
      serverUrlsOf(server).map(({ url, values }) => [
        (values.join(" ") || server.name).toLowerCase(),
        url,
      ]),
    ),
  );
  const url = urls.get(name.toLowerCase());
  if (url !== undefined) return url;
  const names = [...urls.keys()].join(", ");
  return fail(
    names === ""
      ? "The contract knows no address of the service, so --server has no names: leave it out."
      : `--server takes the name of a server in the contract: ${names}.`,
  );
}
