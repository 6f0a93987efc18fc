import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type ts from "typescript";

// An import would take twice the time: Node would first search megabytes of CommonJS for the names of exports.
export const syntax: typeof import("typescript") = createRequire(import.meta.url)("typescript");

/** A declaration, and its file. */
export interface Declaration {
  name: string;
  node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration | ts.VariableDeclaration;
  file: Source;
}

/** The names of a file: its declarations, imports and exports. */
export interface Source {
  path: string;
  declarations: Map<string, Declaration>;
  imports: Map<string, { path: string; name: string }>;
  exports: string[];
  /** The files in its `export * from`. */
  starExports: string[];
}

/** Creates functions that find declarations in TypeScript files, by syntax alone: type checking would take seconds. */
export function createDeclarationReader() {
  const sources = new Map<string, Source>();
  function read(path: string): Source {
    const source = sources.get(path) ?? sourceOf(path);
    sources.set(path, source);
    return source;
  }
  /** Finds the declaration of a name that a file declares, imports or exports again. */
  function find(source: Source, name: string): Declaration | undefined {
    const declaration = source.declarations.get(name);
    const imported = source.imports.get(name);
    if (declaration || imported) return declaration ?? (imported && find(read(imported.path), imported.name));
    return source.starExports.map((path) => find(read(path), name)).find(Boolean);
  }
  /** Lists the names that a file exports, in order. */
  const exportsOf = (source: Source): string[] => [
    ...source.exports,
    ...source.starExports.flatMap((path) => exportsOf(read(path))),
  ];
  /** Finds a declaration in the files that were read so far. */
  const findAnywhere = (name: string): Declaration | undefined =>
    [...sources.values()].map((source) => source.declarations.get(name)).find(Boolean);
  return { read, find, exportsOf, findAnywhere };
}

function sourceOf(path: string): Source {
  const source: Source = {
    path,
    declarations: new Map(),
    imports: new Map(),
    exports: [],
    starExports: [],
  };
  const resolveImport = ({ moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration) =>
    moduleSpecifier && syntax.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith(".")
      ? join(dirname(path), moduleSpecifier.text)
      : "";
  for (const statement of syntax.createSourceFile(path, readFileSync(path, "utf8"), syntax.ScriptTarget.Latest, true)
    .statements) {
    for (const { name, node } of declarationsOf(statement)) {
      // A value can have the name of a type, which is what pages describe.
      if (source.declarations.has(name) && syntax.isVariableDeclaration(node)) continue;
      source.declarations.set(name, { name, node, file: source });
      if (isExported(statement)) source.exports.push(name);
    }
    if (syntax.isImportDeclaration(statement) || syntax.isExportDeclaration(statement)) {
      const importedPath = resolveImport(statement);
      for (const { name, propertyName } of specifiersOf(statement)) {
        if (importedPath) source.imports.set(name.text, { path: importedPath, name: (propertyName ?? name).text });
        if (syntax.isExportDeclaration(statement)) source.exports.push(name.text);
      }
      if (syntax.isExportDeclaration(statement) && !statement.exportClause && importedPath)
        source.starExports.push(importedPath);
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

function declarationsOf(node: ts.Statement): { name: string; node: Declaration["node"] }[] {
  if (syntax.isVariableStatement(node))
    return node.declarationList.declarations.map((declaration) => ({
      name: declaration.name.getText(),
      node: declaration,
    }));
  const isNamed =
    syntax.isInterfaceDeclaration(node) || syntax.isTypeAliasDeclaration(node) || syntax.isFunctionDeclaration(node);
  return isNamed && node.name ? [{ name: node.name.text, node }] : [];
}
