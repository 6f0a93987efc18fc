import type ts from "typescript";
import { type createDeclarationReader, type Declaration, type Source, syntax } from "./declarations.ts";

export type Member = ts.PropertySignature | ts.MethodSignature;

export interface Members {
  ownMembers: Member[];
  /** The exported interfaces whose members the type also has. */
  baseTypes: string[];
}

type Declarations = ReturnType<typeof createDeclarationReader>;

/** Creates the function that reads the members of a type, without those of the exported interfaces that it extends. */
export function createMemberReader(declarations: Declarations, isExported: (name: string) => boolean) {
  function readDeclaration({ node, file }: Declaration): Members {
    if (syntax.isInterfaceDeclaration(node)) {
      const inherited = (node.heritageClauses ?? []).flatMap(({ types }) =>
        types.map((type) => readReference(type, file)),
      );
      return mergeMembers([...inherited, { ownMembers: node.members.filter(isMember), baseTypes: [] }]);
    }
    return syntax.isTypeAliasDeclaration(node) ? readType(node.type, file) : noMembers;
  }

  function readType(type: ts.TypeNode, file: Source): Members {
    if (syntax.isTypeLiteralNode(type)) return { ownMembers: type.members.filter(isMember), baseTypes: [] };
    if (syntax.isIntersectionTypeNode(type)) return mergeMembers(type.types.map((part) => readType(part, file)));
    return syntax.isTypeReferenceNode(type) ? readReference(type, file) : noMembers;
  }

  function readReference(type: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments, file: Source): Members {
    const name = (syntax.isTypeReferenceNode(type) ? type.typeName : type.expression).getText();
    const [inner, keys] = type.typeArguments ?? [];
    if (name === "Required" && inner) return readType(inner, file);
    if (name === "Pick" && inner && keys && syntax.isTypeReferenceNode(inner)) {
      const declaration = declarations.find(file, inner.typeName.getText());
      const members = declaration ? readDeclaration(declaration).ownMembers : [];
      return {
        ownMembers: members.filter((member) => keys.getText().includes(`"${member.name.getText()}"`)),
        baseTypes: [],
      };
    }
    if (isExported(name)) return { ownMembers: [], baseTypes: [name] };
    const declaration = declarations.find(file, name);
    return declaration ? readDeclaration(declaration) : noMembers;
  }
  return readDeclaration;
}

const noMembers: Members = { ownMembers: [], baseTypes: [] };
export const isMember = (member: ts.TypeElement): member is Member =>
  syntax.isPropertySignature(member) || syntax.isMethodSignature(member);
const mergeMembers = (parts: Members[]): Members => ({
  ownMembers: parts.flatMap(({ ownMembers }) => ownMembers),
  baseTypes: [...new Set(parts.flatMap(({ baseTypes }) => baseTypes))],
});
