import type ts from "typescript";
import { type Block, createHeading, createRows, createText, type Row } from "../model/blocks.ts";
import { commentOf, writeComment } from "./comment.ts";
import { type Declaration, type Source, syntax } from "./declarations.ts";
import { isMember, type Member, type Members } from "./members.ts";

/** Builds the blocks of a declaration: its name as a heading, its signature, its comment and its members. */
export function createDeclarationBlocks(declaration: Declaration, members: Members): Block[] {
  const { name, node } = declaration;
  const signature = members.ownMembers.length === 0 && signatureOf(declaration);
  const baseNames = members.baseTypes.map((baseType) => `\`${baseType}\``).join(" and ");
  return [
    createHeading(`\`${name}\``, 3),
    ...createText(signature && code(signature), writeComment(commentOf(node))),
    ...createMemberBlocks(members.ownMembers),
    ...(baseNames ? createText(`It also has the members of ${baseNames}.`) : []),
  ];
}

/** Writes the signature of a function, or the type of a constant or an alias. Interfaces get an empty text. */
function signatureOf({ name, node, file }: Declaration): string {
  if (syntax.isFunctionDeclaration(node)) return `${name}${callSignatureOf(node)}`;
  if (syntax.isVariableDeclaration(node)) {
    const arrow = node.initializer && syntax.isArrowFunction(node.initializer) ? node.initializer : undefined;
    return arrow ? `${name}${callSignatureOf(arrow)}` : `${name}${node.type ? `: ${plain(node.type.getText())}` : ""}`;
  }
  if (!syntax.isTypeAliasDeclaration(node) || syntax.isMappedTypeNode(node.type)) return "";
  const [, constant] = /^keyof typeof (\w+)$/.exec(node.type.getText()) ?? [];
  return `type ${name} = ${constant ? keysOf(file, constant) : plain(node.type.getText())}`;
}

/** Writes the keys of a constant object as a type. */
function keysOf(file: Source, constant: string): string {
  const node = file.declarations.get(constant)?.node;
  const initializer = node && syntax.isVariableDeclaration(node) ? node.initializer : undefined;
  const keys = initializer && syntax.isObjectLiteralExpression(initializer) ? initializer.properties : [];
  return keys.map((key) => `"${key.name?.getText()}"`).join(" | ");
}

/** Builds rows for properties, then the blocks of methods, with overloads together. */
export function createMemberBlocks(members: Member[], prefix = ""): Block[] {
  const properties = members.filter(syntax.isPropertySignature);
  const methods = new Map<string, ts.MethodSignature[]>();
  for (const member of members.filter(syntax.isMethodSignature)) {
    const name = member.name.getText();
    methods.set(name, [...(methods.get(name) ?? []), member]);
  }
  return [
    ...createRows(properties.map((member) => createPropertyRow(member, prefix))),
    ...[...methods].flatMap(([name, overloads]) => createMethodBlocks(`${prefix}${name}`, overloads)),
    ...properties.flatMap(({ name, type }) =>
      literalsIn(type).flatMap((literal) => createMemberBlocks(literal.members.filter(isMember), `${name.getText()}.`)),
    ),
  ];
}

function createPropertyRow(member: ts.PropertySignature, prefix: string): Row {
  const isReadOnly = member.modifiers?.some(({ kind }) => kind === syntax.SyntaxKind.ReadonlyKeyword);
  return {
    name: `${prefix}${member.name.getText()}`,
    type: plain(member.type?.getText() ?? "unknown"),
    optional: Boolean(member.questionToken) && !isReadOnly,
    meaning: meaningOf(member),
  };
}

/** Writes a comment on one line. */
const meaningOf = (node: ts.Node) => writeComment(commentOf(node)).replaceAll("\n\n", " ");

function createMethodBlocks(name: string, members: ts.MethodSignature[]): Block[] {
  const signature = (member: ts.MethodSignature) => `${name}${typeParametersOf(member)}${callSignatureOf(member)}`;
  const [method] = members;
  if (method && members.length === 1)
    return [createHeading(`\`${name}\``, 3), ...createText(code(signature(method)), writeComment(commentOf(method)))];
  const lines = members.flatMap((member) => [`// ${commentOf(member).text}`, signature(member)]);
  return [createHeading(`\`${name}\``, 3), ...createText(code(lines.join("\n")))];
}

/** Returns the type literals in a property's type, which declare its methods. */
const literalsIn = (type: ts.TypeNode | undefined): ts.TypeLiteralNode[] =>
  type && syntax.isIntersectionTypeNode(type) ? type.types.filter(syntax.isTypeLiteralNode) : [];

const typeParametersOf = (node: ts.SignatureDeclaration) => {
  const names = node.typeParameters?.map((parameter) => plain(parameter.getText())) ?? [];
  return names.length > 0 ? `<${names.join(", ")}>` : "";
};

/** Writes `(name: Type, other?: Type): Type`. A parameter with a default is optional. */
function callSignatureOf(node: ts.SignatureDeclaration): string {
  const parameters = node.parameters.map(({ dotDotDotToken, name, questionToken, initializer, type }) => {
    const optional = questionToken || initializer ? "?" : "";
    return `${dotDotDotToken ? "..." : ""}${name.getText()}${optional}: ${plain(type?.getText() ?? "unknown")}`;
  });
  return `(${parameters.join(", ")})${node.type ? `: ${plain(node.type.getText())}` : ""}`;
}

function literalsBelow(node: ts.Node): ts.TypeLiteralNode[] {
  if (syntax.isTypeLiteralNode(node)) return [node];
  const literals: ts.TypeLiteralNode[] = [];
  syntax.forEachChild(node, (child) => void literals.push(...literalsBelow(child)));
  return literals;
}

/** Creates a row for each kind of an error, with its fields. */
export const createKindRows = ({ ownMembers }: Members): Row[] =>
  ownMembers.filter(syntax.isPropertySignature).map((kind) => {
    const fields = literalsBelow(kind).flatMap(({ members }) => members.filter(syntax.isPropertySignature));
    return {
      name: kind.name.getText().replaceAll('"', ""),
      meaning: meaningOf(kind),
      ...(fields.length > 0 && { rows: fields.map((field) => createPropertyRow(field, "")) }),
    };
  });

/** Creates a row for a declaration that a page mentions but doesn't explain. */
export const createDeclarationRow = ({ name, node }: Declaration): Row => ({ name, meaning: meaningOf(node) });

/** Writes TypeScript on one line, without `| undefined`: an option is marked as optional instead. */
const plain = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \| undefined\b/g, "")
    .replaceAll(/^\((.*)\)$/g, "$1")
    .replace(/;$/, "")
    .trim();
const code = (source: string) => `\`\`\`typescript\n${source}\n\`\`\``;
