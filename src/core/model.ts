import type { Alternatives, Credential } from "../openapi/security.ts";

/** An operation of the contract, as far as a server needs it. */
export interface MockOperation {
  readonly method: string;
  /** The path, with `{name}` for each path value. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Further query parameters, under any name. */
  readonly freeForm?: FreeForm | undefined;
  readonly body?: RequestBody | undefined;
  readonly security: Alternatives<Credential>;
  readonly responses: readonly DeclaredResponse[];
  readonly pagination?: Pagination | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** How a list or an object is written. Default: `form` in a query, else `simple`. */
  readonly style?: string | undefined;
  /** Default: in style `form` only. */
  readonly explode?: boolean | undefined;
  /** Whether its text is JSON. Default: false. */
  readonly json?: boolean | undefined;
  /** Absent if its one text is its value. */
  readonly valueTypes?: ValueTypes | undefined;
}

/** The JSON types of a value that travels as text. */
export interface ValueTypes {
  /** Empty: any. */
  readonly types: readonly string[];
  readonly items?: ValueTypes | undefined;
  readonly properties?: Readonly<Record<string, ValueTypes>> | undefined;
  /** Of the other properties. */
  readonly additional?: ValueTypes | undefined;
}

export interface FreeForm {
  /** The parameter that represents them in the contract, and is never sent. */
  readonly name?: string;
  /** The JSON types that their values can have. Default: any. */
  readonly types?: readonly string[] | undefined;
  /** Whether the tester has named them: others are undeclared. */
  readonly isNamed?: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly contents: readonly RequestContent[];
}

export interface RequestContent {
  readonly mediaType: string;
  /** The types of a form's fields. */
  readonly valueTypes?: ValueTypes | undefined;
  /** How the fields of a form are written, by name, if not as usual. */
  readonly encoding?: Readonly<Record<string, Pick<Parameter, "style" | "explode">>> | undefined;
}

export interface DeclaredResponse {
  /** `200`, `2XX`, `default` … */
  readonly code: string;
  readonly headers: readonly DeclaredHeader[];
  /** Its body in each media type; empty if it has none. */
  readonly contents: readonly Content[];
  /** The ids of the unknowns that the contract lists for this response. */
  readonly unknowns?: readonly string[] | undefined;
}

export interface DeclaredHeader {
  /** In lower case. */
  readonly name: string;
  /** Absent if the contract has none. */
  readonly value?: string | undefined;
  /** Of a header whose value is still to be generated. */
  readonly schema?: unknown;
}

export interface Content {
  readonly mediaType: string;
  /** Whether the contract says anything about the body. */
  readonly specified: boolean;
  readonly examples: ReadonlyMap<string, Example>;
  readonly schema?: unknown;
  /** Its generated body, if it was generated ahead. */
  readonly generatedBody?: GeneratedBody | undefined;
}

export type GenerateBody = (
  content: Pick<Content, "mediaType" | "schema" | "generatedBody">,
) => GeneratedBody | Promise<GeneratedBody>;

/**
 * A generated body and its problem if it is invalid, or one sentence that says why there is none.
 */
export interface GeneratedBody {
  readonly value?: unknown;
  readonly problem?: string;
  /** Whether the problem is a package that isn't installed. */
  readonly isUninstalled?: boolean;
}

export interface Example {
  readonly value: unknown;
  /** Who wrote it. */
  readonly source: "contract" | "tester";
}

/**
 * How an operation returns its items in pages: the fields of its response, and the names of its
 * query inputs.
 */
export interface Pagination {
  readonly items: string;
  readonly page?: string;
  readonly size?: string;
  /** How many items all pages have. */
  readonly total?: string;
  /** The cursor of the next page; absent or null on the last. */
  readonly next?: string;
  /**
   * The known names of the inputs, by purpose: those of `PageInputs`, and switches without an
   * effect.
   */
  readonly inputs?: Readonly<Record<string, string>>;
}

export const toExamples = (
  values: object,
  source: Example["source"],
): ReadonlyMap<string, Example> =>
  new Map(Object.entries(values).map(([name, value]) => [name, { value, source }]));

export const sentHeadersOf = ({
  headers,
}: Pick<DeclaredResponse, "headers">): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
