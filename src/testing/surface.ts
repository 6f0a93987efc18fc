/** What a contract says of one operation, as far as a server needs it. */
export interface Operation {
  readonly method: string;
  /** The path, a `{name}` where a value belongs. */
  readonly path: string;
  /** The names of its parameters, `token` included. */
  readonly parameters: readonly string[];
  readonly answers: readonly DeclaredAnswer[];
}

/** An answer that the contract declares. */
export interface DeclaredAnswer {
  /** `200`, `2XX`, `default` … */
  readonly code: string;
  /** Whether the contract says anything of the body. */
  readonly specified: boolean;
  readonly examples: ReadonlyMap<string, unknown>;
  /** Which names stand for a body of the tester's own. */
  readonly own: { has(name: string): boolean };
}

/** The declared answer that a status code falls under; without a code, that of success. */
export function declaredFor({ answers }: Operation, code?: number): DeclaredAnswer | undefined {
  if (code === undefined) return answers.find((answer) => /^2(\d\d|XX)$/.test(answer.code)) ?? answers[0];
  return [String(code), `${String(code)[0]}XX`, "default"]
    .map((wanted) => answers.find((answer) => answer.code === wanted))
    .find((answer) => answer !== undefined);
}
