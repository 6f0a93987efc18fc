import type {
  ArrowFunctionExpression,
  Function as FunctionNode,
  ParamPattern,
  TSInterfaceHeritage,
  TSMethodSignature,
  TSPropertySignature,
  TSSignature,
  TSType,
  TSTypeReference,
} from "oxc-parser";
import type { Declaration, Declarations, Source } from "./declarations.ts";

/** A property or a method. */
export interface Member {
  name: string;
  comment: string;
  isMethod: boolean;
  optional: boolean;
  /** The type of a property; the type parameters, parameters and result of a method. */
  type: string;
  /** The members of the type literals in a property's intersection. */
  members: Member[];
}

/** A member of a type, or the name of an exported interface whose members the type also has. */
export type MemberOrBase = Member | string;

/** Creates the function that reads the members of a type. */
export function createMemberReader(declarations: Declarations, isExported: (name: string) => boolean) {
  function readDeclaration(declaration: Declaration | undefined): MemberOrBase[] {
    if (!declaration) return [];
    const { node, source } = declaration;
    if (node.type === "TSTypeAliasDeclaration") return readType(node.typeAnnotation, source);
    if (node.type !== "TSInterfaceDeclaration") return [];
    const inherited = node.extends.flatMap((type) => readReference(type, source));
    return [...inherited, ...readSignatures(node.body.body, source)];
  }

  function readType(type: TSType, source: Source): MemberOrBase[] {
    if (type.type === "TSTypeLiteral") return readSignatures(type.members, source);
    if (type.type === "TSIntersectionType") return type.types.flatMap((part) => readType(part, source));
    return type.type === "TSTypeReference" ? readReference(type, source) : [];
  }

  function readReference(type: TSTypeReference | TSInterfaceHeritage, source: Source): MemberOrBase[] {
    const name = source.textOf(type.type === "TSTypeReference" ? type.typeName : type.expression);
    const [inner, keys] = type.typeArguments?.params ?? [];
    if (name === "Required" && inner) return readType(inner, source);
    if (name === "Pick" && inner && keys) {
      const members = readDeclaration(declarations.find(source.textOf(inner)));
      return members.filter((member) => source.textOf(keys).includes(`"${(member as Member).name}"`));
    }
    return isExported(name) ? [name] : readDeclaration(declarations.find(name));
  }
  return readDeclaration;
}

const readSignatures = (signatures: TSSignature[], source: Source): Member[] =>
  signatures.flatMap((node) =>
    node.type === "TSPropertySignature" || node.type === "TSMethodSignature" ? readSignature(node, source) : [],
  );

function readSignature(node: TSPropertySignature | TSMethodSignature, source: Source): Member {
  const isMethod = node.type === "TSMethodSignature";
  const type = isMethod ? undefined : node.typeAnnotation?.typeAnnotation;
  const parts = type?.type === "TSIntersectionType" ? type.types : [];
  return {
    name: node.computed ? `[${source.textOf(node.key)}]` : source.textOf(node.key),
    comment: source.commentOf(node),
    isMethod,
    optional: node.optional && !node.readonly,
    type: isMethod ? writeSignature(node, source) : writeType(source.textOf(type) || "unknown"),
    members: parts.flatMap((part) => (part.type === "TSTypeLiteral" ? readSignatures(part.members, source) : [])),
  };
}

/** Writes `<Type>(name: Type, other?: Type): Type`. A parameter with a default is optional. */
export function writeSignature(
  { typeParameters, params, returnType }: TSMethodSignature | FunctionNode | ArrowFunctionExpression,
  source: Source,
): string {
  const writeParameter = (parameter: ParamPattern): string => {
    if (parameter.type !== "AssignmentPattern") return writeType(source.textOf(parameter));
    const type = source.textOf(parameter.left.typeAnnotation);
    return writeType(`${source.textOf({ ...parameter.left, end: parameter.left.end - type.length })}?${type}`);
  };
  const types = typeParameters ? writeType(source.textOf(typeParameters)) : "";
  return `${types}(${params.map(writeParameter).join(", ")})${writeType(source.textOf(returnType))}`;
}

/** Writes TypeScript on one line, without `| undefined`: an option is marked as optional instead. */
export const writeType = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \| undefined\b/g, "")
    .replaceAll(/^\((.*)\)$/g, "$1")
    .replace(/;$/, "")
    .trim();
