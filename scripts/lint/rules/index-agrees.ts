import { isObject, pathOperations } from "../../contract.ts";
import { type Finding, isText, type Rule } from "../rule.ts";

/** The index and the paths name the same documented operations, under the same areas and methods, and none is lost. */
export const indexAgrees: Rule = (contract) => {
  const named = pathOperations(contract).filter(({ operation }) => isText(operation.operationId));
  const documented = new Map(named.map((entry) => [entry.operation.operationId, entry]));
  const areas = [contract.tags ?? []].flat().map(({ name }) => name);
  const rows = new Set<string>();
  const ids = new Set<string>();
  const index = [contract["x-operation-index"] ?? []].flat().filter(isObject);
  const findings = index.flatMap(({ area, method, name, operationId }, at): Finding[] => {
    const row = `${area}: ${method} ${name}`;
    const messages = [
      ...(areas.includes(area) ? [] : [`"${area}" is not an area: no tag has its name.`]),
      ...(rows.has(row) ? [`"${row}" is listed twice.`] : []),
    ];
    rows.add(row);
    if (operationId !== undefined) {
      const found = documented.get(operationId);
      if (!found) messages.push(`No path has the operation "${operationId}".`);
      else if (ids.has(operationId)) messages.push(`"${operationId}" is listed twice.`);
      else if (found.method !== method) messages.push(`"${operationId}" is ${found.method} in the paths.`);
      else if (found.operation.tags?.[0] !== area) messages.push(`"${operationId}" has another tag in the paths.`);
      ids.add(operationId);
    }
    return messages.map((message) => ({ message, path: ["x-operation-index", at] }));
  });
  const said = /(?<=\ball )\d+(?= operations)/.exec(`${contract.info?.description}`)?.[0];
  const missing = [...documented.values()].filter(({ operation }) => !ids.has(operation.operationId));
  return [
    ...findings,
    ...(said && said !== `${index.length}`
      ? [{ message: `The index has ${index.length} operations, not ${said}.`, path: ["info", "description"] }]
      : []),
    ...missing.map(({ keys, operation }) => ({
      message: `The index lacks "${operation.operationId}".`,
      path: keys,
    })),
  ];
};
