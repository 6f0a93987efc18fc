import { type Server, serverUrlOf } from "../openapi/servers.ts";
import { definedEntries } from "./entries.ts";
import { configError } from "./errors.ts";

// Known addresses of the service, which only some contracts have.

/** Chooses the address for the option `baseUrl`. The default is the first server's. */
export const chooseServer =
  (servers: readonly Server[]) =>
  (option: string | object = {}): string => {
    if (typeof option === "string") return option;
    const variableNames = [...new Set(servers.flatMap(({ variables }) => Object.keys(variables)))];
    const { server: name, ...values } = Object.fromEntries(
      definedEntries(option, ["server", ...variableNames]),
    );
    const server = servers.find(
      (candidate) =>
        (name === undefined || candidate.name === name) &&
        Object.keys(values).every((variable) => Object.hasOwn(candidate.variables, variable)),
    );
    if (!server) {
      const names = servers.map((candidate) => JSON.stringify(candidate.name)).join(", ");
      throw configError(`\`baseUrl.server\` must be one of ${names}, and have these variables.`);
    }
    for (const [variable, value] of Object.entries(values)) {
      const list = server.variables[variable]?.enum;
      if (value === undefined || (typeof value === "string" && (list?.includes(value) ?? true)))
        continue;
      throw configError(
        `\`baseUrl.${variable}\` must be ${list ? `one of ${list.join(", ")}` : "a string"}.`,
      );
    }
    return serverUrlOf(server, values);
  };

/**
 * Sends an operation with its own server there, unless the client calls another address than those
 * of the contract, such as a mock.
 * @param urls The URLs of the servers: a variable has each value of its list, else its default.
 */
export const toOwnServer =
  (urls: readonly string[]) =>
  (call: {
    settings: { baseUrl: string };
    spec: { server?: string };
    request: { url: string };
  }): void => {
    const { settings, spec, request } = call;
    if (spec.server && urls.includes(settings.baseUrl))
      call.request = {
        ...request,
        url: spec.server + request.url.slice(settings.baseUrl.length),
      };
  };
