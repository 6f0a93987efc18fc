import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type ts from "typescript";
import { syntax } from "./typescript.ts";

/** A declaration, and the file whose imports it is read with. */
export interface Declaration {
  name: string;
  node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration | ts.VariableDeclaration;
  file: Source;
}

/** The names of a file: its declarations and its imports. */
export interface Source {
  path: string;
  own: Map<string, Declaration>;
  /** The values that have the name of a type. */
  values: Map<string, Declaration>;
  imports: Map<string, { from: string; name: string }>;
  exports: string[];
  /** The files of which it exports everything. */
  all: string[];
}

/**
 * Reads declarations from TypeScript files by their syntax alone. A compiler would need seconds to find what the comments
 * contain.
 */
export function readDeclarations() {
  const sources = new Map<string, Source>();
  function read(path: string): Source {
    const source = sources.get(path) ?? sourceOf(path);
    sources.set(path, source);
    return source;
  }
  /** Finds the declaration of a name in a file, wherever it is declared. */
  function find(source: Source, name: string): Declaration | undefined {
    const own = source.own.get(name);
    const imported = source.imports.get(name);
    if (own || imported) return own ?? (imported && find(read(imported.from), imported.name));
    return source.all.map((path) => find(read(path), name)).find(Boolean);
  }
  /** The names that a file exports, in its order. */
  const exportsOf = (source: Source): string[] => [
    ...source.exports,
    ...source.all.flatMap((path) => exportsOf(read(path))),
  ];
  /** A declaration of one of the files that were read so far. */
  const anywhere = (name: string): Declaration | undefined =>
    [...sources.values()].map((source) => source.own.get(name)).find(Boolean);
  return { read, find, exportsOf, anywhere };
}

function sourceOf(path: string): Source {
  const source: Source = { path, own: new Map(), values: new Map(), imports: new Map(), exports: [], all: [] };
  const at = ({ moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration) =>
    moduleSpecifier && syntax.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith(".")
      ? join(dirname(path), moduleSpecifier.text)
      : "";
  for (const statement of syntax.createSourceFile(path, readFileSync(path, "utf8"), syntax.ScriptTarget.Latest, true)
    .statements) {
    for (const { name, node } of declared(statement)) {
      const map = source.own.has(name) && syntax.isVariableDeclaration(node) ? source.values : source.own;
      map.set(name, { name, node, file: source });
      if (isExported(statement) && map === source.own) source.exports.push(name);
    }
    if (syntax.isImportDeclaration(statement) || syntax.isExportDeclaration(statement)) {
      const from = at(statement);
      for (const { name, propertyName } of specifiersOf(statement)) {
        if (from) source.imports.set(name.text, { from, name: (propertyName ?? name).text });
        if (syntax.isExportDeclaration(statement)) source.exports.push(name.text);
      }
      if (syntax.isExportDeclaration(statement) && !statement.exportClause && from) source.all.push(from);
    }
  }
  return source;
}

function specifiersOf(
  node: ts.ImportDeclaration | ts.ExportDeclaration,
): readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] {
  const clause = syntax.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  return clause && (syntax.isNamedImports(clause) || syntax.isNamedExports(clause)) ? clause.elements : [];
}

const isExported = (node: ts.Statement): boolean =>
  syntax.canHaveModifiers(node) &&
  (syntax.getModifiers(node) ?? []).some(({ kind }) => kind === syntax.SyntaxKind.ExportKeyword);

function declared(node: ts.Statement): { name: string; node: Declaration["node"] }[] {
  if (syntax.isVariableStatement(node))
    return node.declarationList.declarations.map((each) => ({ name: each.name.getText(), node: each }));
  const isNamed =
    syntax.isInterfaceDeclaration(node) || syntax.isTypeAliasDeclaration(node) || syntax.isFunctionDeclaration(node);
  return isNamed && node.name ? [{ name: node.name.text, node }] : [];
}
