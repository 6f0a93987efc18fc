/** What the contract says about one operation, as far as a server needs it. */
export interface Operation {
  readonly method: string;
  /** The path, with `{name}` for each path value. */
  readonly path: string;
  /** The names of its parameters, including `token`. */
  readonly parameters: readonly string[];
  readonly responses: readonly DeclaredResponse[];
}

/** A response that the contract declares. */
export interface DeclaredResponse {
  /** `200`, `2XX`, `default` … */
  readonly code: string;
  /** Whether the contract says anything about the body. */
  readonly specified: boolean;
  readonly examples: ReadonlyMap<string, Example>;
}

export interface Example {
  readonly value: unknown;
  /** Who wrote it. */
  readonly source: "contract" | "tester";
}

/** The declared response for a status code; without one, the successful response. */
export function declaredResponse({ responses }: Operation, code?: number): DeclaredResponse | undefined {
  if (code === undefined) return responses.find((response) => /^2(\d\d|XX)$/.test(response.code)) ?? responses[0];
  return [String(code), `${String(code)[0]}XX`, "default"]
    .map((wanted) => responses.find((response) => response.code === wanted))
    .find((response) => response !== undefined);
}
