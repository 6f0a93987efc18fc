import { stringify } from "yaml";
import { readContract } from "../contract/document.ts";
import { documentedOperations } from "../contract/operations.ts";

/** Returns our contract as YAML, with its operations and schemas repeated under other names until `size` are documented. */
export function grownContract(size: number): string {
  const contract = readContract();
  const times = Math.ceil(size / documentedOperations(contract).length);
  const suffixes = Array.from({ length: times }, (_, index) => (index === 0 ? "" : `${index + 1}`));
  const repeat = <Value>(map: Record<string, Value>, rename: (name: string, suffix: string) => string) => {
    const entries = suffixes.flatMap((suffix) =>
      Object.entries(map).map(([name, value]) => [rename(name, suffix), withSuffix(value, suffix)] as const),
    );
    return Object.fromEntries(entries);
  };
  const index = Object.entries(contract["x-operation-index"]).map(([area, rows]) => {
    const grownRows = rows.flatMap(({ operationId, ...row }) =>
      operationId
        ? suffixes.map((suffix) => ({ ...row, name: row.name + suffix, operationId: operationId + suffix }))
        : row,
    );
    return [area, grownRows];
  });
  const { paths, components } = contract;
  const grown = {
    ...contract,
    paths: repeat(paths, (path, suffix) => path.replace("/api/v2/", suffix ? `$&more${suffix}/` : "$&")),
    components: { ...components, schemas: repeat(components.schemas, (name, suffix) => name + suffix) },
    "x-operation-index": Object.fromEntries(index),
  };
  return stringify(grown, { aliasDuplicateObjects: false });
}

/** Copies a part of a contract. Its operations and references to schemas get a suffix; it has no unknowns of its own. */
const withSuffix = <Part>(part: Part, suffix: string): Part =>
  JSON.parse(
    JSON.stringify(part, (key, value) => (suffix && key === "x-not-shown" ? undefined : value)).replaceAll(
      /("#\/components\/schemas\/|"(?:operationId|summary)":")[^"]+/g,
      `$&${suffix}`,
    ),
  );
