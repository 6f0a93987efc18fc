import ts from "typescript";
import { bundleDeclarations, entries } from "../build/declarations.ts";

const printer = ts.createPrinter({ removeComments: true });

/** Writes the public TypeScript surface as text: what each entry exports, and every declaration that this reaches. */
export async function writeApiReport(): Promise<string> {
  const exported: string[] = [];
  const declarations = new Set<string>();
  for (const [name, text] of Object.entries(await bundleDeclarations())) {
    const file = parse(text);
    const names = file.statements.filter(ts.isExportDeclaration).flatMap(exportsOf);
    if (name.slice(0, -".d.ts".length) in entries) exported.push(`// ${name}\nexport { ${names.sort().join(", ")} };`);
    for (const statement of file.statements) {
      const isWiring = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
      if (!isWiring) declarations.add(printer.printNode(ts.EmitHint.Unspecified, statement, file));
    }
  }
  const parts = [...exported.sort(), ...[...declarations].sort()];
  return `// Written by \`npm run release -- --report\`. Not to be edited by hand.\n${parts.join("\n\n")}\n`;
}

export const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);

export function exportsOf({ exportClause: clause }: ts.ExportDeclaration): string[] {
  return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
}
