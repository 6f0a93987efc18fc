import { pathValueNamesOf } from "../openapi/path.ts";
import type { Alternatives, Credential } from "../openapi/security.ts";
import { isSuccessStatus } from "../openapi/status.ts";
import type { Pagination } from "./pages.ts";

/** An operation of the contract, as far as a server needs it. */
export interface Operation {
  readonly method: string;
  /** The path, with `{name}` for each path value. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Further query parameters, under any name. */
  readonly freeForm?: FreeForm | undefined;
  /** Absent if the operation takes no body. */
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
  /** In lower case. A header without a value has none in the contract. */
  readonly headers: readonly { readonly name: string; readonly value?: string | undefined }[];
  /** Its body in each media type; empty if it has none. */
  readonly contents: readonly Content[];
  /** The ids of the unknowns that the contract lists for this response. */
  readonly unknowns?: readonly string[] | undefined;
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

export const toExamples = (values: object, source: Example["source"]): ReadonlyMap<string, Example> =>
  new Map(Object.entries(values).map(([name, value]) => [name, { value, source }]));

export const isSuccess = ({ code }: { code: string }): boolean => isSuccessStatus(code);

/**
 * Finds the declared response for a status code, its range, or else `default`. Without a code, the usual response (the
 * first success, redirect or `default`, in this order; else the first), unless only another has the example.
 */
export function findDeclaredResponse(
  { responses }: Operation,
  code: number | undefined,
  example?: string,
): DeclaredResponse | undefined {
  const findByCode = (name: string) => responses.find((response) => response.code === name);
  if (code !== undefined)
    return findByCode(`${code}`) ?? findByCode(`${Math.trunc(code / 100)}XX`) ?? findByCode("default");
  const usual =
    responses.find(isSuccess) ?? responses.find(isSuccessOrRedirect) ?? findByCode("default") ?? responses[0];
  const hasExample = ({ contents }: DeclaredResponse) => contents.some(({ examples }) => examples.has(example ?? ""));
  return [usual, ...responses].find((response) => response && hasExample(response)) ?? usual;
}

/** Statuses that a contract can document for a rejection, by the rejection's own status. */
const documentedInstead: Readonly<Record<number, readonly string[]>> = {
  415: ["415", "422", "400"],
  422: ["422", "400"],
};

/** Finds the response that is declared for a rejection. A range or `default` counts if it describes the body. */
export function findDeclaredRejection(operation: Operation, status: number): DeclaredResponse | undefined {
  const codes = (documentedInstead[status] ?? [`${status}`]).flatMap((code) => [code, `${code[0]}XX`]);
  return [...codes, "default"]
    .flatMap((code) => operation.responses.find((response) => response.code === code) ?? [])
    .find(({ code, contents }) => /^\d+$/.test(code) || contents.some(({ specified }) => specified));
}

/** Returns the status for a code: of a range the first; for `default` 500, or 200 without a success or a redirect. */
export function statusOf(code: string, { responses }: Operation): number {
  if (code !== "default") return Number(code.replace("XX", "00"));
  return responses.some(isSuccessOrRedirect) ? 500 : 200;
}

const isSuccessOrRedirect = ({ code }: { code: string }): boolean => /^[23](\d\d|XX)$/.test(code);

export const exampleNamesOf = ({ responses }: Operation): string[] =>
  responses.flatMap(({ contents }) => contents.flatMap(({ examples }) => [...examples.keys()]));

/** Returns whether an id is that of a name-only operation: its method and its path, which the tester knows. */
export const isStub = (id: string): boolean => id.includes(" ");

/**
 * Creates the operation of a stub's id, if it is valid. Status codes, bodies and all but path values are unknown.
 * @param security The credentials that operations of the contract usually take.
 */
export function createStub(id: string, security: Operation["security"]): Operation | undefined {
  const [, method, path] = /^([A-Z]+) (\/[^?#%\s]*)$/.exec(id) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const contents = [{ mediaType: "application/json", specified: false, examples: new Map() }];
  return {
    method,
    path,
    parameters: pathValueNamesOf(path).map((name) => ({ name, in: "path" })),
    freeForm: {},
    body: { required: false, contents: [{ mediaType: "*/*" }] },
    security,
    responses: ["2XX", "default"].map((code) => ({ code, headers: [], contents })),
  };
}
