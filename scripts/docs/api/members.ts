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
import type { Comment } from "./comment.ts";
import type { createDeclarationReader, Declaration, Source } from "./declarations.ts";

/** A property or a method. */
export interface Member {
  name: string;
  comment: Comment;
  isMethod: boolean;
  optional: boolean;
  /** The type of a property; the type parameters, parameters and result of a method. */
  type: string;
  /** The members of the type literals in a property's intersection. */
  members: Member[];
}

export interface Members {
  ownMembers: Member[];
  /** The exported interfaces whose members the type also has. */
  baseTypes: string[];
}

type Declarations = ReturnType<typeof createDeclarationReader>;

/** Creates the function that reads the members of a type, without those of the exported interfaces that it extends. */
export function createMemberReader(declarations: Declarations, isExported: (name: string) => boolean) {
  function readDeclaration({ node, source }: Declaration): Members {
    if (node.type === "TSTypeAliasDeclaration") return readType(node.typeAnnotation, source);
    if (node.type !== "TSInterfaceDeclaration") return noMembers;
    const inherited = node.extends.map((type) => readReference(type, source));
    return mergeMembers([...inherited, { ownMembers: readSignatures(node.body.body, source), baseTypes: [] }]);
  }

  function readType(type: TSType, source: Source): Members {
    if (type.type === "TSTypeLiteral") return { ownMembers: readSignatures(type.members, source), baseTypes: [] };
    if (type.type === "TSIntersectionType") return mergeMembers(type.types.map((part) => readType(part, source)));
    return type.type === "TSTypeReference" ? readReference(type, source) : noMembers;
  }

  function readReference(type: TSTypeReference | TSInterfaceHeritage, source: Source): Members {
    const name = source.textOf(type.type === "TSTypeReference" ? type.typeName : type.expression);
    const [inner, keys] = type.typeArguments?.params ?? [];
    if (name === "Required" && inner) return readType(inner, source);
    if (name === "Pick" && inner && keys) {
      const declaration = declarations.find(source, source.textOf(inner));
      const members = declaration ? readDeclaration(declaration).ownMembers : [];
      const names = source.textOf(keys);
      return { ownMembers: members.filter((member) => names.includes(`"${member.name}"`)), baseTypes: [] };
    }
    if (isExported(name)) return { ownMembers: [], baseTypes: [name] };
    const declaration = declarations.find(source, name);
    return declaration ? readDeclaration(declaration) : noMembers;
  }
  return readDeclaration;
}

const noMembers: Members = { ownMembers: [], baseTypes: [] };
const mergeMembers = (parts: Members[]): Members => ({
  ownMembers: parts.flatMap(({ ownMembers }) => ownMembers),
  baseTypes: [...new Set(parts.flatMap(({ baseTypes }) => baseTypes))],
});

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
