import type ts from "typescript";
import type { Declaration, readDeclarations, Source } from "./declarations.ts";
import { syntax } from "./typescript.ts";

export type Member = ts.PropertySignature | ts.MethodSignature;

export interface Members {
  own: Member[];
  /** The exported interfaces whose members it also has. */
  others: string[];
}

type Declarations = ReturnType<typeof readDeclarations>;

/** Reads the members of a type. Those that it gets from an exported interface stay there. */
export function membersOf(declarations: Declarations, isExported: (name: string) => boolean) {
  function ofDeclaration({ node, file }: Declaration): Members {
    if (syntax.isInterfaceDeclaration(node)) {
      const inherited = (node.heritageClauses ?? []).flatMap(({ types }) =>
        types.map((type) => ofReference(type, file)),
      );
      return join([...inherited, { own: node.members.filter(isMember), others: [] }]);
    }
    return syntax.isTypeAliasDeclaration(node) ? ofType(node.type, file) : none;
  }

  function ofType(type: ts.TypeNode, file: Source): Members {
    if (syntax.isTypeLiteralNode(type)) return { own: type.members.filter(isMember), others: [] };
    if (syntax.isIntersectionTypeNode(type)) return join(type.types.map((each) => ofType(each, file)));
    return syntax.isTypeReferenceNode(type) ? ofReference(type, file) : none;
  }

  function ofReference(type: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments, file: Source): Members {
    const name = (syntax.isTypeReferenceNode(type) ? type.typeName : type.expression).getText();
    const [inner, keys] = type.typeArguments ?? [];
    if (name === "Required" && inner) return ofType(inner, file);
    if (name === "Pick" && inner && keys && syntax.isTypeReferenceNode(inner)) {
      const from = declarations.find(file, inner.typeName.getText());
      const own = from ? ofDeclaration(from).own : [];
      return { own: own.filter((member) => keys.getText().includes(`"${member.name.getText()}"`)), others: [] };
    }
    if (isExported(name)) return { own: [], others: [name] };
    const found = declarations.find(file, name);
    return found ? ofDeclaration(found) : none;
  }
  return ofDeclaration;
}

const none: Members = { own: [], others: [] };
export const isMember = (member: ts.TypeElement): member is Member =>
  syntax.isPropertySignature(member) || syntax.isMethodSignature(member);
const join = (parts: Members[]): Members => ({
  own: parts.flatMap(({ own }) => own),
  others: [...new Set(parts.flatMap(({ others }) => others))],
});
