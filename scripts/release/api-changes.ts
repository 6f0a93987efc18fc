import ts from "typescript";
import { exportsOf, parse } from "./api-report.ts";
import type { Change, Level } from "./version.ts";

/**
 * Compares the public TypeScript surface in two reports, member by member. A member that is gone or has another text is
 * breaking. A new one isn't, unless users have to give it.
 */
export function compareApis(oldReport: string, newReport: string): Change[] {
  const [oldMembers, newMembers] = [listMembers(oldReport), listMembers(newReport)];
  const changes: Change[] = [];
  const add = (level: Level, name: string, words: string) =>
    changes.push({ level, text: `TypeScript: ${name} ${words}.` });
  for (const [name, text] of oldMembers) {
    if (!newMembers.has(name)) add("major", name, "is gone");
    else if (newMembers.get(name) !== text) add("major", name, "has another type");
  }
  for (const [name, text] of newMembers) {
    if (oldMembers.has(name)) continue;
    const isDue = isInput(name) && !isOptional(text) && oldMembers.has(name.slice(0, name.lastIndexOf(".")));
    add(isDue ? "major" : "minor", name, isDue ? "is new and required" : "is new");
  }
  return changes;
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
