import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BindingPattern, type Expression, type ParamPattern, parseSync, Visitor } from "oxc-parser";
import { listProjectFiles } from "../file.ts";
import { type Outcome, root } from "../run.ts";
import { names, phrases } from "./vocabulary.ts";

const reasons = new Map(
  Object.entries(names).flatMap(([reason, words]) => words.split(" ").map((word) => [word, reason] as const)),
);

/** A problem with a name or a phrase, at a position in its file. */
interface Problem {
  readonly start: number;
  readonly message: string;
}

/** Checks the names in code, and the prose in comments, titles of tests, messages, Markdown and the contract. */
export function lintLanguage(): Outcome {
  const problems = listProjectFiles().flatMap((file) => {
    const read = readers.find(([pattern]) => pattern.test(file))?.[1];
    if (!read) return [];
    const source = readFileSync(join(root, file), "utf8");
    const lineOf = (start: number) => source.slice(0, start).split("\n").length;
    return read(file, source).map(({ start, message }) => `${file}:${lineOf(start)}  ${message}`);
  });
  return { ok: problems.length === 0, output: problems.join("\n") };
}

const readers: [file: RegExp, read: (file: string, source: string) => Problem[]][] = [
  [/^(generated\/|release\/api|scripts\/lint\/vocabulary)/, () => []],
  [/\.ts$/, findCodeProblems],
  [/^(openapi|test\/shapes)\/.*\.yaml$|\.md$/, (_, source) => findMarkdownProblems(source)],
];

/** Returns the problems of a file of code: its names, comments, titles of tests, and messages unless it is a test. */
export function findCodeProblems(file: string, source: string): Problem[] {
  const problems: Problem[] = [];
  const checkText = ({ start, end }: Range, text = source.slice(start, end)) => {
    problems.push(...findProseProblems(text, start));
  };
  const checkBinding = (binding: BindingPattern | ParamPattern) => {
    for (const { name, start } of listIdentifiers(binding)) {
      const reason = reasons.get(name);
      if (reason) problems.push({ start, message: `The name \`${name}\` ${reason}.` });
    }
  };
  const checkFunction = ({ params }: { params: ParamPattern[] }) => params.forEach(checkBinding);
  const checkMessage = (literal: Range) => {
    if (!file.startsWith("test/")) checkText(literal);
  };
  const { program, comments } = parseSync(file, source);
  for (const comment of comments) checkText(comment, withoutCode(source.slice(comment.start, comment.end)));
  new Visitor({
    VariableDeclarator: ({ id }) => checkBinding(id),
    FunctionDeclaration(declaration) {
      if (declaration.id) checkBinding(declaration.id);
      checkFunction(declaration);
    },
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
    TSFunctionType: checkFunction,
    TSMethodSignature: checkFunction,
    Literal(literal) {
      if (typeof literal.value === "string") checkMessage(literal);
    },
    TemplateElement: checkMessage,
    CallExpression({ callee, arguments: [title] }) {
      const isTitle = title?.type === "Literal" || title?.type === "TemplateLiteral";
      if (file.startsWith("test/") && isTitle && isTest(callee as Expression)) checkText(title);
    },
  }).visit(program);
  return problems.sort((a, b) => a.start - b.start);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns whether a callee is `test`, `it` or `describe`, or made from one, as by `test.each(table)`. */
function isTest(callee: Expression): boolean {
  if (callee.type === "Identifier") return /^(test|it|describe)$/.test(callee.name);
  if (callee.type === "MemberExpression") return isTest(callee.object);
  return callee.type === "CallExpression" && isTest(callee.callee);
}

/** Returns the identifiers that a pattern declares. */
function listIdentifiers(pattern: BindingPattern | ParamPattern | null): { name: string; start: number }[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        listIdentifiers(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) =>
        listIdentifiers(element?.type === "RestElement" ? element.argument : element),
      );
    case "AssignmentPattern":
      return listIdentifiers(pattern.left);
    case "RestElement":
      return listIdentifiers(pattern.argument);
    case "TSParameterProperty":
      return listIdentifiers(pattern.parameter);
    default:
      return [];
  }
}

/** Returns a text with blanks for its code, so that positions stay. */
const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```|`[^`\n]+`/gm, (code) => code.replace(/[^\n]/g, " "));

/** Returns the phrases of a Markdown text, its code left out, that have a better one. */
export const findMarkdownProblems = (source: string): Problem[] => findProseProblems(withoutCode(source));

const patterns = phrases.map(([phrase, write]) => [new RegExp(phrase, `g${phrase.flags}`), write] as const);

const findProseProblems = (text: string, offset = 0): Problem[] =>
  patterns.flatMap(([pattern, write]) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: offset + match.index,
      message: `"${match[0].replace(/\s+/g, " ")}": write ${write}.`,
    })),
  );
