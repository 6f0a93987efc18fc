import type { IndexSignatureDeclaration, Node, TypeLiteralNode } from "typescript";
import { astToString, ts } from "./typescript.ts";

const { factory } = ts;

/**
 * Merges `{ a: string } & { [key: string]: number }`, which no value satisfies, into one object type whose index has
 * the types of the properties, too.
 */
export function mergeIndexSignatures(node: Node): Node {
  const copy = ts.visitEachChild(node, mergeIndexSignatures, undefined);
  if (!ts.isIntersectionTypeNode(copy)) return copy;
  const literals = copy.types.filter(ts.isTypeLiteralNode);
  const map = literals.find(({ members }) => members.every(ts.isIndexSignatureDeclaration));
  const index = map?.members.find(ts.isIndexSignatureDeclaration);
  const object = literals.find(({ members }) => members.some(ts.isPropertySignature));
  if (!index || !object) return copy;
  const merged = factory.createTypeLiteralNode([...object.members, widen(index, object)]);
  const types = copy.types.flatMap((type) => (type === object ? merged : type === map ? [] : type));
  return types.length === 1 ? merged : factory.createIntersectionTypeNode(types);
}

/** Adds the types of an object's properties to those of an index signature. */
function widen(index: IndexSignatureDeclaration, { members }: TypeLiteralNode): IndexSignatureDeclaration {
  const properties = members.filter(ts.isPropertySignature);
  const isOptional = properties.some(({ questionToken }) => questionToken);
  const types = [
    index.type,
    ...properties.flatMap(({ type }) => type ?? []),
    ...(isOptional ? [factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)] : []),
  ];
  const byText = new Map(types.map((type) => [astToString([type] as never).trim(), type]));
  const type = byText.get("unknown") ?? factory.createUnionTypeNode([...byText.values()]);
  return factory.updateIndexSignature(index, index.modifiers, index.parameters, type);
}
