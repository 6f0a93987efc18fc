import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, pathOperations } from "../contract.ts";
import { root } from "../run.ts";
import { isMember, readDeclarations } from "./api/declarations.ts";
import { createDeclarationField, createDeclarationParts, createKinds, createMemberParts } from "./api/render.ts";
import { readText } from "./guides.ts";
import type { Field, Part } from "./model/blocks.ts";
import { createPage, type Page, summaryOf } from "./model/page.ts";
import { operationFile, toSlug } from "./places.ts";
import { callOf } from "./signature.ts";

const templates = join(import.meta.dirname, "api");

/** The templates, and the entries of the package that each is about. */
const pages: [template: string, entries: string[]][] = [
  ["1-client.md", ["src/index.ts", "src/http.ts", "src/validate.ts"]],
  ["2-test-server.md", ["src/testing/index.ts"]],
  ["3-mock-server.md", ["src/mock/index.ts"]],
];

/**
 * Builds the pages of the package: the client, the test server and the mock server. A template has the order and the
 * prose. A declaration of the source replaces each `<!-- api: NAME -->` in it, its members `<!-- members: NAME -->` and
 * so on. Exports that no template names come last, so that nothing is left out.
 */
export function createApiPages(contract: Contract, project = root): Page[] {
  const declarations = readDeclarations(project);
  return pages.map(([file, entries]) => {
    const { title, text: template } = readText(join(templates, file));
    const exported = [...new Set(entries.flatMap(declarations.exportsOf))];
    const find = (name: string) => {
      const declaration = declarations.find(name);
      if (!declaration) throw new Error(`${file} names ${name}, which the source doesn't declare.`);
      return declaration;
    };
    const membersOf = (name: string) => declarations.membersOf(find(name), exported);
    const create: Record<string, (name: string, member?: string) => Part[]> = {
      api: (name, member) => {
        const members = membersOf(name);
        if (!member) return createDeclarationParts(find(name), members);
        return createMemberParts(members.filter((candidate) => isMember(candidate) && candidate.name === member));
      },
      members: (name) => [exported.includes(name) && `The type \`${name}\`:`, ...createMemberParts(membersOf(name))],
      kinds: (name) => [{ kind: "table", fields: createKinds(membersOf(name).filter(isMember)) }],
      options: (name) => [{ kind: "table", fields: readOptions(join(project, `src/${name}/command.ts`)) }],
      operations: () => [writeOperationList(contract)],
    };
    const parts = template.split(/(<!-- \w+: \w+(?:\.\w+)? -->)/).flatMap((piece) => {
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
    return createPage("index", `${toSlug(title)}.html`, title, summaryOf(template), parts);
  });
}

const writeOperationList = (contract: Contract): string =>
  pathOperations(contract)
    .map(
      (pathOperation) =>
        `- [\`${callOf(pathOperation)}\`](/${operationFile(pathOperation)}): ${pathOperation.operation.summary}`,
    )
    .join("\n");

/** Reads a command's options from its `help`: `  --name VALUE   meaning`, and lines that continue the meaning. */
function readOptions(command: string): Field[] {
  const [, text = ""] = /help = `([^`]+)`/.exec(readFileSync(command, "utf8")) ?? [];
  const rows: { option: string; words: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, option, words] = /^ {2}((?:-\w, )?--[\w-]+(?: [A-Z=]+)?) {2,}(.+)$/.exec(line) ?? [];
    const [, continuation] = /^ {20,}(.+)$/.exec(line) ?? [];
    if (option && words) rows.push({ option, words: [words] });
    else if (continuation) rows.at(-1)?.words.push(continuation);
  }
  return rows.map(({ option, words }) => ({ name: option, description: toSentence(words.join("; ")) }));
}

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
