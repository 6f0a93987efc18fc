import type { Field, Part } from "../model/blocks.ts";
import { type Comment, writeComment } from "./comment.ts";
import type { Declaration, Source } from "./declarations.ts";
import { type Member, type Members, writeSignature, writeType } from "./members.ts";

/** Builds the parts of a declaration: its name as a heading, its signature, its comment and its members. */
export function createDeclarationParts(declaration: Declaration, members: Members): Part[] {
  const signature = members.ownMembers.length === 0 && signatureOf(declaration);
  const baseNames = members.baseTypes.map((baseType) => `\`${baseType}\``).join(" and ");
  return [
    `### \`${declaration.name}\``,
    signature && code(signature),
    writeComment(declaration.comment),
    ...createMemberParts(members.ownMembers),
    baseNames && `It also has the members of ${baseNames}.`,
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

/** Builds a table of properties, then the parts of methods, with overloads together. */
export function createMemberParts(members: Member[], prefix = ""): Part[] {
  const properties = members.filter(({ isMethod }) => !isMethod);
  const methodNames = new Set(members.filter(({ isMethod }) => isMethod).map(({ name }) => name));
  return [
    { kind: "table", fields: properties.map((member) => createField(member, prefix)) },
    ...[...methodNames].flatMap((name) =>
      createMethodParts(
        `${prefix}${name}`,
        members.filter((member) => member.name === name),
      ),
    ),
    ...properties.flatMap(({ name, members: innerMembers }) => createMemberParts(innerMembers, `${name}.`)),
  ];
}

const createField = ({ name, type, optional, comment }: Member, prefix = ""): Field => ({
  ...{ name: `${prefix}${name}`, type, presence: optional ? "optional" : "", description: writeMeaning(comment) },
});

/** Writes a comment on one line. */
const writeMeaning = (comment: Comment) => writeComment(comment).replaceAll("\n\n", " ");

function createMethodParts(name: string, overloads: Member[]): Part[] {
  const [method] = overloads;
  return [
    `### \`${name}\``,
    ...(method && overloads.length === 1
      ? [code(`${name}${method.type}`), writeComment(method.comment)]
      : [code(overloads.map(({ comment, type }) => `// ${comment.text}\n${name}${type}`).join("\n"))]),
  ];
}

/** Creates a field for each kind of an error, with the kind's own fields. */
export const createKinds = ({ ownMembers }: Members): Field[] =>
  ownMembers.map(({ name, comment, members }) => ({
    name: name.replaceAll('"', ""),
    description: writeMeaning(comment),
    fields: members.map((field) => createField(field)),
  }));

/** Creates a field for a declaration that a page mentions but doesn't explain. */
export const createDeclarationField = ({ name, comment }: Declaration): Field => ({
  name,
  description: writeMeaning(comment),
});

const code = (source: string) => `\`\`\`typescript\n${source}\n\`\`\``;
