import { stringify } from "yaml";
import { type Contract, readContract } from "../contract/document.ts";
import { documentedOperations } from "../contract/operations.ts";

/**
 * What each copy has under a name of its own: operations, as paths and the index name them, and
 * schemas.
 */
const names =
  /"(#\/components\/schemas\/|operationId":"|summary":"|name":"(?=[^"]+","operationId))[^"]+/g;

/**
 * Returns our contract as YAML, with copies of its operations and schemas, until `size` operations
 * are documented.
 */
export function grownContract(size: number): string {
  const contract = readContract();
  const grown = structuredClone(contract);
  // An unknown is marked once.
  const text = JSON.stringify(contract, (key, value) =>
    key === "x-not-shown" ? undefined : value,
  );
  for (let count = 2; count <= size / documentedOperations(contract).length; count++) {
    const copy: Contract = JSON.parse(text.replaceAll(names, `$&${count}`));
    for (const [path, item] of Object.entries(copy.paths))
      grown.paths[path.replace("/api/v2", `/api/v2/more${count}`)] = item;
    for (const [name, schema] of Object.entries(copy.components.schemas))
      grown.components.schemas[`${name}${count}`] = schema;
    for (const [area, rows] of Object.entries(copy["x-operation-index"]))
      grown["x-operation-index"][area]?.push(...rows.filter(({ operationId }) => operationId));
  }
  return stringify(grown, { aliasDuplicateObjects: false });
}
