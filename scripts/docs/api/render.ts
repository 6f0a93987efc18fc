import { type Block, createHeading, createRows, createText, type Row } from "../model/blocks.ts";
import { type Comment, writeComment } from "./comment.ts";
import type { Declaration, Source } from "./declarations.ts";
import { type Member, type Members, writeSignature, writeType } from "./members.ts";

/** Builds the blocks of a declaration: its name as a heading, its signature, its comment and its members. */
export function createDeclarationBlocks(declaration: Declaration, members: Members): Block[] {
  const signature = members.ownMembers.length === 0 && signatureOf(declaration);
  const baseNames = members.baseTypes.map((baseType) => `\`${baseType}\``).join(" and ");
  return [
    createHeading(`\`${declaration.name}\``, 3),
    ...createText(signature && code(signature), writeComment(declaration.comment)),
    ...createMemberBlocks(members.ownMembers),
    ...(baseNames ? createText(`It also has the members of ${baseNames}.`) : []),
  ];
}

/** Writes the signature of a function, or the type of a constant or an alias. Interfaces get an empty text. */
function signatureOf({ name, node, source }: Declaration): string {
  if (node.type === "TSInterfaceDeclaration") return "";
  if (node.type === "VariableDeclarator")
    return node.init?.type === "ArrowFunctionExpression" && !node.id.typeAnnotation
      ? `${name}${writeSignature(node.init, source)}`
      : writeType(source.textOf(node.id));
  if (node.type !== "TSTypeAliasDeclaration") return `${name}${writeSignature(node, source)}`;
  if (node.typeAnnotation.type === "TSMappedType") return "";
  const type = source.textOf(node.typeAnnotation);
  const [, constant] = /^keyof typeof (\w+)$/.exec(type) ?? [];
  return `type ${name} = ${constant ? writeKeys(source, constant) : writeType(type)}`;
}

/** Writes the keys of a constant object as a type. */
function writeKeys(source: Source, constant: string): string {
  const node = source.declarations.get(constant)?.node;
  const value = node?.type === "VariableDeclarator" ? node.init : undefined;
  const properties = value?.type === "ObjectExpression" ? value.properties : [];
  return properties
    .flatMap((property) => (property.type === "Property" ? `"${source.textOf(property.key)}"` : []))
    .join(" | ");
}

/** Builds rows for properties, then the blocks of methods, with overloads together. */
export function createMemberBlocks(members: Member[], prefix = ""): Block[] {
  const properties = members.filter(({ isMethod }) => !isMethod);
  const methodNames = new Set(members.filter(({ isMethod }) => isMethod).map(({ name }) => name));
  return [
    ...createRows(properties.map((member) => createPropertyRow(member, prefix))),
    ...[...methodNames].flatMap((name) =>
      createMethodBlocks(
        `${prefix}${name}`,
        members.filter((member) => member.name === name),
      ),
    ),
    ...properties.flatMap(({ name, members: innerMembers }) => createMemberBlocks(innerMembers, `${name}.`)),
  ];
}

const createPropertyRow = ({ name, type, optional, comment }: Member, prefix = ""): Row => ({
  ...{ name: `${prefix}${name}`, type, optional, meaning: writeMeaning(comment) },
});

/** Writes a comment on one line. */
const writeMeaning = (comment: Comment) => writeComment(comment).replaceAll("\n\n", " ");

function createMethodBlocks(name: string, overloads: Member[]): Block[] {
  const [method] = overloads;
  const text =
    method && overloads.length === 1
      ? [code(`${name}${method.type}`), writeComment(method.comment)]
      : [code(overloads.map(({ comment, type }) => `// ${comment.text}\n${name}${type}`).join("\n"))];
  return [createHeading(`\`${name}\``, 3), ...createText(...text)];
}

/** Creates a row for each kind of an error, with its fields. */
export const createKindRows = ({ ownMembers }: Members): Row[] =>
  ownMembers.map(({ name, comment, members }) => ({
    name: name.replaceAll('"', ""),
    meaning: writeMeaning(comment),
    ...(members.length > 0 && { rows: members.map((field) => createPropertyRow(field)) }),
  }));

/** Creates a row for a declaration that a page mentions but doesn't explain. */
export const createDeclarationRow = ({ name, comment }: Declaration): Row => ({ name, meaning: writeMeaning(comment) });

const code = (source: string) => `\`\`\`typescript\n${source}\n\`\`\``;
