import { type Contract, type PathOperation, pathOperations } from "../contract.ts";

interface FirstCall {
  pathOperation: PathOperation;
  address: string;
  /** The response in words. */
  label: string;
  /** The body, as the mock sends it, but formatted. */
  response: string;
}

/** Finds the operation that a newcomer calls first: the first that reads, takes no path value, and has an example. */
export function findFirstCall(contract: Contract): FirstCall | undefined {
  const pathOperation = pathOperations(contract).find(
    ({ method, pathValues, success }) =>
      method === "GET" && pathValues.length === 0 && Object.keys(success?.media?.examples ?? {}).length > 0,
  );
  const [example] = Object.values(pathOperation?.success?.media?.examples ?? {});
  if (!pathOperation || !example) return undefined;
  return {
    pathOperation,
    address: `http://127.0.0.1:4010${pathOperation.path}?token=demo-token-not-secret`,
    label: example.summary,
    response: JSON.stringify(example.value, null, 2),
  };
}
