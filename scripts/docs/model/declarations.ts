import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Function as FunctionNode,
  type ParamPattern,
  parseSync,
  type Span,
  type Statement,
  type TSSignature,
  type TSType,
} from "oxc-parser";

/** A declaration of the source, or a member of one. */
export interface Declaration {
  name: string;
  comment: string;
  /** The code of a function, a constant or an alias, unless it says nothing to a reader. */
  signature?: string;
  /** The type of a property. */
  type?: string;
  optional?: boolean;
  members: Declaration[];
  /** The names of the types whose members it also has. */
  bases: string[];
}

/**
 * Reads the declarations of a project by syntax alone: type checking would take seconds.
 * @param generated The folder of its generated files.
 */
export function readDeclarations(project: string, generated = join(project, "generated")) {
  const own = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [join("src", file), join(project, "src", file)] as const);
  const written = ["models.ts", "operations.ts", "service.ts"].map(
    (file) => [`generated/${file}`, join(generated, file)] as const,
  );
  const sources = new Map(
    [...own, ...written].map(([name, file]) => [
      name,
      parseSource(name, readFileSync(file, "utf8")),
    ]),
  );
  /** What the contract makes of a type that isn't exported, such as that of the token. */
  const aliases = new Map(
    written
      .flatMap(([file]) => sources.get(file)?.declarations ?? [])
      .map(({ name, signature = "" }) => [name, signature.replace(/^type \w+ = /, "")]),
  );

  return {
    exportsOf: function exportsOf(file: string): string[] {
      return (
        sources.get(file)?.exports.flatMap(({ name, allOf = "" }) => name ?? exportsOf(allOf)) ?? []
      );
    },
    /**
     * Finds the declaration of a name, with the members of its bases, except of exported ones. Of a
     * type and a value with one name, it's the type, which comes first. A schema may have the name
     * of a type that isn't exported.
     */
    find: function find(name: string, exported: string[]): Declaration | undefined {
      const namesakes = [...sources].flatMap(([file, { declarations }]) => {
        const declaration = declarations.find((declaration) => declaration.name === name);
        return declaration ? [{ declaration, isGenerated: file.startsWith("generated/") }] : [];
      });
      const fitting = namesakes.filter(
        ({ isGenerated }) => namesakes.length === 1 || isGenerated === exported.includes(name),
      );
      if (fitting.length > 1) throw new Error(`Several files declare ${name}.`);
      const declaration = fitting[0]?.declaration;
      if (!declaration) return undefined;
      const bases = declaration.bases.flatMap((base) =>
        exported.includes(base) ? { members: [], bases: [base] } : (find(base, exported) ?? []),
      );
      return {
        ...declaration,
        members: [
          ...bases.flatMap(({ members }) => members),
          ...declaration.members.map((member) => {
            const { type = "" } = member;
            const alias = exported.includes(type) ? undefined : aliases.get(type);
            return alias ? { ...member, type: alias } : member;
          }),
        ],
        bases: bases.flatMap((base) => base.bases),
      };
    },
  };
}

function parseSource(file: string, text: string) {
  const { program, module, comments } = parseSync(file, text);
  const docComments = comments.filter(
    ({ type, value }) => type === "Block" && value.startsWith("*"),
  );
  const textOf = (node: Span | null | undefined): string =>
    node ? text.slice(node.start, node.end) : "";
  const declare = ({ start }: Span, name: string, parts: Partial<Declaration>): Declaration => {
    const comment = docComments.findLast(({ end }) => end <= start);
    const isAbout = comment && text.slice(comment.end, start).trim() === "";
    return {
      name,
      comment: isAbout ? writeComment(comment.value) : "",
      members: [],
      bases: [],
      ...parts,
    };
  };

  function readType(type: TSType): Pick<Declaration, "members" | "bases"> {
    const types = type.type === "TSIntersectionType" ? type.types : [type];
    return {
      members: types.flatMap((part) =>
        part.type === "TSTypeLiteral" ? part.members.flatMap(readMember) : [],
      ),
      bases: types.flatMap((part) =>
        part.type === "TSTypeReference" ? textOf(part.typeName) : [],
      ),
    };
  }

  function readMember(node: TSSignature): Declaration[] {
    if (node.type !== "TSPropertySignature" && node.type !== "TSMethodSignature") return [];
    const name = node.computed ? `[${textOf(node.key)}]` : textOf(node.key).replaceAll('"', "");
    if (node.type === "TSMethodSignature")
      return [declare(node, name, { signature: name + writeSignature(node) })];
    const type = node.typeAnnotation?.typeAnnotation;
    // A condition says nothing to a reader: its template says how to call it.
    const words = type?.type === "TSConditionalType" ? "" : writeType(textOf(type));
    const parts = { type: words, optional: node.optional && !node.readonly };
    return [
      declare(node, name, { ...parts, ...(type?.type === "TSIntersectionType" && readType(type)) }),
    ];
  }

  /** Writes `<Type>(name: Type, other?: Type): Type`. A parameter with a default is optional. */
  function writeSignature(
    node: Pick<FunctionNode, "typeParameters" | "params" | "returnType">,
  ): string {
    const writeParameter = (parameter: ParamPattern): string => {
      if (parameter.type !== "AssignmentPattern") return writeType(textOf(parameter));
      const type = textOf(parameter.left.typeAnnotation);
      return writeType(
        `${textOf({ ...parameter.left, end: parameter.left.end - type.length })}?${type}`,
      );
    };
    return `${writeType(textOf(node.typeParameters))}(${node.params.map(writeParameter).join(", ")})${writeType(textOf(node.returnType))}`;
  }

  function readStatement(statement: Statement): Declaration[] {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    switch (node?.type) {
      case "TSInterfaceDeclaration": {
        const bases = node.extends.map(({ expression }) => textOf(expression));
        return [
          declare(statement, node.id.name, { members: node.body.body.flatMap(readMember), bases }),
        ];
      }
      case "TSTypeAliasDeclaration": {
        const signature = `type ${node.id.name} = ${writeType(textOf(node.typeAnnotation))}`;
        // What refers to a value, or to the names of another type, says nothing to a reader.
        const isClear = !/\b(typeof|in) /.test(signature);
        return [
          declare(statement, node.id.name, {
            ...(isClear && { signature }),
            ...readType(node.typeAnnotation),
          }),
        ];
      }
      case "FunctionDeclaration": {
        const name = textOf(node.id);
        return [declare(statement, name, { signature: name + writeSignature(node) })];
      }
      case "VariableDeclaration":
        return node.declarations.map(({ id, init }) => {
          const isFunction = init?.type === "ArrowFunctionExpression" && !id.typeAnnotation;
          const signature = isFunction ? textOf(id) + writeSignature(init) : writeType(textOf(id));
          return declare(statement, textOf(id).replace(/:.*/s, ""), { signature });
        });
      default:
        return [];
    }
  }

  return {
    declarations: program.body.flatMap(readStatement),
    exports: module.staticExports
      .flatMap(({ entries }) => entries)
      .map(({ exportName: { name }, moduleRequest }) =>
        name ? { name } : { allOf: resolveImport(moduleRequest?.value ?? "", file) },
      ),
  };
}

const resolveImport = (target: string, file: string): string =>
  target.startsWith("#") ? target.slice(1) : join(dirname(file), target);

/** Writes a doc comment as Markdown: its text, then parameters, return value and errors. */
const writeComment = (comment: string): string =>
  comment
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .split(/^(?=@)/m)
    .map((part) => writeTag(part.trim().replaceAll(/(?<!\n)\n(?!\n)/g, " ")))
    .filter(Boolean)
    .map((part) => (/[.:)]$|^- /.test(part) ? part : `${part}.`))
    .join("\n\n");

function writeTag(part: string): string {
  const [, tag, words = ""] = /^@(\w+) (.*)$/s.exec(part) ?? [];
  if (!tag) return part;
  if (tag === "param") return words.replace(/^(\w+) (- )?/, "- `$1`: ");
  const text = words.replace(/^(The|A|An|What|Whether)\b/, (word) => word.toLowerCase());
  if (tag === "throws") return `Throws ${text.replace(/^(PhoneAgentError|TypeError)\b/, "a `$1`")}`;
  return tag === "returns" ? `Returns ${text}` : "";
}

/**
 * Writes TypeScript on one line, without `| undefined`: an option is marked as optional instead.
 */
const writeType = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \| undefined\b/g, "")
    .replaceAll(/^\((.*)\)$/g, "$1")
    .trim();
