import type { Node, PropertyName, TypeAliasDeclaration, TypeElement, TypeReferenceNode } from "typescript";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type { Contract } from "../../contract/document.ts";
import { hasOneWayFields } from "../../contract/fields.ts";
import { type Direction, modelNameOf } from "../../contract/model-names.ts";
import { mergeIndexSignatures } from "./merge-index-signatures.ts";
import { prepareSchemas } from "./prepare-schemas.ts";
import { specialTypeOf } from "./special-types.ts";
import { astToString, openapiTS, stringToAST, ts } from "./typescript.ts";

const { factory } = ts;

/** The types of the contract, made by openapi-typescript. */
export interface ContractTypes {
  /** `generated/schema.ts`. */
  schema: string;
  /** Returns a type by its keys, such as `components`, `schemas` and `Token`; `undefined` if no type has these keys. */
  at(keys: readonly string[], direction: Direction): NamedType | undefined;
}

/** A type as a person would write it: schemas by name, and the fields of its direction. */
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
      const type = specialTypeOf(schema as never);
      return type === undefined ? undefined : parseType(type);
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

  const withNames = (node: Node, direction: Direction, usedModels: Set<string>): Node => {
    const visit = (inner: Node): Node | undefined => {
      const keys = referenceKeys(inner);
      if (keys?.[1] === "schemas" && keys.length === 3) {
        const name = modelNameOf(contract, `${keys[2]}`, direction);
        usedModels.add(name);
        return factory.createTypeReferenceNode(name);
      }
      if (keys) return ts.visitNode(follow(inner), visit);
      // A marker contains the type of a field that one direction alone has.
      const fieldDirection = ts.isPropertySignature(inner) && markedDirectionOf(inner.type);
      if (fieldDirection && fieldDirection !== direction) return undefined;
      // The required properties are in the schema that requires them: see prepareSchemas.
      if (typeNameOf(inner) === "WithRequired")
        return ts.visitNode((inner as TypeReferenceNode).typeArguments?.[0], visit);
      if (markedDirectionOf(inner)) return ts.visitNode((inner as TypeReferenceNode).typeArguments?.[0], visit);
      return ts.visitEachChild(inner, visit, undefined);
    };
    return ts.visitNode(node, visit) as Node;
  };

  return {
    schema: astToString(ast),
    at(keys, direction) {
      const node = find(keys);
      if (!node) return undefined;
      const usedModels = new Set<string>();
      const type = withNames(node, direction, usedModels);
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
const markedDirectionOf = (node: Node | undefined): Direction | undefined => markers[typeNameOf(node)];

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
