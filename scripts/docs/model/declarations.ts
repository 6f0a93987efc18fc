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
import { root } from "../../tools/run.ts";

export interface Declaration {
  name: string;
  comment: string;
  /** A function's signature, or the type of a constant or an alias; empty for an interface and a mapped type. */
  signature: string;
  members: MemberOrBase[];
}

export interface Member {
  name: string;
  comment: string;
  isMethod: boolean;
  optional: boolean;
  /** The type of a property; the type parameters, parameters and result of a method. */
  type: string;
  /** The members of the type literals in a property's intersection. */
  members: Member[];
}

/** A type whose members another type also has: all, or those that `keys` names. */
interface Base {
  base: string;
  keys?: string;
}

export type MemberOrBase = Member | Base;

export const isMember = (member: MemberOrBase): member is Member => "name" in member;

type Declarations = ReturnType<typeof readDeclarations>;
let ownDeclarations: Declarations | undefined;

/** Reads the declarations of this project once: `npm start` doesn't watch them. */
export function readOwnDeclarations(): Declarations {
  ownDeclarations ??= readDeclarations(root);
  return ownDeclarations;
}

/** Reads the declarations of a project by syntax alone: type checking would take seconds. */
export function readDeclarations(project: string) {
  const files = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join("src", file))
    .concat("generated/models.ts", "generated/operations.ts", "generated/service.ts");
  const sources = new Map(files.map((file) => [file, parseSource(file, readFileSync(join(project, file), "utf8"))]));

  /** Finds the declaration of a name. Of a type and a value with one name, it's the type, which comes first. */
  function find(name: string): Declaration | undefined {
    const namesakes = [...sources.values()].flatMap(
      ({ declarations }) => declarations.find((declaration) => declaration.name === name) ?? [],
    );
    if (namesakes.length > 1) throw new Error(`Several files declare ${name}.`);
    return namesakes[0];
  }

  return {
    find,
    exportsOf: function exportsOf(file: string): string[] {
      return sources.get(file)?.exports.flatMap(({ name, allOf = "" }) => name ?? exportsOf(allOf)) ?? [];
    },
    /** Lists the members of a declaration. Exported types whose members it also has stay unresolved. */
    membersOf: function membersOf({ members }: Declaration, exported: string[]): MemberOrBase[] {
      return members.flatMap((member) => {
        if (isMember(member) || (!member.keys && exported.includes(member.base))) return [member];
        const { base, keys } = member;
        const declaration = find(base);
        const inherited = declaration ? membersOf(declaration, exported) : [];
        return keys
          ? inherited.filter((candidate) => isMember(candidate) && keys.includes(`"${candidate.name}"`))
          : inherited;
      });
    },
  };
}

function parseSource(file: string, text: string) {
  const { program, module, comments } = parseSync(file, text);
  const docComments = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  const textOf = (node: Span | null | undefined): string => (node ? text.slice(node.start, node.end) : "");
  const commentOf = ({ start }: Span): string => {
    const comment = docComments.findLast(({ end }) => end <= start);
    return comment && text.slice(comment.end, start).trim() === "" ? writeComment(comment.value) : "";
  };

  function readType(type: TSType | null | undefined): MemberOrBase[] {
    if (type?.type === "TSTypeLiteral") return type.members.flatMap(readMember);
    if (type?.type === "TSIntersectionType") return type.types.flatMap(readType);
    return type?.type === "TSTypeReference" ? readReference(type.typeName, type.typeArguments?.params) : [];
  }

  function readReference(type: Span, [inner, keys]: TSType[] = []): MemberOrBase[] {
    const base = textOf(type);
    return [base === "Pick" ? { base: textOf(inner), keys: textOf(keys) } : { base }];
  }

  function readMember(node: TSSignature): Member[] {
    if (node.type !== "TSPropertySignature" && node.type !== "TSMethodSignature") return [];
    const isMethod = node.type === "TSMethodSignature";
    const type = isMethod ? undefined : node.typeAnnotation?.typeAnnotation;
    const member = {
      name: node.computed ? `[${textOf(node.key)}]` : textOf(node.key),
      comment: commentOf(node),
      isMethod,
      optional: node.optional && !node.readonly,
      type: isMethod ? writeSignature(node) : writeType(textOf(type) || "unknown"),
      members: type?.type === "TSIntersectionType" ? readType(type).filter(isMember) : [],
    };
    return [member];
  }

  /** Writes `<Type>(name: Type, other?: Type): Type`. A parameter with a default is optional. */
  function writeSignature(node: Pick<FunctionNode, "typeParameters" | "params" | "returnType">): string {
    const writeParameter = (parameter: ParamPattern): string => {
      if (parameter.type !== "AssignmentPattern") return writeType(textOf(parameter));
      const type = textOf(parameter.left.typeAnnotation);
      return writeType(`${textOf({ ...parameter.left, end: parameter.left.end - type.length })}?${type}`);
    };
    return `${writeType(textOf(node.typeParameters))}(${node.params.map(writeParameter).join(", ")})${writeType(textOf(node.returnType))}`;
  }

  function readStatement(statement: Statement): Declaration[] {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    const create = (id: Span | null, signature: string, members: MemberOrBase[] = []): Declaration => {
      const name = textOf(id).replace(/:.*/s, "");
      return { name, comment: commentOf(statement), signature, members };
    };
    switch (node?.type) {
      case "TSInterfaceDeclaration": {
        const inherited = node.extends.flatMap((type) => readReference(type.expression, type.typeArguments?.params));
        return [create(node.id, "", [...inherited, ...node.body.body.flatMap(readMember)])];
      }
      case "TSTypeAliasDeclaration": {
        const type = node.typeAnnotation;
        const signature = `type ${textOf(node.id)} = ${writeType(textOf(type))}`;
        // What refers to a value, or to the names of another type, says nothing to a reader.
        return [create(node.id, /\b(typeof|in) /.test(signature) ? "" : signature, readType(type))];
      }
      case "FunctionDeclaration":
        return [create(node.id, `${textOf(node.id)}${writeSignature(node)}`)];
      case "VariableDeclaration":
        return node.declarations.map(({ id, init }) => {
          const isFunction = init?.type === "ArrowFunctionExpression" && !id.typeAnnotation;
          return create(id, isFunction ? `${textOf(id)}${writeSignature(init)}` : writeType(textOf(id)));
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
        name ? { name } : { allOf: join(dirname(file), moduleRequest?.value ?? "") },
      ),
  };
}

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

/** Writes TypeScript on one line, without `| undefined`: an option is marked as optional instead. */
const writeType = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \| undefined\b/g, "")
    .replaceAll(/^\((.*)\)$/g, "$1")
    .trim();
