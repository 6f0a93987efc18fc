import { asObject } from "../../../src/openapi/json.ts";
import { indexEntries } from "../../../src/openapi/operation-index.ts";
import { documentedOperations } from "../../contract/operations.ts";
import { isNonBlank, type Rule } from "../rule.ts";

/** The index and the paths have the same documented operations, areas and methods. */
export default ((contract, report) => {
  const operations = documentedOperations(contract).filter(({ operation }) =>
    isNonBlank(operation.operationId),
  );
  const operationsById = new Map(operations.map((item) => [item.operation.operationId, item]));
  const areas = [contract.tags ?? []].flat().map(({ name }) => name);
  const usedEntries = new Set<string>();
  for (const area of Object.keys(asObject(contract["x-operation-index"]))) {
    const message = `"${area}" isn't an area. The tags are: ${areas.join(", ")}.`;
    report(["x-operation-index", area], !areas.includes(area) && message);
  }
  for (const { area, method, name, operationId: id, keys } of indexEntries(contract)) {
    const messages: string[] = [];
    for (const entry of [`${area}: ${method} ${name}`, ...(id === undefined ? [] : [id])]) {
      if (usedEntries.has(entry)) messages.push(`"${entry}" is listed twice.`);
      usedEntries.add(entry);
    }
    const pathOperation = operationsById.get(id ?? "");
    if (id !== undefined && messages.length === 0) {
      if (!pathOperation) messages.push(`No path has the operation "${id}".`);
      else if (pathOperation.method !== method)
        messages.push(`"${id}" is ${pathOperation.method} in the paths.`);
      else if (pathOperation.operation.tags?.[0] !== area)
        messages.push(`"${id}" has another tag in the paths.`);
    }
    for (const message of messages) report(keys, message);
  }
  for (const { keys, operation } of operations)
    report(
      keys,
      !usedEntries.has(operation.operationId) && `The index has no "${operation.operationId}".`,
    );
}) satisfies Rule;
