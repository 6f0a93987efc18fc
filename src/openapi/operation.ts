import type { JsonObject } from "./json.ts";
import type { Alternatives, Credential } from "./security.ts";
import type { Server } from "./servers.ts";

/** The methods of an operation, as a document writes them. */
export const methods: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

/**
 * An operation of an OpenAPI document, read once by `operationsOf`. Who needs more holds it and
 * adds to it.
 */
export interface Operation {
  /**
   * Its `operationId`; without one, or with one that an earlier operation has, its method and path.
   */
  readonly id: string;
  /** As it is sent: `GET`. */
  readonly method: string;
  /** The path, with `{name}` for each path value. */
  readonly path: string;
  /** Its keys in the document: `["paths", "/tokens", "get"]`. */
  readonly keys: readonly string[];
  /**
   * The Operation Object, with the parameters and the servers of its path. References are resolved,
   * except in schemas.
   */
  readonly node: JsonObject;
  /** The Operation Object and the shared parameters as the document has them. */
  readonly unresolved: JsonObject;
  /** The parameters that a request can have: OpenAPI ignores some. */
  readonly parameters: readonly Parameter[];
  /** Further query parameters, under any name. */
  readonly freeForm?: AdditionalQuery | undefined;
  readonly body?: RequestBody | undefined;
  /** Successes first; without those that precede the final one (1xx). */
  readonly responses: readonly DeclaredResponse[];
  readonly security: Alternatives<Credential>;
  /** The alternatives of `security`, as security schemes by name. */
  readonly schemes: readonly Readonly<Record<string, JsonObject>>[];
  /** Its own servers or its path's, if their URL is known. */
  readonly servers: readonly Server[];
  /** The ids of the unknowns that the contract lists for the operation itself. */
  readonly unknowns: readonly string[];
  readonly pagination?: Pagination | undefined;
  /** Whether it is safe to retry: only by `x-repeatable: true`, whatever its method. */
  readonly isRepeatable: boolean;
  /**
   * How much is known of it: a part by description or by traffic, or only the path, if no input, no
   * body and no status of a success is.
   */
  readonly knowledge: "documented" | "observed" | "path";
}

/** What a server needs of an operation. Of a stub, nothing else is known. */
export type ServedOperation = Pick<
  Operation,
  "method" | "path" | "parameters" | "freeForm" | "body" | "responses" | "security" | "pagination"
>;

/** A request that the service sends to an address of its user. */
export interface Webhook extends Omit<Operation, "id" | "path"> {
  readonly name: string;
  /** Those of its requests. */
  readonly headers: readonly DeclaredHeader[];
}

export const locations: readonly string[] = ["path", "query", "header", "cookie"];

/** A parameter. What only a reader of the document needs isn't written ahead for servers. */
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
  /** Whether it represents inputs of any name, under which they are sent. Default: false. */
  readonly isFreeForm?: boolean | undefined;
  /** Default: false. */
  readonly required?: boolean | undefined;
  /** The schema of its value, also if that is declared as content. */
  readonly schema?: JsonObject | undefined;
  /** The Parameter Object, with its references resolved. */
  readonly node?: JsonObject | undefined;
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

export interface AdditionalQuery {
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
  /** The Request Body Object. */
  readonly node?: JsonObject | undefined;
}

export interface DeclaredResponse {
  /** `200`, `2XX`, `default` … */
  readonly code: string;
  /** Those that a server can send. */
  readonly headers: readonly DeclaredHeader[];
  /** Its body in each media type; empty if it has none. */
  readonly contents: readonly Content[];
  /** The ids of the unknowns that the contract lists for this response. */
  readonly unknowns?: readonly string[] | undefined;
  /** The Response Object, with its references resolved. */
  readonly node?: JsonObject | undefined;
}

export interface DeclaredHeader {
  /** In lower case. */
  readonly name: string;
  /** The first value that the contract gives for it. */
  readonly value?: string | undefined;
  readonly required?: boolean | undefined;
  /** Absent if it accepts anything. */
  readonly schema?: JsonObject | undefined;
  /**
   * How it is written: a list as `1,2`, and an object as `a,1,b,2`, or exploded as `a=1,b=2`; or as
   * the text of a media type. Default: `simple`.
   */
  readonly style?: "simple" | "exploded" | "text" | undefined;
}

/** A body in one media type. */
export interface Content {
  readonly mediaType: string;
  /** Whether the contract says anything about the body. */
  readonly specified: boolean;
  /** By name. An example of XML is its text. */
  readonly examples: ReadonlyMap<string, Example>;
  readonly schema?: JsonObject | undefined;
  /** Its generated body, if it was generated ahead. */
  readonly generatedBody?: GeneratedBody | undefined;
  /** The Media Type Object, with its references resolved. */
  readonly node?: JsonObject | undefined;
}

/** A body that an operation takes. Of what a server doesn't read, nothing is written ahead. */
export interface RequestContent
  extends Pick<Content, "mediaType">,
    Partial<Omit<Content, "mediaType">> {
  /** The types of a form's fields. */
  readonly valueTypes?: ValueTypes | undefined;
  /** How the fields of a form are written, by name, where the contract says it. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>> | undefined;
}

interface FieldEncoding extends Pick<Parameter, "style" | "explode"> {
  /** The media types that a file can have, as a list; each can be a range. */
  readonly contentType?: string | undefined;
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
   * The known names of the inputs, by purpose: those of `PageInputs`, and flags without an effect.
   */
  readonly inputs?: Readonly<Record<string, string>>;
}

export const toExamples = (
  entries: readonly (readonly [name: string, value: unknown])[],
  source: Example["source"],
): ReadonlyMap<string, Example> =>
  new Map(entries.map(([name, value]) => [name, { value, source }]));

export const sentHeadersOf = ({
  headers,
}: Pick<DeclaredResponse, "headers">): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
