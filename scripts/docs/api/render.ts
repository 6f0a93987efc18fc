import type ts from "typescript";
import { type Block, heading, type Row, rowsBlock, text } from "../model/blocks.ts";
import { commentOf, commentText } from "./comment.ts";
import type { Declaration, Source } from "./declarations.ts";
import { isMember, type Member, type Members } from "./members.ts";
import { syntax } from "./typescript.ts";

/** A declaration: its name as a heading, its signature, what its comment says, and its members. */
export function declarationBlocks(declaration: Declaration, members: Members): Block[] {
  const { name, node } = declaration;
  const signature = members.own.length === 0 && signatureOf(declaration);
  const others = members.others.map((other) => `\`${other}\``).join(" and ");
  return [
    heading(`\`${name}\``, 3),
    ...text(signature && code(signature), commentText(commentOf(node))),
    ...membersBlocks(members.own),
    ...(others ? text(`It also has what ${others} has.`) : []),
  ];
}

/** Renders a declaration: its signature, or its type. */
function signatureOf({ name, node, file }: Declaration): string {
  if (syntax.isFunctionDeclaration(node)) return `${name}${parametersOf(node)}`;
  if (syntax.isVariableDeclaration(node)) {
    const arrow = node.initializer && syntax.isArrowFunction(node.initializer) ? node.initializer : undefined;
    return arrow ? `${name}${parametersOf(arrow)}` : `${name}${node.type ? `: ${plain(node.type.getText())}` : ""}`;
  }
  if (!syntax.isTypeAliasDeclaration(node) || syntax.isMappedTypeNode(node.type)) return "";
  const [, constant] = /^keyof typeof (\w+)$/.exec(node.type.getText()) ?? [];
  return `type ${name} = ${constant ? keysOf(file, constant) : plain(node.type.getText())}`;
}

/** The keys of a constant object, as a type. */
function keysOf(file: Source, constant: string): string {
  const node = file.own.get(constant)?.node;
  const initializer = node && syntax.isVariableDeclaration(node) ? node.initializer : undefined;
  const keys = initializer && syntax.isObjectLiteralExpression(initializer) ? initializer.properties : [];
  return keys.map((key) => `"${key.name?.getText()}"`).join(" | ");
}

/** Properties as rows, then methods, those of one name together. */
export function membersBlocks(members: Member[], prefix = ""): Block[] {
  const properties = members.filter(syntax.isPropertySignature);
  const methods = new Map<string, ts.MethodSignature[]>();
  for (const member of members.filter(syntax.isMethodSignature)) {
    const name = member.name.getText();
    methods.set(name, [...(methods.get(name) ?? []), member]);
  }
  return [
    ...rowsBlock(properties.map((member) => propertyRow(member, prefix))),
    ...[...methods].flatMap(([name, overloads]) => methodBlocks(`${prefix}${name}`, overloads)),
    ...properties.flatMap(({ name, type }) =>
      literalsIn(type).flatMap((literal) => membersBlocks(literal.members.filter(isMember), `${name.getText()}.`)),
    ),
  ];
}

function propertyRow(member: ts.PropertySignature, prefix: string): Row {
  const isReadOnly = member.modifiers?.some(({ kind }) => kind === syntax.SyntaxKind.ReadonlyKeyword);
  return {
    name: `${prefix}${member.name.getText()}`,
    type: plain(member.type?.getText() ?? "unknown"),
    optional: Boolean(member.questionToken) && !isReadOnly,
    meaning: meaningOf(member),
  };
}

/** A comment on one line. */
const meaningOf = (node: ts.Node) => commentText(commentOf(node)).replaceAll("\n\n", " ");

function methodBlocks(name: string, members: ts.MethodSignature[]): Block[] {
  const signature = (member: ts.MethodSignature) => `${name}${typeParameters(member)}${parametersOf(member)}`;
  const [only] = members;
  if (only && members.length === 1)
    return [heading(`\`${name}\``, 3), ...text(code(signature(only)), commentText(commentOf(only)))];
  const lines = members.flatMap((member) => [`// ${commentOf(member).text}`, signature(member)]);
  return [heading(`\`${name}\``, 3), ...text(code(lines.join("\n")))];
}

/** The methods of a property, where its type spells them out. */
const literalsIn = (type: ts.TypeNode | undefined): ts.TypeLiteralNode[] =>
  type && syntax.isIntersectionTypeNode(type) ? type.types.filter(syntax.isTypeLiteralNode) : [];

const typeParameters = (node: ts.SignatureDeclaration) => {
  const names = node.typeParameters?.map((parameter) => plain(parameter.getText())) ?? [];
  return names.length > 0 ? `<${names.join(", ")}>` : "";
};

/** `(name: Type, other?: Type): Type`. A parameter with a default is optional. */
function parametersOf(node: ts.SignatureDeclaration): string {
  const parameters = node.parameters.map(({ dotDotDotToken, name, questionToken, initializer, type }) => {
    const optional = questionToken || initializer ? "?" : "";
    return `${dotDotDotToken ? "..." : ""}${name.getText()}${optional}: ${plain(type?.getText() ?? "unknown")}`;
  });
  return `(${parameters.join(", ")})${node.type ? `: ${plain(node.type.getText())}` : ""}`;
}

/** Lists the other members of a constant, such as functions on a class: their names and, for functions, their parameters. */
export function staticRows({ name, node, file }: Declaration): Row[] {
  const [literal] = syntax.isVariableDeclaration(node) && node.initializer ? literalsBelow(node.initializer) : [];
  const members = literal ? [...literal.members].filter(syntax.isPropertySignature) : [];
  const named = members.filter((member) => syntax.isIdentifier(member.name));
  return named.map((member) => {
    const { type } = member;
    const used = type && syntax.isTypeQueryNode(type) ? file.own.get(type.exprName.getText())?.node : undefined;
    const value = used && syntax.isVariableDeclaration(used) ? used.initializer : used;
    const signature = value && syntax.isFunctionLike(value) ? parametersOf(value) : plain(type?.getText() ?? "");
    return { name: `${name}.${member.name.getText()}`, type: signature, meaning: meaningOf(member) };
  });
}

function literalsBelow(node: ts.Node): ts.TypeLiteralNode[] {
  if (syntax.isTypeLiteralNode(node)) return [node];
  const found: ts.TypeLiteralNode[] = [];
  syntax.forEachChild(node, (child) => void found.push(...literalsBelow(child)));
  return found;
}

/** The alternatives of an error, each with its own fields. */
export const kindRows = ({ node }: Declaration): Row[] =>
  literalsBelow(node)
    .map(({ members }) => members.filter(syntax.isPropertySignature))
    .flatMap((members) => {
      const kind = members.find(({ name }) => name.getText() === "kind");
      if (!kind) return [];
      const others = members.filter((member) => member !== kind).map((member) => propertyRow(member, ""));
      const name = kind.type?.getText().replaceAll('"', "") ?? "";
      return [{ name, meaning: meaningOf(kind), ...(others.length > 0 && { rows: others }) }];
    });

/** Creates a row for a declaration that a page mentions but doesn't explain. */
export const declarationRow = ({ name, node }: Declaration): Row => ({ name, meaning: meaningOf(node) });

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
