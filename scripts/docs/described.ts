import {
  type Contract,
  describeUnknowns,
  isObject,
  isPresenceUnknown,
  pathOperations,
  withDescendants,
} from "../contract.ts";

/** Copies the contract for Redoc, with each unknown in the description of its node. */
export function describeContract(contract: Contract): Contract {
  const { description, ...copy } = describeUnknowns(contract, (marks) =>
    marks.map(([, words]) => `**Unknown:** ${words}.`).join(" "),
  ) as Contract & { description?: string };
  // A document has no description: `info` contains the unknowns of the API as a whole.
  const info = {
    ...copy.info,
    description: [copy.info.description, description].filter(Boolean).join("\n\n"),
  };
  return withoutPresence({ ...copy, info });
}

/** Removes `required` from the schemas of responses while the presence of fields is unknown. */
function withoutPresence(contract: Contract): Contract {
  if (!isPresenceUnknown(contract)) return contract;
  const operations = pathOperations(contract).map(({ operation }) => operation);
  const requestNodes = new Set(
    withDescendants(
      contract,
      operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    ),
  );
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (!isObject(node) || requestNodes.has(node)) return node;
    const entries = Object.entries(node).filter(([key, value]) => key !== "required" || !Array.isArray(value));
    return Object.fromEntries(entries.map(([key, value]) => [key, key === "examples" ? value : strip(value)]));
  };
  return { ...contract, ...(strip({ paths: contract.paths, components: contract.components }) as Contract) };
}
