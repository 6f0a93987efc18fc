import { readdirSync, readFileSync } from "node:fs";
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

/** A declaration, and its file. */
export interface Declaration {
  name: string;
  node: TSInterfaceDeclaration | TSTypeAliasDeclaration | FunctionNode | VariableDeclarator;
  /** In Markdown. */
  comment: string;
  source: Source;
}

/** A file, and the names that it exports. */
export interface Source {
  /** Returns the text of a node, or an empty text. */
  textOf(node: Span | null | undefined): string;
  /** Returns the doc comment that precedes a node, in Markdown. */
  commentOf(node: Span): string;
  declarations: Declaration[];
  exports: { name?: string; allOf?: string }[];
}

export type Declarations = ReturnType<typeof readDeclarations>;

/** Reads the declarations of a project by syntax alone: type checking would take seconds. */
export function readDeclarations(project: string) {
  const files = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join("src", file));
  const sources = new Map(
    [...files, "generated/models.ts", "generated/operations.ts"].map((file) => [file, readSource(project, file)]),
  );
  const declarations = [...sources.values()].flatMap((source) => source.declarations);
  return {
    /** Finds the declaration of a name. Of a type and a value with one name, it's the type, which pages describe. */
    find(name: string): Declaration | undefined {
      const namesakes = declarations.filter((declaration) => declaration.name === name);
      if (new Set(namesakes.map(({ source }) => source)).size > 1) throw new Error(`Several files declare ${name}.`);
      return namesakes.find(({ node }) => node.type !== "VariableDeclarator") ?? namesakes[0];
    },
    /** Lists the names that a file exports, in order. */
    exportsOf: function exportsOf(file: string): string[] {
      return (sources.get(file)?.exports ?? []).flatMap(({ name, allOf = "" }) => name ?? exportsOf(allOf));
    },
  };
}

function readSource(project: string, file: string): Source {
  const text = readFileSync(join(project, file), "utf8");
  const { program, module, comments } = parseSync(file, text);
  const docComments = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  const source: Source = {
    textOf: (node) => (node ? text.slice(node.start, node.end) : ""),
    commentOf: ({ start }) =>
      writeComment(
        docComments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === "")?.value ?? "",
      ),
    declarations: [],
    exports: module.staticExports
      .flatMap(({ entries }) => entries)
      .map(({ exportName: { name }, moduleRequest }) =>
        name ? { name } : { allOf: join(dirname(file), moduleRequest?.value ?? "") },
      ),
  };
  source.declarations = program.body.flatMap((statement) =>
    declarationsOf(statement).map((node) => {
      const name = source.textOf(node.id).replace(/:.*/s, "");
      return { name, node, comment: source.commentOf(statement), source };
    }),
  );
  return source;
}

function declarationsOf(statement: Statement): Declaration["node"][] {
  const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (node?.type === "VariableDeclaration") return node.declarations;
  const isDeclaration = /^(TS(Interface|TypeAlias)Declaration|FunctionDeclaration)$/.test(node?.type ?? "");
  return isDeclaration ? [node as Declaration["node"]] : [];
}

/** Writes a doc comment as Markdown: its text, then parameters, return value and errors. */
const writeComment = (comment: string): string =>
  comment
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .split(/^(?=@)/m)
    .map((part) => writeTag(part.trim().replaceAll(/(?<!\n)\n(?!\n)/g, " ")))
    .filter(Boolean)
    .map((part) => (/[.:)]$|^- /.test(part) ? part : `${part}.`))
    .join("\n\n")
    .replaceAll(/(?<=^- .*)\n(?=\n- )/gm, "");

function writeTag(part: string): string {
  const [, tag, words = ""] = /^@(\w+) (.*)$/s.exec(part) ?? [];
  if (!tag) return part;
  if (tag === "param") return words.replace(/^(\w+) (- )?/, "- `$1`: ");
  const text = words.replace(/^(The|A|An|What|Whether)\b/, (word) => word.toLowerCase());
  if (tag === "throws") return `Throws ${text.replace(/^(PhoneAgentError|TypeError)\b/, "a `$1`")}`;
  return tag === "returns" ? `Returns ${text}` : "";
}
