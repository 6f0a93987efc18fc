import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Contract, Schema } from "../contract.ts";

const factory = ts.factory;

/** `generated/schema.ts`: the contract's types, by openapi-typescript. */
export async function types(contract: Contract): Promise<string> {
  const ast = await openapiTS(structuredClone(contract) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => openSet(schema as never) ?? integerPair(schema as never),
    silent: true,
  });
  return astToString(ast);
}

/** `"admin" | (string & {})`: a plain `"admin" | string` collapses to `string`, and nothing completes. */
function openSet({ anyOf }: Schema): ts.TypeNode | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const members = anyOf as Schema[];
  const known = members.flatMap((member) => [member["const"] ?? member["enum"] ?? []].flat().filter(isString));
  const open = members.some((member) => member["type"] === "string");
  const closed = members.filter((member) => "const" in member || "enum" in member);
  if (!open || known.length === 0 || closed.length + 1 !== members.length) return undefined;
  return factory.createUnionTypeNode([
    ...known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    factory.createParenthesizedType(
      factory.createIntersectionTypeNode([
        factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
        factory.createTypeLiteralNode([]),
      ]),
    ),
  ]);
}

const integerPairPattern = "^-?[0-9]+:-?[0-9]+$";

/** `${number}:${number}` for the one pattern that TypeScript can say. */
function integerPair({ pattern }: Schema): ts.TypeNode | undefined {
  if (pattern !== integerPairPattern) return undefined;
  const number = factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);
  return factory.createTemplateLiteralType(factory.createTemplateHead(""), [
    factory.createTemplateLiteralTypeSpan(number, factory.createTemplateMiddle(":")),
    factory.createTemplateLiteralTypeSpan(number, factory.createTemplateTail("")),
  ]);
}

const isString = (value: unknown): value is string => typeof value === "string";
