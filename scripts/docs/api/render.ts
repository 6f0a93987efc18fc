import type ts from "typescript";
import { commentOf, commentText } from "./comment.ts";
import type { Declaration, Source } from "./declarations.ts";
import { isMember, type Member, type Members } from "./members.ts";
import { syntax } from "./typescript.ts";

/** A declaration as Markdown: its name as a heading, its signature, what its comment says, and its members. */
export function declarationText(declaration: Declaration, members: Members): string {
  const { name, node } = declaration;
  const heading = `### \`${name}\``;
  const text = commentText(commentOf(node));
  const signature = members.own.length === 0 && signatureOf(declaration);
  const others = members.others.map((other) => `\`${other}\``).join(" and ");
  return blocks([
    heading,
    signature && code(signature),
    text,
    membersText(members.own),
    others && `It also has what ${others} has.`,
  ]);
}

/** What is called by its signature, or stands for a type. */
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
export function membersText(members: Member[], prefix = ""): string {
  const properties = members.filter(syntax.isPropertySignature).map((member) => propertyRow(member, prefix));
  const methods = new Map<string, ts.MethodSignature[]>();
  for (const member of members.filter(syntax.isMethodSignature)) {
    const name = member.name.getText();
    methods.set(name, [...(methods.get(name) ?? []), member]);
  }
  const nested = members
    .filter(syntax.isPropertySignature)
    .flatMap(({ name, type }) =>
      literalsIn(type).map((literal) => membersText(literal.members.filter(isMember), `${name.getText()}.`)),
    );
  return blocks([
    properties.join("\n"),
    ...[...methods].map(([name, each]) => methodText(`${prefix}${name}`, each)),
    ...nested,
  ]);
}

function propertyRow(member: ts.PropertySignature, prefix: string): string {
  const type = plain(member.type?.getText() ?? "unknown");
  const isReadOnly = member.modifiers?.some(({ kind }) => kind === syntax.SyntaxKind.ReadonlyKeyword);
  const optional = member.questionToken && !isReadOnly ? ", optional" : "";
  return `- \`${prefix}${member.name.getText()}\` (\`${type}\`${optional})${colon(commentText(commentOf(member)))}`;
}

const colon = (text: string) => (text ? `: ${text.replaceAll("\n\n", " ")}` : "");

function methodText(name: string, members: ts.MethodSignature[]): string {
  const signature = (member: ts.MethodSignature) => `${name}${typeParameters(member)}${parametersOf(member)}`;
  if (members.length === 1)
    return blocks([
      `### \`${name}\``,
      ...members.flatMap((one) => [code(signature(one)), commentText(commentOf(one))]),
    ]);
  const lines = members.flatMap((member) => [`// ${commentOf(member).text}`, signature(member)]);
  return blocks([`### \`${name}\``, code(lines.join("\n"))]);
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

/** What a constant has besides, such as functions on a class: their names and, where they are functions, how to call them. */
export function staticsText({ name, node, file }: Declaration): string {
  const [literal] = syntax.isVariableDeclaration(node) && node.initializer ? literalsBelow(node.initializer) : [];
  const members = literal ? [...literal.members].filter(syntax.isPropertySignature) : [];
  const named = members.filter((member) => syntax.isIdentifier(member.name));
  const rows = named.map((member) => {
    const { type } = member;
    const used = type && syntax.isTypeQueryNode(type) ? file.own.get(type.exprName.getText())?.node : undefined;
    const value = used && syntax.isVariableDeclaration(used) ? used.initializer : used;
    const signature = value && syntax.isFunctionLike(value) ? parametersOf(value) : plain(type?.getText() ?? "");
    return `- \`${name}.${member.name.getText()}\` (\`${signature}\`)${colon(commentText(commentOf(member)))}`;
  });
  return rows.join("\n");
}

function literalsBelow(node: ts.Node): ts.TypeLiteralNode[] {
  if (syntax.isTypeLiteralNode(node)) return [node];
  const found: ts.TypeLiteralNode[] = [];
  syntax.forEachChild(node, (child) => void found.push(...literalsBelow(child)));
  return found;
}

/** The alternatives of an error, each with what it has besides. */
export function kindsText({ node }: Declaration): string {
  return literalsBelow(node)
    .map(({ members }) => members.filter(syntax.isPropertySignature))
    .flatMap((members) => {
      const kind = members.find(({ name }) => name.getText() === "kind");
      if (!kind) return [];
      const others = members.filter((member) => member !== kind).map((member) => `  ${propertyRow(member, "")}`);
      const value = kind.type?.getText().replaceAll('"', "");
      return [`- \`${value}\` (\`kind\`)${colon(commentText(commentOf(kind)))}`, ...others];
    })
    .join("\n");
}

/** A row for what a page mentions and does not explain further. */
export function declarationRow({ name, node }: Declaration): string {
  return `- \`${name}\` (type)${colon(commentText(commentOf(node)))}`;
}

/** TypeScript on one line. What an option may also be is told by its being optional. */
const plain = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \| undefined\b/g, "")
    .replaceAll(/^\((.*)\)$/g, "$1")
    .replace(/;$/, "")
    .trim();
const code = (text: string) => `\`\`\`typescript\n${text}\n\`\`\``;
const blocks = (parts: (string | false | undefined)[]): string => parts.filter(Boolean).join("\n\n");
