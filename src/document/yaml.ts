import { isDeeper, maxDepth } from "../openapi/json.ts";
import { markDigits } from "../openapi/key-order.ts";
import { loadPeer } from "../platform/peers.ts";

export const loadYaml = (): Promise<typeof import("yaml")> =>
  loadPeer("read YAML", "yaml", () => import("yaml"));

const maxAliases = 3_000;
const maxProblems = 10;

/**
 * Parses YAML. Public contracts have lists and maps that end at the indent of their key, which
 * `js-yaml` refuses.
 * @throws an error with the problems.
 */
export function parseYaml(
  { isScalar, parseAllDocuments, visit }: typeof import("yaml"),
  text: string,
): unknown {
  const options = { merge: true, resolveKnownTags: false };
  const [document, secondDocument] = parseAllDocuments(text, options);
  if (secondDocument) throw new Error("It has more than one document.");
  if (!document) return undefined;
  // What follows the first line is a part of the text.
  const problems = [...document.errors, ...document.warnings].map(({ message }) =>
    message.replace(/:\n.*/s, ""),
  );
  if (problems.length > 0) throw new Error(problems.slice(0, maxProblems).join("\n- "));
  visit(document, {
    Pair(_, { key }) {
      // Not a merge key, whose value is a symbol.
      if (isScalar(key) && /string|number/.test(typeof key.value))
        key.value = markDigits(`${key.value}`);
    },
  });
  const value: unknown = document.toJS({ maxAliasCount: maxAliases });
  if (isDeeper(value)) throw new Error(`It is nested deeper than ${maxDepth} levels.`);
  return value;
}
