import { asList, asObject } from "./json.ts";

/** A server whose URL is known. */
export interface Server {
  /** Its name, its description or its host. */
  readonly name: string;
  readonly url: string;
  readonly variables: Readonly<
    Record<string, { readonly default: string; readonly enum?: readonly string[] }>
  >;
}

/** Reads the servers of a document or an operation. One without a name has that of its host. */
export const serversOf = (node: object): Server[] =>
  asList(asObject(node)["servers"]).map((value) => {
    const { url, name, description, variables } = asObject(value);
    const entries = Object.entries(asObject(variables)).map(([variable, fields]) => {
      const { default: fallback, enum: values } = asObject(fields);
      return [
        variable,
        { default: `${fallback}`, ...(Array.isArray(values) && { enum: values.map(String) }) },
      ] as const;
    });
    const server = { url: `${url}`, variables: Object.fromEntries(entries) };
    const words = `${name ?? description ?? ""}`.trim().replace(/\s+/g, " ").replace(/\.$/, "");
    return { name: words, ...server };
  });

/**
 * Returns the known servers of a document or an operation. A URL that is a variable of any
 * value isn't known.
 */
export const knownServersOf = (node: object): Server[] =>
  serversOf(node).flatMap((server) => {
    const variables = Object.entries(server.variables);
    if (variables.some(([name, { enum: values }]) => server.url === `{${name}}` && !values))
      return [];
    const url = serverUrlOf(server);
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return [];
    return { ...server, name: server.name || new URL(url).host };
  });

const maxUrls = 100;

/** Returns the URLs of a server, each with the values of its enumerated variables. */
export function serverUrlsOf(server: Server): { url: string; values: string[] }[] {
  const choices = Object.entries(server.variables).reduce<Record<string, string>[]>(
    (list, [name, { enum: values }]) =>
      values
        ? list
            .flatMap((choice) => values.map((value) => ({ ...choice, [name]: value })))
            .slice(0, maxUrls)
        : list,
    [{}],
  );
  return choices.map((choice) => ({
    url: serverUrlOf(server, choice),
    values: Object.values(choice),
  }));
}

/** Returns the URL of a server: variables have their default, unless there is another value. */
export const serverUrlOf = (
  { url, variables }: Pick<Server, "url" | "variables">,
  values: Readonly<Record<string, unknown>> = {},
): string =>
  url
    .replace(
      /{(.+?)}/g,
      (gap, variable: string) => `${values[variable] ?? variables[variable]?.default ?? gap}`,
    )
    .replace(/\/+$/, "");

/** Returns whether the host name of a URL is this machine's, whatever a name server says. */
export const isLoopbackName = (hostname: string): boolean =>
  /^((.+\.)?localhost|127[.\d]+|\[::1])$/.test(hostname);
