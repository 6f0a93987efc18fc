import ts from "typescript";
import { bundleDeclarations, entries } from "../build/declarations.ts";

const printer = ts.createPrinter({ removeComments: true });

/** Writes the public TypeScript surface as text: what each entry exports, and every declaration that this reaches. */
export async function writeApiReport(): Promise<string> {
  const files = Object.entries(await bundleDeclarations()).map(([name, text]) => ({ name, file: parse(text) }));
  const exported = files
    .filter(({ name }) => name.slice(0, -".d.ts".length) in entries)
    .map(({ name, file }) => `// ${name}\nexport { ${exportsOf(file).join(", ")} };`);
  const statements = files.flatMap(({ file }) =>
    file.statements.filter((statement) => !isWiring(statement)).map((statement) => print(statement, file)),
  );
  return `// Written by \`npm run release -- --report\`. Not to be edited by hand.\n${[...exported.sort(), ...[...new Set(statements)].sort()].join("\n\n")}\n`;
}

export const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);

export const print = (node: ts.Node, file: ts.SourceFile): string =>
  printer.printNode(ts.EmitHint.Unspecified, node, file);

/** Returns whether a statement only joins the files. */
const isWiring = (statement: ts.Statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);

function exportsOf(file: ts.SourceFile): string[] {
  return file.statements
    .flatMap((statement) => {
      const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
      return clause && ts.isNamedExports(clause) ? clause.elements.map((element) => element.name.text) : [];
    })
    .sort();
}
