import { maxDepth } from "../openapi/json.ts";
import { markDigits } from "../openapi/key-order.ts";
import { loadPeer } from "../platform/peers.ts";

export const loadYaml = (): Promise<typeof import("yaml")> =>
  loadPeer("read YAML", "yaml", () => import("yaml"));

/** The parser takes seconds beyond it: each alias searches the anchors before it. */
const maxAliases = 3_000;
const maxRepeated = 1_000_000;
const maxProblems = 10;

const circle = "An alias is circular: it refers to what contains it.";
const tooDeep = `It is nested deeper than ${maxDepth} levels.`;

/**
 * Parses YAML as `parseDocument` does, but ends early at many levels and aliases. Public contracts
 * have lists and maps that end at the indent of their key, which `js-yaml` refuses.
 * @throws an error with the problems.
 */
export function parseLenientYaml(
  { Composer, LineCounter, Parser, visit }: typeof import("yaml"),
  text: string,
): unknown {
  const lines = new LineCounter();
  const describe = (message: string, position = 0) => {
    const { line, col } = lines.linePos(position);
    return `${message} at line ${line}, column ${col}`;
  };
  const parser = new Parser(lines.addNewLine);
  const next = parser.next.bind(parser);
  let aliasCount = 0;
  parser.next = (token) => {
    if (parser.stack.length > maxDepth) throw new Error(tooDeep);
    if (token.startsWith("*") && ++aliasCount > maxAliases)
      throw new Error(`It has more than ${maxAliases} aliases.`);
    return next(token);
  };
  // Its own search for keys that a map has twice takes as long as the square of their number.
  const composer = new Composer({ merge: true, resolveKnownTags: false, uniqueKeys: false });
  const [document, secondDocument] = composer.compose(parser.parse(text), true, text.length);
  if (!document) return undefined;
  const problems = [...document.errors, ...document.warnings].map(({ message, pos }) =>
    describe(message, pos[0]),
  );
  if (secondDocument) problems.push(describe("A second document begins", secondDocument.range[0]));
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key } of items as { key: { range?: [number]; value?: unknown } }[]) {
        if (keys.has(`${key}`)) problems.push(describe("Map keys must be unique", key.range?.[0]));
        keys.add(`${key}`);
        // Not a merge key, whose value is a symbol.
        if (/string|number/.test(typeof key?.value)) key.value = markDigits(`${key.value}`);
      }
    },
  });
  if (problems.length > 0) throw new Error(problems.slice(0, maxProblems).join("\n- "));
  try {
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    checkAliases(value);
    return value;
  } catch (error) {
    // A merge key that refers to what contains it.
    throw error instanceof RangeError ? new Error(circle) : error;
  }
}

/** Checks that data ends: an alias can refer to what contains it, or repeat what repeats others. */
function checkAliases(root: unknown): void {
  const extents = new Map<object, { count: number; levels: number }>();
  let ownCount = 0;
  function measure(value: unknown): { count: number; levels: number } {
    ownCount++;
    if (typeof value !== "object" || value === null) return { count: 1, levels: 0 };
    const known = extents.get(value);
    if (known) return known;
    const extent = { count: 1, levels: 0 };
    // A circle finds this.
    extents.set(value, { count: Infinity, levels: Infinity });
    for (const part of Object.values(value).map(measure)) {
      extent.count += part.count;
      extent.levels = Math.max(extent.levels, part.levels + 1);
    }
    extents.set(value, extent);
    return extent;
  }
  const { count, levels } = measure(root);
  if (count === Infinity) throw new Error(circle);
  if (levels > maxDepth) throw new Error(tooDeep);
  if (count - ownCount > maxRepeated)
    throw new Error(`Its aliases repeat more than ${maxRepeated} values.`);
}
