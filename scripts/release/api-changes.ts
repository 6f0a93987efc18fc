import ts from "typescript";
import { parse, print } from "./api-report.ts";
import type { Change } from "./version.ts";

interface Member {
  text: string;
  /** Whether code that doesn't give it still compiles. */
  optional: boolean;
}

/**
 * Compares the public TypeScript surface in two reports, member by member. A member that is gone or has another text is
 * breaking. A new one isn't, unless users have to give it.
 */
export function compareApis(oldReport: string, newReport: string): Change[] {
  const oldMembers = listMembers(oldReport);
  const newMembers = listMembers(newReport);
  const removals = [...oldMembers].flatMap(([name, { text }]): Change[] => {
    const newMember = newMembers.get(name);
    if (!newMember) return [{ level: "major", text: `TypeScript: ${name} is gone.` }];
    return newMember.text === text ? [] : [{ level: "major", text: `TypeScript: ${name} has another type.` }];
  });
  const additions = [...newMembers]
    .filter(([name]) => !oldMembers.has(name))
    .map(([name, { optional }]): Change => {
      const isDue = !optional && isInput(name) && oldMembers.has(name.slice(0, name.lastIndexOf(".")));
      return { level: isDue ? "major" : "minor", text: `TypeScript: ${name} is new${isDue ? " and required" : ""}.` };
    });
  return [...removals, ...additions];
}

/** Returns whether users give the member: its type's name ends in `Options`, `Input`, `Inputs` or `Names`. */
const isInput = (name: string) => /(Options|Inputs?|Names)\./.test(name);

/** Lists every declaration and, one by one, every member of a declaration. */
function listMembers(report: string): Map<string, Member> {
  const file = parse(report);
  const membersByName = new Map<string, Member>();
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      // The line before names the entry.
      const [entry = ""] = /(?<=\/\/ ).+(?=\nexport)/.exec(statement.getFullText(file)) ?? [];
      const clause = statement.exportClause as ts.NamedExports;
      for (const { name } of clause.elements)
        membersByName.set(`${entry}: ${name.text}`, { text: "", optional: false });
    } else {
      collectMembers(statement, nameOf(statement, file), file, membersByName);
    }
  }
  return membersByName;
}

function collectMembers(node: ts.Node, name: string, file: ts.SourceFile, membersByName: Map<string, Member>): void {
  const optional = "questionToken" in node && node.questionToken !== undefined;
  const container = ts.isInterfaceDeclaration(node) ? node : literalOf(node);
  if (!container) {
    membersByName.set(name, { text: print(node, file), optional });
    return;
  }
  const bases = ts.isInterfaceDeclaration(node)
    ? (node.heritageClauses ?? []).map((clause) => print(clause, file))
    : [];
  membersByName.set(name, { text: `${bases}${optional}`, optional });
  for (const member of container.members) {
    const key = `${name}.${member.name?.getText(file) ?? print(member, file)}`;
    // Overloads share a name.
    collectMembers(member, membersByName.has(key) ? `${key} ${print(member, file)}` : key, file, membersByName);
  }
}

/** Returns the literal type that a declaration or a property consists of. */
function literalOf(node: ts.Node): ts.TypeLiteralNode | undefined {
  const type = ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node) ? node.type : undefined;
  return type && ts.isTypeLiteralNode(type) ? type : undefined;
}

/** Returns the name of a declaration, with `typeof` for a value: a value and a type can share a name. */
function nameOf(statement: ts.Statement, file: ts.SourceFile): string {
  if (!ts.isVariableStatement(statement)) return (statement as ts.DeclarationStatement).name?.getText(file) ?? "";
  return `typeof ${statement.declarationList.declarations[0]?.name.getText(file)}`;
}
