import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, pathOperations } from "../contract.ts";
import { root } from "../run.ts";
import { createDeclarationReader, type Declaration } from "./api/declarations.ts";
import { readOptions } from "./api/help.ts";
import { createMemberReader } from "./api/members.ts";
import { createDeclarationField, createDeclarationParts, createKinds, createMemberParts } from "./api/render.ts";
import { withSamples } from "./guides.ts";
import type { Part } from "./model/blocks.ts";
import { createIndexPage } from "./model/index-pages.ts";
import { type Page, summaryOf } from "./model/page.ts";
import { operationFile, toSlug } from "./places.ts";
import { callOf } from "./signature.ts";

const templates = join(import.meta.dirname, "api");

interface Template {
  file: string;
  /** The entries of the package that the page is about. */
  entries: string[];
  /** Other files whose declarations the page shows. */
  otherFiles: string[];
}

const pages: Template[] = [
  {
    file: "1-client.md",
    entries: ["src/index.ts", "src/http.ts", "src/validate.ts"],
    otherFiles: ["src/client/errors.ts", "src/client/junk-inbox.ts"],
  },
  { file: "2-test-server.md", entries: ["src/testing/index.ts"], otherFiles: [] },
  {
    file: "3-mock-server.md",
    entries: ["src/mock/index.ts"],
    otherFiles: ["src/mock/command.ts", "src/core/preferences.ts", "src/core/faults.ts"],
  },
];

/**
 * Builds the pages of the package: the client, the test server and the mock server. A template has the order and the
 * prose. A declaration of the source replaces each `<!-- api: NAME -->` in it, its members `<!-- members: NAME -->` and
 * so on. Exports that no template names come last, so that nothing is left out.
 */
export function createApiPages(contract: Contract, project = root): Page[] {
  const declarations = createDeclarationReader();
  return pages.map(({ file, entries, otherFiles }) => {
    const [title = "", ...lines] = readFileSync(join(templates, file), "utf8").split("\n");
    const sources = [...entries, ...otherFiles].map((source) => declarations.read(join(project, source)));
    const exported = [...new Set(sources.slice(0, entries.length).flatMap(declarations.exportsOf))];
    const members = createMemberReader(declarations, (name) => exported.includes(name));
    const find = (name: string): Declaration => {
      const declaration = sources.map((source) => declarations.find(source, name)).find(Boolean);
      if (!declaration) throw new Error(`${file} names ${name}, which the source doesn't declare.`);
      return declaration;
    };
    const create: Record<string, (name: string, member?: string) => Part[]> = {
      api: (name, member) => {
        const { ownMembers, ...rest } = members(find(name));
        if (member) return createMemberParts(ownMembers.filter(({ name: memberName }) => memberName === member));
        return createDeclarationParts(find(name), { ownMembers, ...rest });
      },
      members: (name) => [
        exported.includes(name) && `The type \`${name}\`:`,
        ...createMemberParts(members(find(name)).ownMembers),
      ],
      kinds: (name) => [{ kind: "table", fields: createKinds(members(find(name))) }],
      options: (name) => [{ kind: "table", fields: readOptions(find(name)) }],
      operations: () => [writeOperationList(contract)],
    };
    const parts = withSamples(lines.join("\n"))
      .split(/(<!-- \w+: \w+(?:\.\w+)? -->)/)
      .flatMap((piece) => {
        const [, kind = "", name = "", member] = /^<!-- (\w+): (\w+)(?:\.(\w+))? -->$/.exec(piece) ?? [];
        return create[kind]?.(name, member) ?? [piece];
      });
    const text = JSON.stringify(parts);
    const otherNames = exported.filter((name) => !text.includes(`\`${name}\``));
    if (otherNames.length > 0)
      parts.push("## Other types", {
        kind: "table",
        fields: otherNames.map((name) => createDeclarationField(find(name))),
      });
    const words = title.replace("# ", "");
    return createIndexPage(`${toSlug(words)}.html`, words, summaryOf(lines.join("\n").trim()), parts);
  });
}

const writeOperationList = (contract: Contract): string =>
  pathOperations(contract)
    .map(
      (pathOperation) =>
        `- [\`${callOf(pathOperation)}\`](/${operationFile(pathOperation)}): ${pathOperation.operation.summary}`,
    )
    .join("\n");
