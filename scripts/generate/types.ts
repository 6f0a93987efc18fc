import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Contract, Json, Schema } from "../contract.ts";

const factory = ts.factory;
const nothing = factory.createLiteralTypeNode(factory.createNull());

/** `generated/schema.ts`: the contract's types, by openapi-typescript. */
export async function types(contract: Contract): Promise<string> {
  const ast = await openapiTS(structuredClone(contract) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => {
      const type = openSet(schema as never) ?? integerPair(schema as never);
      return type && isNullable(schema as never) ? factory.createUnionTypeNode([type, nothing]) : type;
    },
    silent: true,
  });
  return astToString(ast);
}

/** `"admin" | (string & {})`: a plain `"admin" | string` collapses to `string`, and nothing completes. */
function openSet({ anyOf }: Schema): ts.TypeNode | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const members = anyOf as Schema[];
  const known = members.flatMap(valuesOf).filter((value) => value !== null);
  const others = members.filter((member) => valuesOf(member).length === 0).flatMap(typesOf);
  const open = others.filter((type) => type !== "null").join() === "string";
  if (!open || known.length === 0 || !known.every(isString)) return undefined;
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

const valuesOf = (schema: Schema): Json[] => ("const" in schema ? [schema["const"]] : [schema["enum"] ?? []].flat());
const typesOf = ({ type }: Schema) => [type].flat();
const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes("null") ||
  valuesOf(schema).includes(null) ||
  ((schema["anyOf"] ?? []) as Schema[]).some(isNullable);
const isString = (value: unknown): value is string => typeof value === "string";
