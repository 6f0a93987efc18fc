import { createRequire } from "node:module";
import type { Node, PropertyName, TypeElement, TypeNode } from "typescript";
import { isSuccessStatus } from "../../src/openapi/status.ts";
import { type Contract, isMarked, type Json, type Schema } from "../contract.ts";
import { localName, modelName, type Side } from "./names.ts";

// As imports they load in twice the time: Node would read their megabytes for the names of the exports first.
const require = createRequire(import.meta.url);
const { default: openapiTS, astToString }: typeof import("openapi-typescript") = require("openapi-typescript");
const {
  factory,
  isIdentifier,
  isIndexedAccessTypeNode,
  isInterfaceDeclaration,
  isLiteralTypeNode,
  isNumericLiteral,
  isPropertySignature,
  isStringLiteral,
  isTypeLiteralNode,
  isTypeReferenceNode,
  SyntaxKind,
  visitEachChild,
  visitNode,
}: typeof import("typescript") = require("typescript");

const nothing = factory.createLiteralTypeNode(factory.createNull());

/** The contract's types, by openapi-typescript. */
export interface ContractTypes {
  /** `generated/schema.ts`. */
  schema: string;
  /** Returns a type by its keys, such as `components`, `schemas` and `Token`. `undefined` if there is none. */
  at(keys: readonly string[], side: Side): NamedType | undefined;
}

/** A type as a person would write it: schemas by name, and the fields of its side. */
export interface NamedType {
  text: string;
  /** The models that it names, as the package exports them. */
  models: string[];
  /** Whether it is an object with fields, which an interface can have. */
  isObject: boolean;
}

export async function types(contract: Contract): Promise<ContractTypes> {
  const ast = (await openapiTS(structuredClone(contract) as never, {
    // A default says what the service does without a value: it does not have one in every response.
    defaultNonNullable: false,
    readWriteMarkers: isMarked(contract, contract),
    transform: (schema) => {
      const type = openSet(schema as never) ?? integerPair(schema as never);
      return type && isNullable(schema as never) ? factory.createUnionTypeNode([type, nothing]) : type;
    },
    silent: true,
  })) as Node[];
  const find = (keys: readonly string[]) => keys.reduce<Node | undefined>((node, key) => member(node, key), undefined);
  const declarations = new Map(ast.filter(isInterfaceDeclaration).map((node) => [node.name.text, node]));

  /** The node of a member; what it refers to, if it is a reference to another part of the document. */
  function member(node: Node | undefined, key: string): Node | undefined {
    if (!node) return declarations.get(key);
    const target = follow(node);
    const members = isInterfaceDeclaration(target) || isTypeLiteralNode(target) ? [...target.members] : [];
    const found = members.find((each) => each.name && nameText(each.name) === key);
    return found && isPropertySignature(found) ? found.type : undefined;
  }
  function follow(node: Node): Node {
    const keys = referenceKeys(node);
    const target = keys && find(keys);
    return target ? follow(target) : node;
  }

  const withNames = (node: Node, side: Side, used: Set<string>): Node => {
    const visit = (inner: Node): Node | undefined => {
      const keys = referenceKeys(inner);
      if (keys?.[1] === "schemas") {
        const name = modelName(contract, `${keys[2]}`, side);
        used.add(name);
        return factory.createTypeReferenceNode(localName(name));
      }
      if (keys) return visitNode(follow(inner), visit);
      if (!isPropertySignature(inner)) return visitEachChild(inner, visit, undefined);
      const [marker, type] = markerOf(inner.type);
      if (marker && marker !== side) return undefined;
      return factory.updatePropertySignature(
        inner,
        inner.modifiers,
        inner.name,
        inner.questionToken,
        visitNode(type, visit) as TypeNode,
      );
    };
    return visitNode(node, visit) as Node;
  };

  return {
    schema: astToString(ast.map(withSuccessFirst)),
    at(keys, side) {
      const node = find(keys);
      if (!node) return undefined;
      const used = new Set<string>();
      const type = withNames(node, side, used);
      const text = astToString([type] as never)
        .trim()
        .replaceAll("    ", "  ")
        .replaceAll("@description ", "");
      return { text, models: [...used], isObject: isTypeLiteralNode(type) };
    },
  };
}

/** `components`, `schemas` and `Token` of `components["schemas"]["Token"]`. */
function referenceKeys(node: Node): string[] | undefined {
  if (!isIndexedAccessTypeNode(node)) return undefined;
  const { objectType, indexType } = node;
  const key = isLiteralTypeNode(indexType) && isStringLiteral(indexType.literal) ? indexType.literal.text : "";
  const root =
    isTypeReferenceNode(objectType) && isIdentifier(objectType.typeName) ? [objectType.typeName.text] : undefined;
  const above = root ?? referenceKeys(objectType);
  return above && [...above, key];
}

/** Which side alone has a field, and the field's type without the marker. */
function markerOf(type: TypeNode | undefined): [Side | undefined, TypeNode | undefined] {
  const name = type && isTypeReferenceNode(type) && isIdentifier(type.typeName) ? type.typeName.text : "";
  const [inner] = (type && isTypeReferenceNode(type) && type.typeArguments) || [];
  if (name === "$Read") return ["received", inner];
  return name === "$Write" ? ["sent", inner] : [undefined, type];
}

/** JavaScript lists `401` before `2XX`; a reader wants the success first. */
function withSuccessFirst(node: Node): Node {
  const visit = (inner: Node): Node => {
    const changed = visitEachChild(inner, visit, undefined);
    if (!isPropertySignature(changed) || nameText(changed.name) !== "responses") return changed;
    const { type } = changed;
    if (!type || !isTypeLiteralNode(type)) return changed;
    const isSuccess = (each: TypeElement) => isSuccessStatus(nameText(each.name));
    const members = [...type.members.filter(isSuccess), ...type.members.filter((each) => !isSuccess(each))];
    const sorted = factory.updateTypeLiteralNode(type, factory.createNodeArray(members));
    return factory.updatePropertySignature(changed, changed.modifiers, changed.name, changed.questionToken, sorted);
  };
  return visitNode(node, visit) as Node;
}

const nameText = (name: PropertyName | undefined): string =>
  name && (isIdentifier(name) || isStringLiteral(name) || isNumericLiteral(name)) ? name.text : "";

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
