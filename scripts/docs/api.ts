import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, pathOperations } from "../contract.ts";
import { root } from "../run.ts";
import { type Declaration, readDeclarations } from "./api/declarations.ts";
import { optionRows } from "./api/help.ts";
import { membersOf } from "./api/members.ts";
import { declarationRow, declarationText, kindsText, membersText, staticsText } from "./api/render.ts";
import { type Guide, withSamples } from "./guides.ts";
import { operationAddress } from "./places.ts";
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
  { file: "1-client.md", entries: ["src/index.ts", "src/validate.ts"] },
  { file: "2-test-server.md", entries: ["src/testing/index.ts"] },
  {
    file: "3-mock-server.md",
    entries: ["src/mock/index.ts"],
    also: ["src/mock/command.ts", "src/core/preferences.ts", "src/core/faults.ts"],
  },
];

/**
 * The pages of the package: the client, the test server and the mock server. A template has the order and the prose, and
 * each `<!-- api: NAME -->` in it stands for a declaration of the source. What an entry exports and the template doesn't
 * name comes last, so that nothing is left out.
 */
export function apiPages(contract: Contract, project = root): Guide[] {
  const declarations = readDeclarations();
  return pages.map(({ file, entries, also = [] }) => {
    const [title = "", ...lines] = readFileSync(join(templates, file), "utf8").split("\n");
    const sources = [...entries, ...also].map((source) => declarations.read(join(project, source)));
    const exported = [...new Set(sources.slice(0, entries.length).flatMap(declarations.exportsOf))];
    const members = membersOf(declarations, (name) => exported.includes(name));
    const named = new Set<string>();
    const find = (name: string): Declaration => {
      const found =
        sources.map((source) => declarations.find(source, name)).find(Boolean) ?? declarations.anywhere(name);
      if (!found) throw new Error(`${file} names ${name}, which the source doesn't declare.`);
      named.add(name);
      return found;
    };
    const parts: Record<string, (name: string, member?: string) => string> = {
      api: (name, member) => {
        const { own, ...rest } = members(find(name));
        if (member) return membersText(own.filter((each) => each.name.getText() === member));
        return declarationText(find(name), { own, ...rest });
      },
      members: (name) =>
        `${exported.includes(name) ? `The type \`${name}\`:\n\n` : ""}${membersText(members(find(name)).own)}`,
      kinds: (name) => kindsText(find(name)),
      statics: (name) => staticsText(find(name).file.values.get(name) ?? find(name)),
      options: (name) => optionRows(find(name)),
      operations: () => operationRows(contract),
    };
    // What the template names must be read before it is looked for.
    for (const name of exported) for (const source of sources) declarations.find(source, name);
    const text = lines.join("\n").replaceAll(/<!-- (\w+): (\w+)(?:\.(\w+))? -->/g, (comment, part, name, member) => {
      return parts[part]?.(name, member) ?? comment;
    });
    const others = exported
      .filter((name) => !named.has(name) && !text.includes(`\`${name}\``))
      .map((name) => declarationRow(find(name)));
    const rest = others.length > 0 ? ["## Other types", others.join("\n")] : [];
    return { title: title.replace("# ", ""), text: [withSamples(text).trim(), ...rest].join("\n\n") };
  });
}

const operationRows = (contract: Contract): string =>
  pathOperations(contract)
    .map((located) => `- [\`${callOf(located)}\`](${operationAddress(located)}): ${located.operation.summary}`)
    .join("\n");
