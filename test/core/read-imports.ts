import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { root } from "../../scripts/tools/run.ts";

interface Import {
  /** A file of the project, or the name of a package. */
  target: string;
  isType: boolean;
}

/** Reads all imports of a file by syntax: of values and types, static, dynamic and by `export … from`. */
export function readImports(file: string): Import[] {
  const imports: Import[] = [];
  const add = (source: unknown, isType: boolean) => {
    const { value } = (source ?? {}) as { value?: unknown };
    if (typeof value !== "string") return;
    imports.push({ target: value.startsWith(".") ? posix.join(posix.dirname(file), value) : value, isType });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) => {
      const kinds = specifiers.map((specifier) => "importKind" in specifier && specifier.importKind);
      add(source, importKind === "type" || areTypes(kinds));
    },
    ExportNamedDeclaration: ({ source, exportKind, specifiers }) =>
      add(source, exportKind === "type" || areTypes(specifiers.map((specifier) => specifier.exportKind))),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === "type"),
    ImportExpression: ({ source }) => add(source, false),
    TSImportType: ({ source }) => add(source, true),
  }).visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  return imports;
}

const areTypes = (kinds: unknown[]) => kinds.length > 0 && kinds.every((kind) => kind === "type");
