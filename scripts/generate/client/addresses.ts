import { type Contract, type PathOperation, pathOperations } from "../../contract.ts";

type Server = Contract["servers"][number];

/** Writes the part of `generated/service.ts` about addresses. Without a known one, nothing is bundled. */
export function writeAddresses(contract: Contract): string {
  const servers = contract.servers.filter(isKnown);
  const hasOwnServers = pathOperations(contract).some((pathOperation) => serverOf(pathOperation) !== undefined);
  const variables = servers.flatMap((server) => Object.entries(server.variables ?? {}));
  const members = [...new Map(variables)].map(
    ([name, { enum: values }]) =>
      `readonly ${JSON.stringify(name)}?: ${values?.map((value) => JSON.stringify(value)).join(" | ") ?? "string"}`,
  );
  const names = servers.map((server) => JSON.stringify(nameOf(server))).join(" | ");
  const choice = servers.length > 0 ? ` | { ${[`readonly server?: ${names}`, ...members].join("; ")} }` : "";
  const tables = servers.map((server) => JSON.stringify(tableOf(server)));
  const patterns = servers.map(({ url }) => `/^${escapePattern(withoutSlash(url)).replace(/\\{.+?\\}/g, "[^/]*?")}/`);
  return `/** The address of the service${choice && ", or the choice of one of its servers"}. */
export type ServiceAddress = string${choice};

/** Returns the address for the option \`baseUrl\`. */
${
  servers.length > 0
    ? `export const toBaseUrl: (option?: ServiceAddress) => string | undefined = servers.chooseServer([${tables.join(", ")}]);`
    : "export function toBaseUrl(option: ServiceAddress | undefined): string | undefined {\n  return option;\n}"
}

/** Sends an operation to its own server. */
${
  hasOwnServers && servers.length > 0
    ? `export const relocate = servers.relocate([${patterns.join(", ")}]);`
    : "export function relocate<Call>(call: Call): Call {\n  return call;\n}"
}
`;
}

/** Returns the address of the server that only this operation has, with the defaults of its variables. */
export function serverOf({ operation }: PathOperation): string | undefined {
  const server = (operation as { servers?: Server[] }).servers?.find(isKnown);
  return server && withoutSlash(server.url.replace(/{(.+?)}/g, (_, name) => server.variables?.[name]?.default ?? ""));
}

const isKnown = ({ url }: Server): boolean => /^https?:\/\//.test(url);

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Returns the name of a server: its description without the full stop, or else its host. */
const nameOf = ({ url, description = "" }: Server): string =>
  description.trim().replace(/\s+/g, " ").replace(/\.$/, "") || url.replace(/^https?:\/\/|\/.*/g, "");

const tableOf = (server: Server): object => ({
  name: nameOf(server),
  url: server.url,
  variables: Object.fromEntries(
    Object.entries(server.variables ?? {}).map(([name, { default: standard, enum: values }]) => [
      name,
      { default: standard, enum: values },
    ]),
  ),
});
