import { type Contract, type PathOperation, pathOperations } from "../contract.ts";

/** The operation that a newcomer calls first: the first one that reads, needs no path value, and has an example. */
export function firstCall(
  contract: Contract,
): { located: PathOperation; address: string; response: string } | undefined {
  const located = pathOperations(contract).find(
    ({ method, pathValues, success }) =>
      method === "GET" && pathValues.length === 0 && Object.keys(success?.media?.examples ?? {}).length > 0,
  );
  const [named] = Object.entries(located?.success?.media?.examples ?? {});
  if (!located || !named) return undefined;
  const [name, { value }] = named;
  const { operation, path, success } = located;
  // What the mock sends, but the headers of every HTTP server.
  const response = [
    `HTTP/1.1 ${success?.status === "2XX" ? "200" : success?.status} OK`,
    `content-type: ${success?.mediaType}`,
    "mock-source: contract",
    `mock-example: ${name}`,
    ...(success?.status === "2XX" ? ["mock-unspecified: status"] : []),
    `mock-operation: ${operation.operationId}`,
    "",
    JSON.stringify(value),
  ].join("\n");
  return { located, address: `http://127.0.0.1:4010${path}?token=demo-token-not-secret`, response };
}
