import { readData } from "../data.ts";
import { contractOf, type Operations } from "./contract.ts";

/** A request as it arrives. */
export interface Received {
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
}

const data = readData("docs/sample-calls.yaml");
const operations: Operations = data.operations;
export const callsContract = contractOf(operations, (copy) => {
  Object.assign(copy.components.securitySchemes ?? {}, data.securitySchemes);
});
export const calls = Object.keys(operations).map((id): [id: string, sent: Partial<Received>] => [
  id,
  data.sent[id] ?? {},
]);

export const environment = {
  PHONE_AGENT_TOKEN: "a token & more",
  PHONE_AGENT_BEARER: "a bearer",
  PHONE_AGENT_SESSION: "a-session",
  PHONE_AGENT_API_TOKEN: "a query token",
};

export async function receive(request: Request): Promise<Received> {
  const { pathname, searchParams } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const type = headers["content-type"] ?? "";
  const body = /form/.test(type) ? [...(await request.formData())] : await request.text();
  return {
    path: pathname,
    query: [...searchParams],
    headers,
    body: /json/.test(type) ? JSON.parse(`${body}`) : body,
  };
}

/** Returns the response to a received request: a redirect, a list, a choice or a text. */
export const respondTo = ({ path }: Received): Response =>
  path.endsWith("/redirect")
    ? new Response(null, { status: 302, headers: { location: "https://example.com/moved" } })
    : new Response(path.endsWith("/choice") ? "{}" : path.endsWith("/items") ? "[1]" : "text");
