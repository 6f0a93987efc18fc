import { isDeeper, maxDepth } from "../openapi/json.ts";
import { markDigits } from "../openapi/key-order.ts";
import { loadPeer } from "../platform/peers.ts";

export const loadYaml = (): Promise<typeof import("yaml")> =>
  loadPeer("read YAML", "yaml", () => import("yaml"));

const maxAliases = 3_000;
const maxProblems = 10;
const tooDeep = `It is nested deeper than ${maxDepth} levels.`;

/**
 * Parses YAML as `parseDocument` does, but ends at many levels, of which the parser would overflow
 * the stack, or end the process. Public contracts have lists and maps that end at the indent of
 * their key, which `js-yaml` refuses.
 * @throws an error with the problems.
 */
export function parseLenientYaml(
  { Composer, isScalar, LineCounter, Parser, visit }: typeof import("yaml"),
  text: string,
): unknown {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const next = parser.next.bind(parser);
  parser.next = (token) => {
    if (parser.stack.length > maxDepth) throw new Error(tooDeep);
    return next(token);
  };
  const composer = new Composer({ merge: true, resolveKnownTags: false });
  const [document, secondDocument] = composer.compose(parser.parse(text), true, text.length);
  if (secondDocument) throw new Error("It has more than one document.");
  if (!document) return undefined;
  const problems = [...document.errors, ...document.warnings].map(({ message, pos: [start] }) => {
    const { line, col } = lines.linePos(start);
    return `${message} at line ${line}, column ${col}`;
  });
  if (problems.length > 0) throw new Error(problems.slice(0, maxProblems).join("\n- "));
  visit(document, {
    Pair(_, { key }) {
      // Not a merge key, whose value is a symbol.
      if (isScalar(key) && /string|number/.test(typeof key.value))
        key.value = markDigits(`${key.value}`);
    },
  });
  const value: unknown = document.toJS({ maxAliasCount: maxAliases });
  if (isDeeper(value)) throw new Error(tooDeep);
  return value;
}
