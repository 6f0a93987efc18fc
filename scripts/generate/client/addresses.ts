import { operationsOf } from "../../../src/openapi/operations.ts";
import { knownServersOf, serverUrlsOf } from "../../../src/openapi/servers.ts";
import { serverOf } from "../../contract/client-spec.ts";
import type { Contract } from "../../contract/document.ts";

/** The modules of the client that `generated/service.ts` imports if it needs them. */
export type ClientModule = "credentials" | "schemes" | "servers";

/** Writes code of a module, which is then imported. */
export type ImportFrom = (module: ClientModule, code: string) => string;

/**
 * Writes the part of `generated/service.ts` about addresses. Without a known one, nothing is
 * bundled.
 */
export function writeAddresses(contract: Contract, from: ImportFrom): string {
  const servers = knownServersOf(contract);
  const hasOwnServers = operationsOf(contract).some(
    (operation) => serverOf(operation) !== undefined,
  );
  const variables = servers.flatMap((server) => Object.entries(server.variables));
  const members = [...new Map(variables)].map(
    ([name, { enum: values }]) =>
      `readonly ${JSON.stringify(name)}?: ${values?.map((value) => JSON.stringify(value)).join(" | ") ?? "string"}`,
  );
  const names = servers.map((server) => JSON.stringify(server.name)).join(" | ");
  const choice =
    servers.length > 0 ? ` | { ${[`readonly server?: ${names}`, ...members].join("; ")} }` : "";
  const tables = servers.map((server) => JSON.stringify(server));
  const urls = servers.flatMap(serverUrlsOf).map(({ url }) => {
    // As the client's base URL: without a default port.
    const { origin, pathname } = new URL(url);
    return (origin + pathname).replace(/\/$/, "");
  });
  return `/** The address of the service${choice && ", or the choice of one of its servers"}. */
export type ServiceAddress = string${choice};

/** Returns the address for the option \`baseUrl\`. */
${
  servers.length > 0
    ? `export const toBaseUrl: (option?: ServiceAddress) => string | undefined = ${from("servers", `chooseServer([${tables.join(", ")}])`)};`
    : "export function toBaseUrl(option: ServiceAddress | undefined): string | undefined {\n  return option;\n}"
}

/** Sends a call to the server of its operation. */
${
  hasOwnServers && servers.length > 0
    ? `export const resolveServer = ${from("servers", `toOwnServer(${JSON.stringify(urls)})`)};`
    : "export const resolveServer = (_call: object): void => {};"
}
`;
}
