import { createRequire } from "node:module";
import type { TypeNode } from "typescript";
import { type Contract, isMarked, type Json, type Schema } from "../contract.ts";

// As imports they load in twice the time: Node would read their megabytes for the names of the exports first.
const require = createRequire(import.meta.url);
const { default: openapiTS, astToString }: typeof import("openapi-typescript") = require("openapi-typescript");
const { factory, SyntaxKind }: typeof import("typescript") = require("typescript");

const nothing = factory.createLiteralTypeNode(factory.createNull());

/** `generated/schema.ts`: the contract's types, by openapi-typescript. */
export async function types(contract: Contract): Promise<string> {
  const ast = await openapiTS(structuredClone(contract) as never, {
    // A default says what the service does without a value: it does not have one in every response.
    defaultNonNullable: false,
    readWriteMarkers: isMarked(contract, contract),
    transform: (schema) => {
      const type = openSet(schema as never) ?? integerPair(schema as never);
      return type && isNullable(schema as never) ? factory.createUnionTypeNode([type, nothing]) : type;
    },
    silent: true,
  });
  return astToString(ast);
}

/** `"admin" | (string & {})`: a plain `"admin" | string` collapses to `string`, and nothing completes. */
function openSet({ anyOf }: Schema): TypeNode | undefined {
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
        factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
        factory.createTypeLiteralNode([]),
      ]),
    ),
  ]);
}

const integerPairPattern = "^-?[0-9]+:-?[0-9]+$";

/** `${number}:${number}` for the one pattern that TypeScript can say. */
function integerPair({ pattern }: Schema): TypeNode | undefined {
  if (pattern !== integerPairPattern) return undefined;
  const number = factory.createKeywordTypeNode(SyntaxKind.NumberKeyword);
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
