import type { Pagination } from "./pages.ts";

/** What the contract says about one operation, as far as a server needs it. */
export interface Operation {
  readonly method: string;
  /** The path, with `{name}` for each path value. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Query parameters that it takes besides, under any name. */
  readonly freeForm?: FreeForm | undefined;
  /** Absent where it takes none. */
  readonly body?: RequestBody | undefined;
  /** Alternatives, each with all the credentials that it takes: `query token`, `http bearer`. Empty: it takes none. */
  readonly security: readonly (readonly string[])[];
  readonly responses: readonly DeclaredResponse[];
  readonly pagination?: Pagination | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** How a list or an object is written. Default: `form` in the query, else `simple`. */
  readonly style?: string;
  /** Default: in style `form` only. */
  readonly explode?: boolean;
  /** Absent where its text is its value. */
  readonly shape?: Shape;
}

/** The JSON types of a value that travels as text. */
export interface Shape {
  readonly types: readonly string[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

export interface FreeForm {
  /** The parameter that stands for them in the contract, and is never sent. */
  readonly name?: string;
  /** The JSON types that their values can have. Default: any. */
  readonly types?: readonly string[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly contents: readonly { readonly mediaType: string; readonly shape?: Shape }[];
}

/** A response that the contract declares. */
export interface DeclaredResponse {
  /** `200`, `2XX`, `default` … */
  readonly code: string;
  readonly headers: readonly DeclaredHeader[];
  /** Its body in each media type; empty where it has none. */
  readonly contents: readonly Content[];
}

export interface DeclaredHeader {
  readonly name: string;
  readonly value: string;
  /** Whether the value is made up: the contract gives none. */
  readonly madeUp: boolean;
}

export interface Content {
  readonly mediaType: string;
  /** Whether the contract says anything about the body. */
  readonly specified: boolean;
  readonly examples: ReadonlyMap<string, Example>;
}

export interface Example {
  readonly value: unknown;
  /** Who wrote it. */
  readonly source: "contract" | "tester";
}

/** Whether a code of the contract stands for success. */
export const isSuccess = ({ code }: { code: string }): boolean => /^2(\d\d|XX)$/.test(code);

/**
 * The declared response for a status code. Without one, the response that has the example; without either, the first
 * success, or the first redirect of an operation that has no success.
 */
export function declaredResponse(
  { responses }: Operation,
  code: number | undefined,
  example?: string,
): DeclaredResponse | undefined {
  const of = (wanted: string) => responses.find((response) => response.code === wanted);
  if (code !== undefined) return of(`${code}`) ?? of(`${Math.trunc(code / 100)}XX`) ?? of("default");
  const usual =
    responses.find(isSuccess) ?? responses.find((response) => response.code.startsWith("3")) ?? responses[0];
  const has = ({ contents }: DeclaredResponse) => contents.some(({ examples }) => examples.has(example ?? ""));
  return example === undefined || (usual && has(usual)) ? usual : (responses.find(has) ?? usual);
}

/** The status code that a server sends for a code of the contract. */
export const statusOf = (code: string): number => (code === "default" ? 500 : Number(code.replace("XX", "00")));

export const examplesOf = ({ responses }: Operation): string[] =>
  responses.flatMap(({ contents }) => contents.flatMap(({ examples }) => [...examples.keys()]));
