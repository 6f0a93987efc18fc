import { asList, asObject } from "../../../src/openapi/json.ts";
import { indexEntries } from "../../../src/openapi/operation-index.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { isNonBlank, type Rule } from "../rule.ts";

/** The index and the paths have the same documented operations, areas and methods. */
export default ((contract, report) => {
  const operations = operationsOf(contract).filter(({ node }) => isNonBlank(node["operationId"]));
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
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
    const operation = operationsById.get(id ?? "");
    if (id !== undefined && messages.length === 0) {
      if (!operation) messages.push(`No path has the operation "${id}".`);
      else if (operation.method !== method)
        messages.push(`"${id}" is ${operation.method} in the paths.`);
      else if (asList(operation.node["tags"])[0] !== area)
        messages.push(`"${id}" has another tag in the paths.`);
    }
    for (const message of messages) report(keys, message);
  }
  for (const { id, keys } of operations)
    report(keys, !usedEntries.has(id) && `The index has no "${id}".`);
}) satisfies Rule;
