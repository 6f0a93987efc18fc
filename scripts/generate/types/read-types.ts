import { createRequire } from "node:module";
import type {
  IndexSignatureDeclaration,
  Node,
  PropertyName,
  TypeAliasDeclaration,
  TypeElement,
  TypeReferenceNode,
} from "typescript";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { type Contract, type Direction, hasOneWayFields, type Json, modelNameOf, type Schema } from "../../contract.ts";

import { prepareSchemas } from "./prepare-schemas.ts";

// As imports they load in twice the time: Node would read their megabytes for the names of the exports first.
const require = createRequire(import.meta.url);
const {
  default: openapiTS,
  astToString,
  stringToAST,
}: typeof import("openapi-typescript") = require("openapi-typescript");
const ts: typeof import("typescript") = require("typescript");
const { factory } = ts;

/** The types of the contract, made by openapi-typescript. */
export interface ContractTypes {
  /** `generated/schema.ts`. */
  schema: string;
  /** Returns a type by its keys, such as `components`, `schemas` and `Token`; `undefined` if no type has these keys. */
  at(keys: readonly string[], side: Direction): NamedType | undefined;
}

/** A type as a person would write it: schemas by name, and the fields of its side. */
export interface NamedType {
  text: string;
  /** The models that it names, as the package exports them. */
  models: string[];
  /** Whether it is an object with fields, which an interface can have. */
  isObject: boolean;
}

/** Reads the types of a contract by openapi-typescript, but for open sets of strings, and pairs of integers. */
export async function readTypes(contract: Contract): Promise<ContractTypes> {
  const nodes = (await openapiTS(prepareSchemas(contract) as never, {
    // A default says what the service does without a value. It doesn't make a field of a response required.
    defaultNonNullable: false,
    // An object without properties has any.
    emptyObjectsUnknown: true,
    readWriteMarkers: hasOneWayFields(contract, contract),
    transform: (schema) => {
      const type = openSetOf(schema as never) ?? integerPairOf(schema as never);
      return type ? parseType(isNullable(schema as never) ? `${type} | null` : type) : undefined;
    },
    silent: true,
  })) as Node[];
  const ast = nodes.map((node) => ts.visitNode(node, mergeIndexSignatures));
  ast.forEach(moveSuccessesFirst);
  const find = (keys: readonly string[]) => keys.reduce<Node | undefined>((node, key) => member(node, key), undefined);
  const declarations = new Map(ast.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));

  /** Returns the node of a member, references to other parts of the document followed. */
  function member(node: Node | undefined, key: string): Node | undefined {
    if (!node) return declarations.get(key);
    const target = follow(node);
    const members = ts.isInterfaceDeclaration(target) || ts.isTypeLiteralNode(target) ? [...target.members] : [];
    const match = members.find((element) => element.name && nameText(element.name) === key);
    return match && ts.isPropertySignature(match) ? match.type : undefined;
  }
  function follow(node: Node): Node {
    const keys = referenceKeys(node);
    const target = keys && find(keys);
    return target ? follow(target) : node;
  }

  const withNames = (node: Node, side: Direction, usedModels: Set<string>): Node => {
    const visit = (inner: Node): Node | undefined => {
      const keys = referenceKeys(inner);
      if (keys?.[1] === "schemas" && keys.length === 3) {
        const name = modelNameOf(contract, `${keys[2]}`, side);
        usedModels.add(name);
        return factory.createTypeReferenceNode(name);
      }
      if (keys) return ts.visitNode(follow(inner), visit);
      // A marker contains the type of a field that one side alone has.
      const fieldSide = ts.isPropertySignature(inner) && markedSideOf(inner.type);
      if (fieldSide && fieldSide !== side) return undefined;
      // The required properties are in the schema that requires them: see prepareSchemas.
      if (typeNameOf(inner) === "WithRequired")
        return ts.visitNode((inner as TypeReferenceNode).typeArguments?.[0], visit);
      if (markedSideOf(inner)) return ts.visitNode((inner as TypeReferenceNode).typeArguments?.[0], visit);
      return ts.visitEachChild(inner, visit, undefined);
    };
    return ts.visitNode(node, visit) as Node;
  };

  return {
    schema: astToString(ast),
    at(keys, side) {
      const node = find(keys);
      if (!node) return undefined;
      const usedModels = new Set<string>();
      const type = withNames(node, side, usedModels);
      const text = astToString([type] as never)
        .trim()
        .replaceAll("    ", "  ")
        .replaceAll("@description ", "");
      return { text, models: [...usedModels], isObject: ts.isTypeLiteralNode(type) };
    },
  };
}

/** Returns the keys of a reference: `components`, `schemas` and `Token` of `components["schemas"]["Token"]`. */
function referenceKeys(node: Node): string[] | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType, indexType } = node;
  const key = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : "";
  const root = typeNameOf(objectType);
  const parentKeys = root ? [root] : referenceKeys(objectType);
  return parentKeys && [...parentKeys, key];
}

const typeNameOf = (node: Node | undefined): string =>
  node && ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) ? node.typeName.text : "";

const markers: Record<string, Direction> = { $Read: "received", $Write: "sent" };
const markedSideOf = (node: Node | undefined): Direction | undefined => markers[typeNameOf(node)];

/**
 * Merges `{ a: string } & { [key: string]: number }`, which no value satisfies, into one object type whose index has
 * the types of the properties, too.
 */
function mergeIndexSignatures(node: Node): Node {
  const copy = ts.visitEachChild(node, mergeIndexSignatures, undefined);
  if (!ts.isIntersectionTypeNode(copy)) return copy;
  const literals = copy.types.filter(ts.isTypeLiteralNode);
  const indexed = literals.find(({ members: [first, ...rest] }) => rest.length === 0 && first && isIndex(first));
  const object = literals.find(({ members: fields }) => fields.some(ts.isPropertySignature));
  const index = indexed?.members.find(isIndex);
  if (!indexed || !object || !index) return copy;
  const properties = object.members.filter(ts.isPropertySignature);
  const isOptional = properties.some(({ questionToken }) => questionToken);
  const undefinedType = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const types = [index.type, ...properties.flatMap(({ type }) => type ?? []), ...(isOptional ? [undefinedType] : [])];
  const byText = new Map(types.map((type) => [astToString([type] as never).trim(), type]));
  const unknownType = byText.get("unknown");
  const widened = factory.updateIndexSignature(
    ...[index, index.modifiers, index.parameters],
    unknownType ?? factory.createUnionTypeNode([...byText.values()]),
  );
  const merged = factory.createTypeLiteralNode([...object.members, widened]);
  const members = copy.types.flatMap((type) => (type === object ? merged : type === indexed ? [] : type));
  return members.length === 1 ? merged : factory.createIntersectionTypeNode(members);
}

const isIndex = (member: TypeElement): member is IndexSignatureDeclaration => ts.isIndexSignatureDeclaration(member);

/** Moves successes to the front: JavaScript lists `401` before `2XX`. */
function moveSuccessesFirst(node: Node): void {
  if (
    ts.isPropertySignature(node) &&
    nameText(node.name) === "responses" &&
    node.type &&
    ts.isTypeLiteralNode(node.type)
  ) {
    const isSuccess = ({ name }: TypeElement) => isSuccessStatus(nameText(name));
    const members = node.type.members.toSorted((a, b) => Number(isSuccess(b)) - Number(isSuccess(a)));
    Object.assign(node.type, { members: factory.createNodeArray(members) });
  }
  ts.forEachChild(node, moveSuccessesFirst);
}

const nameText = (name: PropertyName | undefined): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) ? name.text : "";

const parseType = (code: string) => (stringToAST(`type Parsed = ${code};`) as TypeAliasDeclaration[])[0]?.type;

/** Returns `"admin" | (string & {})`: a plain `"admin" | string` collapses to `string`, and nothing completes. */
function openSetOf({ anyOf }: Schema): string | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const members = anyOf as Schema[];
  const literals = members.flatMap(valuesOf).filter((value) => value !== null);
  const otherTypes = members.filter((member) => valuesOf(member).length === 0).flatMap(typesOf);
  const isOpen = otherTypes.filter((type) => type !== "null").join() === "string";
  if (!isOpen || literals.length === 0 || !literals.every((value) => typeof value === "string")) return undefined;
  return `${literals.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
}

/** Returns the type of the one pattern that TypeScript can express. */
const integerPairOf = ({ pattern }: Schema): string | undefined =>
  pattern === "^-?[0-9]+:-?[0-9]+$" ? `\`\${number}:\${number}\`` : undefined;

const valuesOf = (schema: Schema): Json[] => ("const" in schema ? [schema["const"]] : [schema["enum"] ?? []].flat());
const typesOf = ({ type }: Schema) => [type].flat();
const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes("null") ||
  valuesOf(schema).includes(null) ||
  ((schema["anyOf"] ?? []) as Schema[]).some(isNullable);
