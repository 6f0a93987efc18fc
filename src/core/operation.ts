import { isSuccessStatus } from "../openapi/status.ts";
import type { Pagination } from "./pages.ts";

/** An operation of the contract, as far as a server needs it. */
export interface Operation {
  readonly method: string;
  /** The path, with `{name}` for each path value. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Query parameters that it takes besides, under any name. */
  readonly freeForm?: FreeForm | undefined;
  /** Absent if it takes none. */
  readonly body?: RequestBody | undefined;
  /** Alternatives, each a list of credentials: `query token`, `header x-key`, `http bearer`. Empty: it takes none. */
  readonly security: readonly (readonly string[])[];
  readonly responses: readonly DeclaredResponse[];
  readonly pagination?: Pagination | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** How a list or an object is written. Default: `form` in query and cookie, else `simple`. */
  readonly style?: string;
  /** Default: in style `form` only. */
  readonly explode?: boolean;
  /** Whether its text is JSON. Default: false. */
  readonly json?: boolean;
  /** Absent if its one text is its value. */
  readonly valueTypes?: ValueTypes;
}

/** The JSON types of a value that travels as text. */
export interface ValueTypes {
  /** Empty: any. */
  readonly types: readonly string[];
  readonly items?: ValueTypes;
  readonly properties?: Readonly<Record<string, ValueTypes>>;
  /** Of the other properties. */
  readonly additional?: ValueTypes;
}

export interface FreeForm {
  /** The parameter that stands for them in the contract, and is never sent. */
  readonly name?: string;
  /** The JSON types that their values can have. Default: any. */
  readonly types?: readonly string[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly contents: readonly RequestContent[];
}

export interface RequestContent {
  readonly mediaType: string;
  /** The types of a form's fields. */
  readonly valueTypes?: ValueTypes;
  /** How the fields of a form are written, by name, if not as usual. */
  readonly encoding?: Readonly<Record<string, Pick<Parameter, "style" | "explode">>>;
}

/** A response that the contract declares. */
export interface DeclaredResponse {
  /** `200`, `2XX`, `default` … */
  readonly code: string;
  readonly headers: readonly DeclaredHeader[];
  /** Its body in each media type; empty if it has none. */
  readonly contents: readonly Content[];
  /** The ids of what the contract marks as unknown of it. */
  readonly unknowns?: readonly string[];
}

export interface DeclaredHeader {
  readonly name: string;
  /** Absent if the contract has none. */
  readonly value?: string;
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
export const isSuccess = ({ code }: { code: string }): boolean => isSuccessStatus(code);

/**
 * The declared response for a status code. Without one, the response that has the example; without either, the first
 * success, redirect or `default`, in this order; else the first.
 */
export function declaredResponse(
  { responses }: Operation,
  code: number | undefined,
  example?: string,
): DeclaredResponse | undefined {
  const of = (name: string) => responses.find((response) => response.code === name);
  if (code !== undefined) return of(`${code}`) ?? of(`${Math.trunc(code / 100)}XX`) ?? of("default");
  const usual = responses.find(isSuccess) ?? responses.find(isUsual) ?? of("default") ?? responses[0];
  const has = ({ contents }: DeclaredResponse) => contents.some(({ examples }) => examples.has(example ?? ""));
  return example === undefined || (usual && has(usual)) ? usual : (responses.find(has) ?? usual);
}

/** Statuses that a contract can document for a rejection, by the status that the rejection has otherwise. */
const documentedInstead: Readonly<Record<number, readonly string[]>> = {
  415: ["415", "422", "400"],
  422: ["422", "400"],
};

/** Returns the response that is declared for a rejection. A range or `default` counts if it describes the body. */
export function declaredRejection(operation: Operation, status: number): DeclaredResponse | undefined {
  const codes = (documentedInstead[status] ?? [`${status}`]).flatMap((code) => [code, `${code[0]}XX`]);
  return [...codes, "default"]
    .flatMap((code) => operation.responses.find((response) => response.code === code) ?? [])
    .find(({ code, contents }) => /^\d+$/.test(code) || contents.some(({ specified }) => specified));
}

/** The status code that a server sends for a code of the contract. `default` is a success if the contract has no other. */
export function statusOf(code: string, { responses }: Operation): number {
  if (code !== "default") return Number(code.replace("XX", "00"));
  return responses.some(isUsual) ? 500 : 200;
}

/** Whether a response is a success or a redirect. */
const isUsual = ({ code }: { code: string }): boolean => /^[23](\d\d|XX)$/.test(code);

export const examplesOf = ({ responses }: Operation): string[] =>
  responses.flatMap(({ contents }) => contents.flatMap(({ examples }) => [...examples.keys()]));
