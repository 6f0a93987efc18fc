import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, pathOperations } from "../contract.ts";
import { root } from "../run.ts";
import { type Declaration, readDeclarations } from "./api/declarations.ts";
import { optionRows } from "./api/help.ts";
import { membersOf } from "./api/members.ts";
import { declarationBlocks, declarationRow, kindRows, membersBlocks, staticRows } from "./api/render.ts";
import { withSamples } from "./guides.ts";
import { type Block, heading, rowsBlock, text, withIds } from "./model/blocks.ts";
import type { Page } from "./model/page.ts";
import { summaryOf } from "./model/summary.ts";
import { operationFile, slug } from "./places.ts";
import { callOf } from "./signature.ts";

const templates = join(import.meta.dirname, "api");

interface Template {
  file: string;
  /** The entries of the package that the page is about. */
  entries: string[];
  /** Other files whose declarations it shows. */
  also?: string[];
}

const pages: Template[] = [
  { file: "1-client.md", entries: ["src/index.ts", "src/http.ts", "src/validate.ts"] },
  { file: "2-test-server.md", entries: ["src/testing/index.ts"] },
  {
    file: "3-mock-server.md",
    entries: ["src/mock/index.ts"],
    also: ["src/mock/command.ts", "src/core/preferences.ts", "src/core/faults.ts"],
  },
];

/**
 * The pages of the package: the client, the test server and the mock server. A template has the order and the prose, and
 * each `<!-- api: NAME -->` in it is replaced with a declaration of the source. What an entry exports and the template
 * doesn't name comes last, so that nothing is left out.
 */
export function apiPages(contract: Contract, project = root): Page[] {
  const declarations = readDeclarations();
  return pages.map(({ file, entries, also = [] }) => {
    const [title = "", ...lines] = readFileSync(join(templates, file), "utf8").split("\n");
    const sources = [...entries, ...also].map((source) => declarations.read(join(project, source)));
    const exported = [...new Set(sources.slice(0, entries.length).flatMap(declarations.exportsOf))];
    const members = membersOf(declarations, (name) => exported.includes(name));
    const named = new Set<string>();
    const find = (name: string): Declaration => {
      const declaration =
        sources.map((source) => declarations.find(source, name)).find(Boolean) ?? declarations.anywhere(name);
      if (!declaration) throw new Error(`${file} names ${name}, which the source doesn't declare.`);
      named.add(name);
      return declaration;
    };
    const parts: Record<string, (name: string, member?: string) => Block[]> = {
      api: (name, member) => {
        const { own, ...rest } = members(find(name));
        if (member) return membersBlocks(own.filter((each) => each.name.getText() === member));
        return declarationBlocks(find(name), { own, ...rest });
      },
      members: (name) => [
        ...(exported.includes(name) ? text(`The type \`${name}\`:`) : []),
        ...membersBlocks(members(find(name)).own),
      ],
      kinds: (name) => rowsBlock(kindRows(find(name))),
      statics: (name) => rowsBlock(staticRows(find(name).file.values.get(name) ?? find(name))),
      options: (name) => rowsBlock(optionRows(find(name))),
      operations: () => text(operationList(contract)),
    };
    // What the template names must be read before it is searched for.
    for (const name of exported) for (const source of sources) declarations.find(source, name);
    const blocks = withSamples(lines.join("\n"))
      .split(/(<!-- \w+: \w+(?:\.\w+)? -->)/)
      .flatMap((piece) => {
        const [, part = "", name = "", member] = /^<!-- (\w+): (\w+)(?:\.(\w+))? -->$/.exec(piece) ?? [];
        return parts[part]?.(name, member) ?? text(piece.trim());
      });
    const shown = JSON.stringify(blocks);
    const others = exported.filter((name) => !named.has(name) && !shown.includes(`\`${name}\``));
    const rest =
      others.length > 0 ? [heading("Other types"), ...rowsBlock(others.map((name) => declarationRow(find(name))))] : [];
    const words = title.replace("# ", "");
    return {
      ...{ kind: "index", file: `${slug(words)}.html`, title: words, summary: summaryOf(lines.join("\n").trim()) },
      blocks: withIds([...blocks, ...rest]),
    };
  });
}

const operationList = (contract: Contract): string =>
  pathOperations(contract)
    .map((located) => `- [\`${callOf(located)}\`](/${operationFile(located)}): ${located.operation.summary}`)
    .join("\n");
