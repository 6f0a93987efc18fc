import { join } from "node:path";
import type { OptionDescription } from "../../../src/commands/command.ts";
import { options as mockOptions } from "../../../src/mock/options.ts";
import type { Contract } from "../../contract/document.ts";
import { type DocumentedOperation, documentedOperations } from "../../contract/operations.ts";
import { operationFile, toSlug } from "./addresses.ts";
import type { BlockSource, Field } from "./blocks.ts";
import { type Declaration, isMember, type Member, type MemberOrBase, readOwnDeclarations } from "./declarations.ts";
import { readTitledText } from "./guides.ts";
import { callOf } from "./operation.ts";
import { createPage, type Page, summaryOf } from "./page.ts";

const templates = join(import.meta.dirname, "../api");

/** The templates, and the entries of the package that each is about. */
const pages: [template: string, entries: string[]][] = [
  ["1-client.md", ["src/index.ts", "src/http.ts", "src/validate.ts"]],
  ["2-test-server.md", ["src/testing/index.ts"]],
  ["3-mock-server.md", ["src/mock/index.ts"]],
];

/**
 * Builds the pages of the package: the client, the test server and the mock server. A template has the order and the
 * prose. Declarations of the source replace each `<!-- api: NAME, NAME -->` in it, the members of one
 * `<!-- members: NAME -->` and so on. Exports that no template names come last, so that nothing is left out.
 */
export function createApiPages(contract: Contract, declarations = readOwnDeclarations()): Page[] {
  return pages.map(([file, entries]) => {
    const { title, text: template } = readTitledText(join(templates, file));
    const exported = [...new Set(entries.flatMap(declarations.exportsOf))];
    const namesOnPage = new Set([...template.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
    const find = (name: string) => {
      namesOnPage.add(name);
      const declaration = declarations.find(name);
      if (!declaration) throw new Error(`${file} names ${name}, which the source doesn't declare.`);
      return declaration;
    };
    const membersOf = (name: string) => declarations.membersOf(find(name), exported);
    const create: Record<string, (name: string, member?: string) => BlockSource[]> = {
      api: (name, member) => {
        const members = membersOf(name);
        if (!member) return createDeclarationParts(find(name), members);
        return createMemberParts(members.filter((candidate) => isMember(candidate) && candidate.name === member));
      },
      members: (name) => [exported.includes(name) && `The type \`${name}\`:`, ...createMemberParts(membersOf(name))],
      kinds: (name) => [{ kind: "fields", fields: createKinds(membersOf(name).filter(isMember)) }],
      options: () => [{ kind: "fields", fields: createOptions(mockOptions) }],
      operations: () => [documentedOperations(contract).map(writeOperation).join("\n")],
    };
    const parts = template.split(/(<!-- \w+: .* -->)/).flatMap((piece) => {
      const [, kind = "", names = ""] = /^<!-- (\w+): (.*) -->$/.exec(piece) ?? [];
      return names.split(", ").flatMap((path): BlockSource[] => {
        const [name = "", member] = path.split(".");
        return create[kind]?.(name, member) ?? [piece];
      });
    });
    const otherNames = exported.filter((name) => !namesOnPage.has(name));
    parts.push(otherNames.length > 0 && "## Other types", {
      kind: "fields",
      fields: otherNames.map(find).map(({ name, comment }) => createField({ name, comment })),
    });
    return createPage("package", `${toSlug(title)}.html`, title, summaryOf(template), parts);
  });
}

const writeOperation = (pathOperation: DocumentedOperation): string =>
  `- [\`${callOf(pathOperation)}\`](/${operationFile(pathOperation)}): ${pathOperation.operation.summary}`;

/** Builds the parts of a declaration: its name as a heading, its signature, its comment and its members. */
function createDeclarationParts({ name, signature, comment }: Declaration, members: MemberOrBase[]): BlockSource[] {
  const baseNames = [...new Set(members.flatMap((member) => (isMember(member) ? [] : `\`${member.base}\``)))];
  return [
    `### \`${name}\``,
    !members.some(isMember) && signature && code(signature),
    comment,
    ...createMemberParts(members),
    baseNames.length > 0 && `It also has the members of ${baseNames.join(" and ")}.`,
  ];
}

function createMemberParts(membersOrBases: MemberOrBase[], prefix = ""): BlockSource[] {
  const members = membersOrBases.filter(isMember);
  const properties = members.filter(({ isMethod }) => !isMethod);
  const methodNames = new Set(members.filter(({ isMethod }) => isMethod).map(({ name }) => name));
  return [
    { kind: "fields", fields: properties.map((member) => createField(member, prefix)) },
    ...[...methodNames].flatMap((name) =>
      createMethodParts(
        `${prefix}${name}`,
        members.filter((member) => member.name === name),
      ),
    ),
    ...properties.flatMap(({ name, members: innerMembers }) => createMemberParts(innerMembers, `${name}.`)),
  ];
}

const createField = (member: Pick<Member, "name" | "comment"> & Partial<Member>, prefix = ""): Field => ({
  name: `${prefix}${member.name}`,
  description: toLine(member.comment),
  ...(member.type && { type: member.type, presence: member.optional ? "optional" : "" }),
});

const toLine = (comment: string) => comment.replaceAll("\n\n", " ");

function createMethodParts(name: string, overloads: Member[]): BlockSource[] {
  const [method] = overloads;
  return [
    `### \`${name}\``,
    ...(method && overloads.length === 1
      ? [code(`${name}${method.type}`), method.comment]
      : [code(overloads.map(({ comment, type }) => `// ${toLine(comment)}\n${name}${type}`).join("\n"))]),
  ];
}

const createKinds = (kinds: Member[]): Field[] =>
  kinds.map(({ name, comment, members }) => ({
    ...createField({ name: name.replaceAll('"', ""), comment }),
    fields: members.map((field) => createField(field)),
  }));

const code = (source: string) => `\`\`\`ts\n${source}\n\`\`\``;

const createOptions = (options: Record<string, OptionDescription>): Field[] =>
  Object.entries(options).map(([name, { value, meaning }]) => ({
    name: `--${name}${value ? ` ${value}` : ""}`,
    description: `${[meaning].flat().join("; ").replaceAll(",; ", ", ")}.`,
  }));
