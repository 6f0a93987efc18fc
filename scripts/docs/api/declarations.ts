import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Function as FunctionNode,
  parseSync,
  type Span,
  type Statement,
  type TSInterfaceDeclaration,
  type TSTypeAliasDeclaration,
  type VariableDeclarator,
} from "oxc-parser";
import { type Comment, parseComment } from "./comment.ts";

/** A declaration, and its file. */
export interface Declaration {
  name: string;
  node: TSInterfaceDeclaration | TSTypeAliasDeclaration | FunctionNode | VariableDeclarator;
  comment: Comment;
  source: Source;
}

/** A file: its texts, and the names that it declares, imports and exports. */
export interface Source {
  /** Returns the text of a node, or an empty text. */
  textOf(node: Span | null | undefined): string;
  /** Returns the doc comment that precedes a node. */
  commentOf(node: Span): Comment;
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
    const source = sources.get(path) ?? readSource(path);
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
  return { read, find, exportsOf };
}

function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  const { program, module, comments } = parseSync(path, text);
  const docComments = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  const source: Source = {
    textOf: (node) => (node ? text.slice(node.start, node.end) : ""),
    commentOf: ({ start }) =>
      parseComment(docComments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === "")?.value),
    declarations: new Map(),
    imports: new Map(),
    exports: [],
    starExports: [],
  };
  for (const statement of program.body)
    for (const node of declarationsOf(statement)) {
      const name = source.textOf(node.id).replace(/:.*/s, "");
      // A value can have the name of a type, which is what pages describe.
      if (source.declarations.has(name) && node.type === "VariableDeclarator") continue;
      source.declarations.set(name, { name, node, comment: source.commentOf(statement), source });
    }
  const resolveFile = (file = "") => (file.startsWith(".") ? join(dirname(path), file) : "");
  const addImport = (name: string, file: string, importedName: string | null) => {
    if (file && importedName) source.imports.set(name, { path: file, name: importedName });
  };
  for (const { entries, moduleRequest } of module.staticImports)
    for (const { localName, importName } of entries)
      addImport(localName.value, resolveFile(moduleRequest.value), importName.name);
  for (const { exportName, importName, moduleRequest } of module.staticExports.flatMap(({ entries }) => entries)) {
    const file = resolveFile(moduleRequest?.value);
    if (exportName.name) source.exports.push(exportName.name);
    else if (file) source.starExports.push(file);
    addImport(exportName.name ?? "", file, importName.name);
  }
  return source;
}

function declarationsOf(statement: Statement): Declaration["node"][] {
  const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  switch (node?.type) {
    case "VariableDeclaration":
      return node.declarations;
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return [node as Declaration["node"]];
    default:
      return [];
  }
}
