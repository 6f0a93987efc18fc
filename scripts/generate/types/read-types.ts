import { createRequire } from "node:module";
import type { Node, TypeAliasDeclaration, TypeNode, TypeReferenceNode } from "typescript";
import type { Contract, Json, Schema } from "../../contract/document.ts";
import { type Direction, hasOneWayFields, modelNameOf } from "../../contract/model-names.ts";
import { prepareContract } from "./prepare-contract.ts";

// As imports they load in twice the time: Node would read their megabytes for the names of the
// exports first.
const require = createRequire(import.meta.url);
const openapi: typeof import("openapi-typescript") = require("openapi-typescript");
const ts: typeof import("typescript") = require("typescript");

export interface ContractTypes {
  /** `generated/schema.ts`, as openapi-typescript writes it. */
  schema: string;
  /**
   * Returns a type by its keys, such as `components`, `schemas` and `Token`; `unknown` if no type
   * has these keys.
   */
  at(keys: readonly string[], direction: Direction): NamedType;
}

/** A type as a person would write it: schemas by name, and the fields of its direction. */
export interface NamedType {
  text: string;
  /** The models that it names, as the package exports them. */
  models: string[];
  /** Whether it is an object with fields, which an interface can have. */
  isObject: boolean;
}

/**
 * Reads the types of a contract by openapi-typescript, but for open sets of strings, and pairs of
 * integers.
 */
export async function readTypes(contract: Contract): Promise<ContractTypes> {
  const ast = (await openapi.default(prepareContract(contract) as never, {
    // A default says what the service does without a value. It doesn't make a field of a response
    // required.
    defaultNonNullable: false,
    // An object without properties has any.
    emptyObjectsUnknown: true,
    readWriteMarkers: hasOneWayFields(contract, contract),
    transform: (schema) => specialTypeOf(schema as never),
    silent: true,
  })) as Node[];
  const find = (keys: readonly string[]) =>
    keys.reduce<Node | undefined>((node, key) => member(node, key), undefined);
  const declarations = new Map(
    ast.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]),
  );

  function member(node: Node | undefined, key: string): Node | undefined {
    if (!node) return declarations.get(key);
    const target = follow(node);
    const members =
      ts.isInterfaceDeclaration(target) || ts.isTypeLiteralNode(target) ? [...target.members] : [];
    const match = members.find(({ name }) => name && "text" in name && name.text === key);
    return match && ts.isPropertySignature(match) ? match.type : undefined;
  }
  function follow(node: Node): Node {
    const keys = referenceKeys(node);
    const target = keys && find(keys);
    return target ? follow(target) : node;
  }

  function at(keys: readonly string[], direction: Direction): NamedType {
    const usedModels = new Set<string>();
    const visit = (node: Node): Node | undefined => {
      const referredKeys = referenceKeys(node);
      if (referredKeys?.[1] === "schemas" && referredKeys.length === 3) {
        const name = modelNameOf(contract, `${referredKeys[2]}`, direction);
        usedModels.add(name);
        return ts.factory.createTypeReferenceNode(name);
      }
      if (referredKeys) return ts.visitNode(follow(node), visit);
      // A marker contains the type of a field that one direction alone has.
      const fieldDirection = ts.isPropertySignature(node) && markers[typeNameOf(node.type)];
      if (fieldDirection && fieldDirection !== direction) return undefined;
      if (wrappers.has(typeNameOf(node))) {
        const { typeArguments = [] } = node as TypeReferenceNode;
        const [type, names] = typeArguments.map(
          (argument) => ts.visitNode(argument, visit) as TypeNode,
        );
        return type && names ? requiredType(type, names) : type;
      }
      return ts.visitEachChild(node, visit, undefined);
    };
    const type = ts.visitNode(find(keys), visit);
    if (!type) return { text: "unknown", models: [], isObject: false };
    const text = print(type).replaceAll("    ", "  ").replaceAll("@description ", "");
    return { text, models: [...usedModels], isObject: ts.isTypeLiteralNode(type) };
  }

  return { schema: openapi.astToString(ast), at };
}

const print = (node: Node): string => openapi.astToString([node] as never).trim();
const parseType = (code: string) =>
  (openapi.stringToAST(`type Parsed = ${code};`) as TypeAliasDeclaration[])[0]?.type;

/**
 * Writes openapi-typescript's `WithRequired` by types of TypeScript. A direction may lack a
 * required field.
 */
const requiredType = (type: TypeNode, names: TypeNode) =>
  parseType(
    `${print(type)} & Required<Pick<${print(type)}, keyof ${print(type)} & (${print(names)})>>`,
  );

/**
 * Returns the keys of a reference: `components`, `schemas` and `Token` of
 * `components["schemas"]["Token"]`.
 */
function referenceKeys(node: Node): string[] | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType, indexType } = node;
  const key =
    ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
      ? indexType.literal.text
      : "";
  const root = typeNameOf(objectType);
  const parentKeys = root ? [root] : referenceKeys(objectType);
  return parentKeys && [...parentKeys, key];
}

const typeNameOf = (node: Node | undefined): string =>
  node && ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) ? node.typeName.text : "";

const markers: Record<string, Direction> = { $Read: "received", $Write: "sent" };
const wrappers = new Set(["$Read", "$Write", "WithRequired"]);

/** Returns the type of a schema that openapi-typescript writes less exactly. */
function specialTypeOf(schema: Schema): TypeNode | undefined {
  // The one pattern that TypeScript can express.
  const type =
    schema["pattern"] === "^-?[0-9]+:-?[0-9]+$" ? `\`\${number}:\${number}\`` : openSetOf(schema);
  return type === undefined
    ? undefined
    : parseType([schema["type"]].flat().includes("null") ? `${type} | null` : type);
}

/**
 * Returns `"admin" | (string & {})`: a plain `"admin" | string` collapses to `string`, and nothing
 * completes.
 */
function openSetOf({ anyOf }: Schema): string | undefined {
  const members = ([anyOf ?? []].flat() as Schema[]).map((member) => ({
    types: [member["type"]].flat(),
    values: ("const" in member ? [member["const"]] : [member["enum"] ?? []].flat()) as Json[],
  }));
  const values = members.flatMap((member) => member.values);
  const others = members.flatMap(({ types, values }) => (values.length === 0 ? types : []));
  const isOpen =
    others.includes("string") && others.every((type) => type === "string" || type === "null");
  if (!isOpen || values.length === 0 || !values.every((value) => typeof value === "string"))
    return undefined;
  const literals = values.map((value) => JSON.stringify(value));
  return [...literals, "(string & {})", ...(others.includes("null") ? ["null"] : [])].join(" | ");
}
