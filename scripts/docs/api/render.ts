import type { Field, Part } from "../model/blocks.ts";
import { type Declaration, isMember, type Member, type MemberOrBase } from "./declarations.ts";

/** Builds the parts of a declaration: its name as a heading, its signature, its comment and its members. */
export function createDeclarationParts({ name, signature, comment }: Declaration, members: MemberOrBase[]): Part[] {
  const baseNames = [...new Set(members.flatMap((member) => (isMember(member) ? [] : `\`${member.base}\``)))];
  return [
    `### \`${name}\``,
    !members.some(isMember) && signature && code(signature),
    comment,
    ...createMemberParts(members),
    baseNames.length > 0 && `It also has the members of ${baseNames.join(" and ")}.`,
  ];
}

/** Builds a table of properties, then the parts of methods, with overloads together. */
export function createMemberParts(membersOrBases: MemberOrBase[], prefix = ""): Part[] {
  const members = membersOrBases.filter(isMember);
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
