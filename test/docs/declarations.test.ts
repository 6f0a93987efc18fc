import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isMember, readDeclarations } from "../../scripts/docs/model/declarations.ts";

const project = mkdtempSync(join(tmpdir(), "declarations-"));
afterAll(() => rmSync(project, { recursive: true }));
for (const folder of ["src", "generated"]) mkdirSync(join(project, folder));
for (const name of ["models", "operations", "service"]) writeFileSync(join(project, `generated/${name}.ts`), "");

/** Reads the declarations of a project with one file. */
function read(source: string) {
  writeFileSync(join(project, "src/a.ts"), source);
  return readDeclarations(project);
}

test.each([
  ["/** A text\n * on two lines */", "A text on two lines."],
  ["/** One.\n *\n * Two: */", "One.\n\nTwo:"],
  ["/** Sends.\n * @param to The receiver. */", "Sends.\n\n- `to`: The receiver."],
  ["/** Sends.\n * @param to - A receiver\n * @param by A sender */", "Sends.\n\n- `to`: A receiver\n- `by`: A sender"],
  ["/** @returns The answer. */", "Returns the answer."],
  ["/** @throws PhoneAgentError if it fails. */", "Throws a `PhoneAgentError` if it fails."],
  ["/** @throws An error. */", "Throws an error."],
  ["/** Sends.\n * @internal For tests. */", "Sends."],
  ["/* Not for callers. */", ""],
  ["/** About something else. */\nconst other = 1;", ""],
])("the comment %j is described as %j", (comment, description) => {
  expect(read(`${comment}\nexport const call: string = "";`).find("call")?.comment).toBe(description);
});

test.each([
  ["function call<T>(a: T, b?: T, c: number = 1): T {}", "call<T>(a: T, b?: T, c?: number): T"],
  ["const call = (a: string): void => {};", "call(a: string): void"],
  ["const call: Caller = () => {};", "call: Caller"],
  ["type call = /** One. */ string\n  | undefined;", "type call = string"],
  ["type call = (string | number);", "type call = string | number"],
  ["type call = { [K in Keys]: K };", ""],
  ["interface call { a: string }", ""],
])("%j has the signature %j", (source, signature) => {
  expect(read(`export ${source}`).find("call")?.signature).toBe(signature);
});

const source = `
interface Base { kept: string; dropped: string }
interface Other { other: string }
export interface Shown { shown: string }
interface Call extends Pick<Base, "kept">, Other, Shown {
  /** A text. */
  text?: string | undefined;
  readonly constant?: string;
  untyped;
  [Symbol.iterator](): Iterator<string>;
  method(a: string): void;
  mixed: Other & { inner: string };
  literal: { ignored: string };
  new (): Call;
}
type Alias = Other & { added: string };
`;

test("a type has its members, and those of its bases: all of them, or those that it picks", () => {
  const { find, membersOf } = read(source);
  const listMembers = (name: string) =>
    membersOf(find(name) ?? expect.unreachable(), ["Shown"]).map((member) => {
      if (!isMember(member)) return `all of ${member.base}`;
      const { optional, isMethod, type, members } = member;
      const marks = `${optional ? "?" : ""}${isMethod ? "" : ": "}`;
      return [`${member.name}${marks}${type}`, ...members.map((inner) => inner.name)].join(" with ");
    });
  expect(listMembers("Call")).toEqual([
    "kept: string",
    "other: string",
    "all of Shown",
    "text?: string",
    "constant: string",
    "untyped: unknown",
    "[Symbol.iterator](): Iterator<string>",
    "method(a: string): void",
    "mixed: Other & { inner: string } with inner",
    "literal: { ignored: string }",
  ]);
  expect(listMembers("Alias")).toEqual(["other: string", "added: string"]);
});

test("a name that two files declare is refused, and one that no file declares has no declaration", () => {
  writeFileSync(join(project, "src/b.ts"), "export const twice = 2;\nexport const one = 1;");
  const { find, exportsOf } = read('export const twice = 2;\nexport * from "./b.ts";');
  expect(() => find("twice")).toThrow("Several files declare twice.");
  expect(find("none")).toBeUndefined();
  expect(exportsOf("src/a.ts")).toEqual(["twice", "twice", "one"]);
  rmSync(join(project, "src/b.ts"));
});
