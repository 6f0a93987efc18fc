import type { Field, Part } from "../model/blocks.ts";
import type { Declaration } from "./declarations.ts";
import { type Member, type MemberOrBase, writeSignature, writeType } from "./members.ts";

/** Builds the parts of a declaration: its name as a heading, its signature, its comment and its members. */
export function createDeclarationParts(declaration: Declaration, members: MemberOrBase[]): Part[] {
  const baseTypes = members.filter((member) => typeof member === "string");
  const signature = members.length === baseTypes.length && signatureOf(declaration);
  const baseNames = [...new Set(baseTypes)].map((baseType) => `\`${baseType}\``).join(" and ");
  return [
    `### \`${declaration.name}\``,
    signature && code(signature),
    declaration.comment,
    ...createMemberParts(members),
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
  return `type ${name} = ${writeType(source.textOf(node.typeAnnotation))}`;
}

/** Builds a table of properties, then the parts of methods, with overloads together. */
export function createMemberParts(membersOrBases: MemberOrBase[], prefix = ""): Part[] {
  const members = membersOrBases.filter((member) => typeof member !== "string");
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
  ...{ name: `${prefix}${name}`, type, presence: optional ? "optional" : "", description: toLine(comment) },
});

const toLine = (comment: string) => comment.replaceAll("\n\n", " ");

function createMethodParts(name: string, overloads: Member[]): Part[] {
  const [method] = overloads;
  return [
    `### \`${name}\``,
    ...(method && overloads.length === 1
      ? [code(`${name}${method.type}`), method.comment]
      : [code(overloads.map(({ comment, type }) => `// ${toLine(comment)}\n${name}${type}`).join("\n"))]),
  ];
}

/** Creates a field for each kind of an error, with the kind's own fields. */
export const createKinds = (kinds: Member[]): Field[] =>
  kinds.map(({ name, comment, members }) => ({
    name: name.replaceAll('"', ""),
    description: toLine(comment),
    fields: members.map((field) => createField(field)),
  }));

/** Creates a field for a declaration that a page mentions but doesn't explain. */
export const createDeclarationField = ({ name, comment }: Declaration): Field => ({
  name,
  description: toLine(comment),
});

const code = (source: string) => `\`\`\`ts\n${source}\n\`\`\``;
