import { asList, asObject } from "./json.ts";

/** A server whose address is known. */
export interface Server {
  /** Its name, its description or its host. */
  readonly name: string;
  readonly url: string;
  readonly variables: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
}

/** Returns the known servers of a document or an operation. An address that is a variable of any value isn't known. */
export const knownServersOf = (node: object): Server[] =>
  asList(asObject(node)["servers"]).flatMap((value) => {
    const { url, name, description, variables } = asObject(value);
    const entries = Object.entries(asObject(variables)).map(([variable, fields]) => {
      const { default: standard, enum: values } = asObject(fields);
      return [
        variable,
        { default: `${standard}`, ...(Array.isArray(values) && { enum: values.map(String) }) },
      ] as const;
    });
    const server = { url: `${url}`, variables: Object.fromEntries(entries) };
    if (entries.some(([variable, { enum: values }]) => url === `{${variable}}` && !values)) return [];
    const address = addressOf(server);
    if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return [];
    const words = `${name ?? description ?? ""}`.trim().replace(/\s+/g, " ").replace(/\.$/, "");
    return { name: words || new URL(address).host, ...server };
  });

/** Returns the address of a server: variables have their default, unless there is another value. */
export const addressOf = (
  { url, variables }: Pick<Server, "url" | "variables">,
  values: Readonly<Record<string, unknown>> = {},
): string =>
  url
    .replace(/{(.+?)}/g, (gap, variable: string) => `${values[variable] ?? variables[variable]?.default ?? gap}`)
    .replace(/\/+$/, "");
