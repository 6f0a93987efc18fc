import ts from "typescript";
import { type Declarations, entries } from "../build/declarations.ts";
import type { Change, Impact } from "./change.ts";

const printer = ts.createPrinter({ removeComments: true });

/** Writes the public TypeScript surface as text: what each entry exports, and every declaration that this reaches. */
export function writeApiReport(bundledDeclarations: Declarations): string {
  const exported: string[] = [];
  const declarations = new Set<string>();
  for (const [name, text] of Object.entries(bundledDeclarations)) {
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

const parse = (text: string): ts.SourceFile => ts.createSourceFile("report.d.ts", text, ts.ScriptTarget.Latest, true);

function exportsOf({ exportClause: clause }: ts.ExportDeclaration): string[] {
  return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
}

/**
 * Compares the public TypeScript surface in two reports, member by member. A member that is gone or has another text is
 * breaking. A new one isn't, unless users have to give it.
 */
export function compareApis(oldReport: string, newReport: string): Change[] {
  const [oldMembers, newMembers] = [listMembers(oldReport), listMembers(newReport)];
  return [...new Set([...oldMembers.keys(), ...newMembers.keys()])].flatMap((name): Change[] => {
    const [oldText, newText] = [oldMembers.get(name), newMembers.get(name)];
    if (oldText === newText) return [];
    const change = (impact: Impact, words: string) => [{ impact, text: `TypeScript: ${name} ${words}.` }];
    if (newText === undefined) return change("major", "is gone");
    if (oldText !== undefined) return change("major", "has another type");
    const isDue = isInput(name) && !isOptional(newText) && oldMembers.has(name.slice(0, name.lastIndexOf(".")));
    return isDue ? change("major", "is new and required") : change("minor", "is new");
  });
}

/** Returns whether users give the member: its type's name ends in `Options`, `Input`, `Inputs` or `Names`. */
const isInput = (name: string) => /(Options|Inputs?|Names)\./.test(name);

const isOptional = (member: string) => /^[^:({]+\?/.test(member);

/** Lists the text of every declaration and, one by one, of every member of a declaration. */
function listMembers(report: string): Map<string, string> {
  const file = parse(report);
  const textsByName = new Map<string, string>();
  function add(node: ts.Node, name: string): void {
    const members = membersOf(node);
    textsByName.set(name, file.text.slice(node.getStart(file), members?.pos ?? node.end));
    for (const member of members ?? []) {
      const key = `${name}.${(member.name ?? member).getText(file)}`;
      // Overloads share a name.
      add(member, textsByName.has(key) ? `${key} ${member.getText(file)}` : key);
    }
  }
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      // The line before names the entry.
      const [entry = ""] = /(?<=\/\/ ).+(?=\nexport)/.exec(statement.getFullText(file)) ?? [];
      for (const name of exportsOf(statement)) textsByName.set(`${entry}: ${name}`, "");
    } else if (ts.isVariableStatement(statement)) {
      // A value and a type can share a name.
      add(statement, `typeof ${statement.declarationList.declarations[0]?.name.getText(file)}`);
    } else add(statement, (statement as ts.DeclarationStatement).name?.getText(file) ?? "");
  }
  return textsByName;
}

/** Returns the members of an interface, and of a declaration or a property that consists of a literal type. */
function membersOf(node: ts.Node): ts.NodeArray<ts.TypeElement> | undefined {
  if (ts.isInterfaceDeclaration(node)) return node.members;
  const type = ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node) ? node.type : undefined;
  return type && ts.isTypeLiteralNode(type) ? type.members : undefined;
}
