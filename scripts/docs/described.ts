import { below, type Contract, describeUnknowns, documentedOperations, isObject } from "../contract.ts";
import { isPresenceUnknown } from "./fields.ts";
import { describe, foldedText } from "./markdown.ts";
import { addressOfUnknown, overviewAddress } from "./places.ts";
import { unknownLines } from "./unknowns.ts";

/** The contract with its unknowns in its descriptions, as Redoc shows them. */
export const describedContract = (contract: Contract): Contract => withoutPresence(withUnknowns(contract));

/** Each unknown at its place, whole; as a link, where it concerns the API as a whole. */
function withUnknowns(contract: Contract): Contract {
  const homes = addressOfUnknown(contract);
  return describeUnknowns(contract, (marks) => {
    const home = homes.get(marks[0]?.[0] ?? "") ?? "";
    return describe(foldedText(unknownLines({ contract, address: home === overviewAddress ? "" : home }, marks)));
  });
}

/** While presence is unknown, no field that a response alone has is called required. */
function withoutPresence(shown: Contract): Contract {
  if (!isPresenceUnknown(shown)) return shown;
  const operations = documentedOperations(shown).map(({ operation }) => operation);
  const sent = new Set(
    below(
      shown,
      operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    ),
  );
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (!isObject(node) || sent.has(node)) return node;
    const entries = Object.entries(node).filter(([key, value]) => key !== "required" || !Array.isArray(value));
    return Object.fromEntries(entries.map(([key, value]) => [key, key === "examples" ? value : strip(value)]));
  };
  return { ...shown, ...(strip({ paths: shown.paths, components: shown.components }) as Contract) };
}
