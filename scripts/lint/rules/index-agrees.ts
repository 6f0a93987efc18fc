import { isObject, pathOperations } from "../../contract.ts";
import { isText, type LintProblem, type Rule } from "../rule.ts";

/** The index and the paths have the same documented operations, areas and methods. The description has their number. */
export default ((contract) => {
  const operationsWithId = pathOperations(contract).filter(({ operation }) => isText(operation.operationId));
  const operationsById = new Map(operationsWithId.map((entry) => [entry.operation.operationId, entry]));
  const areas = [contract.tags ?? []].flat().map(({ name }) => name);
  const rows = new Set<string>();
  const ids = new Set<string>();
  const index = [contract["x-operation-index"] ?? []].flat().filter(isObject);
  const problems = index.flatMap(({ area, method, name, operationId }, position): LintProblem[] => {
    const row = `${area}: ${method} ${name}`;
    const messages = [
      ...(areas.includes(area) ? [] : [`"${area}" isn't an area: no tag has its name.`]),
      ...(rows.has(row) ? [`"${row}" is listed twice.`] : []),
    ];
    rows.add(row);
    if (operationId !== undefined) {
      const pathOperation = operationsById.get(operationId);
      if (!pathOperation) messages.push(`No path has the operation "${operationId}".`);
      else if (ids.has(operationId)) messages.push(`"${operationId}" is listed twice.`);
      else if (pathOperation.method !== method)
        messages.push(`"${operationId}" is ${pathOperation.method} in the paths.`);
      else if (pathOperation.operation.tags?.[0] !== area)
        messages.push(`"${operationId}" has another tag in the paths.`);
      ids.add(operationId);
    }
    return messages.map((message) => ({ message, path: ["x-operation-index", position] }));
  });
  const statedCount = /(?<=\ball )\d+(?= operations)/.exec(`${contract.info?.description}`)?.[0];
  const unlistedOperations = [...operationsById.values()].filter(({ operation }) => !ids.has(operation.operationId));
  return [
    ...problems,
    ...(statedCount && statedCount !== `${index.length}`
      ? [{ message: `The index has ${index.length} operations, not ${statedCount}.`, path: ["info", "description"] }]
      : []),
    ...unlistedOperations.map(({ keys, operation }) => ({
      message: `The index has no "${operation.operationId}".`,
      path: keys,
    })),
  ];
}) satisfies Rule;
