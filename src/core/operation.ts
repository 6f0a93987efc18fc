import { type DeclaredResponse, methods, type ServedOperation } from "../openapi/operation.ts";
import { isDotSegment, type PathMatch, pathValueNamesOf, segmentsOf } from "../openapi/path.ts";
import { findDeclared, hasOutcome, isRedirectStatus, isSuccessStatus } from "../openapi/status.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { quote } from "./text.ts";

export const isSuccess = ({ code }: { code: string }): boolean => isSuccessStatus(code);

/**
 * Finds the declared response for a status code, its range, or else `default`. Without a code, the
 * default response (the first success, redirect or `default`, in this order; else the first), unless
 * only another has the example.
 */
export function findDeclaredResponse(
  { responses }: ServedOperation,
  code: number | undefined,
  example?: string,
): DeclaredResponse | undefined {
  if (code !== undefined) return findDeclared(responses, code);
  const fallback =
    responses.find(isSuccess) ??
    responses.find(({ code }) => isRedirectStatus(code)) ??
    responses.find(({ code }) => code === "default") ??
    responses[0];
  const hasExample = ({ contents }: DeclaredResponse) =>
    contents.some(({ examples }) => examples.has(example ?? ""));
  return [fallback, ...responses].find((response) => response && hasExample(response)) ?? fallback;
}

export const rejectCode = (status: number): Rejection =>
  reject(status, "The contract declares no response with this status code.");

/** Statuses that a contract can document for a rejection, by the rejection's own status. */
const documentedInstead: Readonly<Record<number, readonly string[]>> = {
  415: ["415", "422", "400"],
  422: ["422", "400"],
};

/**
 * Finds the response that is declared for a rejection. A range or `default` counts if it describes
 * the body.
 */
export function findDeclaredRejection(
  operation: ServedOperation,
  status: number,
): DeclaredResponse | undefined {
  const codes = (documentedInstead[status] ?? [`${status}`]).flatMap((code) => [
    code,
    `${code[0]}XX`,
  ]);
  return [...codes, "default"]
    .flatMap((code) => operation.responses.find((response) => response.code === code) ?? [])
    .find(
      ({ code, contents }) => /^\d+$/.test(code) || contents.some(({ specified }) => specified),
    );
}

/** Of a range the first; for `default` 500, or 200 without a success or a redirect. */
export function statusOf(code: string, { responses }: ServedOperation): number {
  if (code !== "default") return Number(code.replace("XX", "00"));
  return hasOutcome(responses) ? 500 : 200;
}

export const exampleNamesOf = ({ responses }: Pick<ServedOperation, "responses">): string[] =>
  responses.flatMap(({ contents }) => contents.flatMap(({ examples }) => [...examples.keys()]));

/**
 * Creates the operation of a stub, which the contract lists by name alone: the tester knows its
 * method and its path. Status codes, bodies and all but path values are unknown.
 * @param id Its method and its path: `POST /api/v2/other`.
 */
export function createStub(
  id: string,
  match: (method: string, segments: readonly string[]) => PathMatch<string> | Rejection,
  security: ServedOperation["security"],
): ServedOperation | Rejection {
  const [, method = "", path = ""] = /^([A-Z]+) (\/[^?#%\s]*)$/.exec(id) ?? [];
  if (!methods.includes(method.toLowerCase())) {
    const rule = "a method and a decoded path from / without a query, such as POST /api/v2/example";
    return reject(400, `${quote(id)} isn't ${rule}.`);
  }
  const segments = segmentsOf(path);
  if (segments.some(isDotSegment))
    return reject(400, `${quote(id)} has a dot segment, which no request has.`);
  const declared = match(method, segments);
  if (!isRejection(declared))
    return reject(400, `The contract has this operation. Use its id, ${declared.id}.`);
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
