import ts from "typescript";
import { parse, print } from "./api-report.ts";
import type { Change } from "./version.ts";

interface Member {
  text: string;
  /** Whether code that doesn't give it still compiles. */
  optional: boolean;
}

/**
 * The changes of the public TypeScript surface between two reports, member by member. What is gone or has another text is
 * breaking. What is new is not, unless users have to give it.
 */
export function apiChanges(before: string, after: string): Change[] {
  const old = members(before);
  const now = members(after);
  const gone = [...old].flatMap(([name, { text }]): Change[] => {
    const kept = now.get(name);
    if (!kept) return [{ level: "major", text: `TypeScript: ${name} is gone.` }];
    return kept.text === text ? [] : [{ level: "major", text: `TypeScript: ${name} has another type.` }];
  });
  const added = [...now]
    .filter(([name]) => !old.has(name))
    .map(([name, { optional }]): Change => {
      const isDue = !optional && isInput(name) && old.has(name.slice(0, name.lastIndexOf(".")));
      return { level: isDue ? "major" : "minor", text: `TypeScript: ${name} is new${isDue ? " and required" : ""}.` };
    });
  return [...gone, ...added];
}

/** Types that users write values of, by the endings of their names. */
const isInput = (name: string) => /(Options|Inputs?|Names)\./.test(name);

/** Every declaration and, one by one, every member of a declaration. */
function members(report: string): Map<string, Member> {
  const file = parse(report);
  const found = new Map<string, Member>();
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      // The line before tells which entry.
      const [entry = ""] = /(?<=\/\/ ).+(?=\nexport)/.exec(statement.getFullText(file)) ?? [];
      const clause = statement.exportClause as ts.NamedExports;
      for (const { name } of clause.elements) found.set(`${entry}: ${name.text}`, { text: "", optional: false });
    } else {
      collect(statement, nameOf(statement, file), file, found);
    }
  }
  return found;
}

function collect(node: ts.Node, name: string, file: ts.SourceFile, found: Map<string, Member>): void {
  const optional = "questionToken" in node && node.questionToken !== undefined;
  const held = ts.isInterfaceDeclaration(node) ? node : literalOf(node);
  if (!held) {
    found.set(name, { text: print(node, file), optional });
    return;
  }
  const bases = ts.isInterfaceDeclaration(node)
    ? (node.heritageClauses ?? []).map((clause) => print(clause, file))
    : [];
  found.set(name, { text: `${bases}${optional}`, optional });
  for (const member of held.members) {
    const key = `${name}.${member.name?.getText(file) ?? print(member, file)}`;
    // Overloads share a name.
    collect(member, found.has(key) ? `${key} ${print(member, file)}` : key, file, found);
  }
}

/** The literal type that a declaration or a property consists of. */
function literalOf(node: ts.Node): ts.TypeLiteralNode | undefined {
  const type = ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node) ? node.type : undefined;
  return type && ts.isTypeLiteralNode(type) ? type : undefined;
}

/** A value and a type can share a name. */
function nameOf(statement: ts.Statement, file: ts.SourceFile): string {
  if (!ts.isVariableStatement(statement)) return (statement as ts.DeclarationStatement).name?.getText(file) ?? "";
  return `typeof ${statement.declarationList.declarations[0]?.name.getText(file)}`;
}
