import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CommandOptions, usageOf } from "../../../src/commands/help.ts";
import { mockOptions } from "../../../src/commands/mock-options.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";
import { root } from "../../tools/run.ts";
import { type Declaration, readDeclarations } from "./declarations.ts";
import { readTitledText } from "./guides.ts";
import { callOf } from "./operation.ts";
import {
  type BlockSource,
  createPage,
  type Field,
  type Page,
  summaryOf,
  writeFence,
} from "./page.ts";
import { operationFile, titleOf, toSlug } from "./site-map.ts";

const templates = join(import.meta.dirname, "../api");

/** The templates, and the entries of the package that each is about. */
const pages: [template: string, entries: string[]][] = [
  ["1-client.md", ["src/index.ts", "src/http.ts", "src/validate.ts"]],
  ["2-test-server.md", ["src/testing/index.ts"]],
  ["3-mock-server.md", ["src/mock/index.ts"]],
];

// `npm start` doesn't watch them.
const ownDeclarations = readDeclarations(
  root,
  dirname(fileURLToPath(import.meta.resolve("#generated/models.ts"))),
);

/**
 * Builds the pages of the package: the client, the test server and the mock server. A template has
 * the order and the prose. Declarations of the source replace each `<!-- api: NAME, NAME -->` in
 * it, the members of one `<!-- members: NAME -->` and so on. Exports that no template names come
 * last, so that nothing is left out.
 */
export function createApiPages(contract: Contract, declarations = ownDeclarations): Page[] {
  return pages.map(([file, entries]) => {
    const { title, text: template } = readTitledText(join(templates, file));
    const exported = [...new Set(entries.flatMap(declarations.exportsOf))];
    const namesOnPage = new Set([...template.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
    const find = (name: string) => {
      namesOnPage.add(name);
      const declaration = declarations.find(name, exported);
      if (!declaration) throw new Error(`${file} names ${name}, which the source doesn't declare.`);
      return declaration;
    };
    const create: Record<string, (name: string, member?: string) => BlockSource[]> = {
      api: (name, member) =>
        member
          ? createMemberParts(find(name).members.filter((candidate) => candidate.name === member))
          : createDeclarationParts(find(name)),
      members: (name) => [
        exported.includes(name) && `The type \`${name}\`:`,
        ...createMemberParts(find(name).members),
      ],
      kinds: (name) => [
        {
          kind: "fields",
          fields: find(name).members.map(({ type, ...kind }) => createField(kind)),
        },
      ],
      options: () => [{ kind: "fields", fields: createOptions(mockOptions) }],
      operations: () => [{ kind: "fields", fields: operationsOf(contract).map(createMethod) }],
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
      fields: otherNames.map((name) => ({ name, description: toLine(find(name).comment) })),
    });
    return createPage("package", `${toSlug(title)}.html`, title, summaryOf(template), parts);
  });
}

const createMethod = (operation: Operation): Field => ({
  name: callOf(operation),
  description: `[${titleOf(operation)}](/${operationFile(operation)})`,
});

/**
 * Builds the parts of a declaration: its name as a heading, its signature, its comment and its
 * members.
 */
const createDeclarationParts = ({
  name,
  signature,
  comment,
  members,
  bases,
}: Declaration): BlockSource[] => [
  `### \`${name}\``,
  members.length === 0 && signature && writeFence("ts", signature),
  comment,
  ...createMemberParts(members),
  bases.length > 0 &&
    `It also has the members of ${bases.map((base) => `\`${base}\``).join(" and ")}.`,
];

const isMethod = ({ type }: Declaration) => type === undefined;

function createMemberParts(members: Declaration[], prefix = ""): BlockSource[] {
  const methods = members.filter(isMethod);
  const methodNames = [...new Set(methods.map(({ name }) => name))];
  return [
    { kind: "fields", fields: createFields(members) },
    ...methodNames.flatMap((name) => {
      const overloads = methods.filter((method) => method.name === name);
      const isSingle = overloads.length === 1;
      const lines = overloads.map(({ comment, signature }) =>
        isSingle ? `${prefix}${signature}` : `// ${toLine(comment)}\n${prefix}${signature}`,
      );
      return [
        `### \`${prefix}${name}\``,
        writeFence("ts", lines.join("\n")),
        isSingle && overloads[0]?.comment,
      ];
    }),
    // The methods of a property, such as `on.request`.
    ...members.flatMap(({ name, members: inner }) =>
      createMemberParts(inner.filter(isMethod), `${name}.`),
    ),
  ];
}

const createFields = (members: Declaration[]): Field[] =>
  members.filter((member) => !isMethod(member)).map(createField);

const createField = ({ name, comment, type, optional, members }: Declaration): Field => ({
  name,
  description: toLine(comment),
  ...(type && { type, presence: optional ? "optional" : "" }),
  fields: createFields(members),
});

const toLine = (comment: string) => comment.replaceAll("\n\n", " ");

const createOptions = (options: CommandOptions): Field[] =>
  Object.entries(options).map(([name, { value, meaning }]) => ({
    name: usageOf(name, value),
    description: `${meaning}.`,
  }));
