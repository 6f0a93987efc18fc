import { isInRange } from "../core/media.ts";
import { isObject, typeOf } from "../openapi/json.ts";
import { essenceOf, isJson } from "../openapi/media-type.ts";
import { keysOf, pointerOf, valueAt } from "../openapi/pointer.ts";
import { presenceId } from "../openapi/unknowns.ts";
import type { Body, Exchange } from "../traffic/exchange.ts";
import type { VerifiableContract, VerifiableOperation } from "./contract.ts";
import { foreignResponse, unknownShape } from "./summary.ts";

/**
 * A difference between an exchange and the contract. Of the exchange, its texts contain types, status codes, well-known
 * media types and names of usual words, never a value.
 */
export interface ExchangeFinding {
  /** `new`: the exchange shows a fact that the contract doesn't contain, and contradicts none. */
  readonly kind: "contradiction" | "new";
  readonly operation: string;
  readonly place: "status" | "content type" | "body" | "query" | "token";
  /** In a body, a JSON pointer; in a query, a name. `*` is any item or a name that may be data. Else empty. */
  readonly pointer: string;
  /** The contract's side of the difference, in words. */
  readonly contract: string;
  /** The exchange's side: a type, a status, or a media type. */
  readonly seen: string;
  /** The id of the contract's unknown that the exchange answers. */
  readonly unknown?: string;
}

type NameTest = VerifiableContract["isPlainName"];
type Report = (finding: Omit<ExchangeFinding, "operation" | "pointer"> & { readonly pointer?: string }) => void;

export function compare(
  exchange: Exchange,
  { id, queryNames, responses }: VerifiableOperation,
  { isPlainName }: Pick<VerifiableContract, "isPlainName">,
) {
  const { source, query, status, responseBody } = exchange;
  const findings: ExchangeFinding[] = [];
  const report: Report = (finding) => void findings.push({ operation: id, pointer: "", ...finding });
  for (const name of new Set(query.keys())) {
    if (queryNames?.includes(name)) continue;
    // A new fact: whether the service used or ignored the parameter is unknown.
    const contract = queryNames ? "no such parameter" : "unknown name";
    const pointer = isPlainName(name) ? name : "*";
    report({ kind: "new", place: "query", pointer, contract, seen: queryTypeOf(query.getAll(name)) });
  }
  if (source === "journal") return { findings, notCompared: "not recorded" };
  const codes = Object.keys(responses);
  const code = codeOf(codes, status);
  if (code !== String(status)) {
    // An undeclared status is a contradiction; one that a range or `default` declares is a new fact.
    const kind = code === undefined ? "contradiction" : "new";
    report({ kind, place: "status", contract: code ?? codes.join(" or "), seen: String(status) });
  }
  const isSuccess = status >= 200 && status < 300;
  const response = responses[code ?? ""];
  const bodyGap = response
    ? compareBody(responseBody, response, isSuccess, isPlainName, report)
    : "the status isn't declared";
  const gap = isSuccess ? bodyGap : `status ${status}`;
  return {
    findings,
    /** The code under which the contract declares the response. */
    code,
    /** Why the exchange wasn't compared in full. `undefined` for a success whose body was, or that rightly has none. */
    notCompared: gap && isForeign(exchange) ? foreignResponse : gap,
  };
}

/** Returns whether a response is a redirect or a web page, which come from a proxy or a login, not from the API. */
const isForeign = ({ status, responseBody: { mediaType, content } }: Exchange) =>
  (status >= 300 && status < 400) || (mediaType === "text/html" && !("value" in content));

/** Returns the declared code of a status. `default` includes no redirect, and no success if one is declared. */
function codeOf(codes: readonly string[], status: number): string | undefined {
  const kind = Math.floor(status / 100);
  const exact = [String(status), `${kind}XX`].find((code) => codes.includes(code));
  if (exact !== undefined || !codes.includes("default")) return exact;
  const hasSuccess = codes.some((code) => code.startsWith("2"));
  return kind >= 4 || (kind === 2 && !hasSuccess) ? "default" : undefined;
}

/**
 * Compares a body with its declaration: its presence and media type, and for a JSON success its schema.
 * @returns Why the body wasn't compared in full; `undefined` if it was.
 */
function compareBody(
  { mediaType, content }: Body,
  { mediaTypes, isSpecified, listedFields, fields }: VerifiableOperation["responses"][string],
  isSuccess: boolean,
  isPlainName: NameTest,
  report: Report,
): string | undefined {
  const missingReason = "missing" in content ? content.missing : undefined;
  if (missingReason === "no content") {
    if (mediaTypes.length === 0) return undefined;
    report({ kind: isSuccess ? "contradiction" : "new", place: "body", contract: "a body", seen: "none" });
    return missingReason;
  }
  // A recording without the media type, too, may have left out any body.
  if (missingReason === "not recorded" && mediaType === undefined) return missingReason;
  if (mediaTypes.length > 0) {
    if (!mediaTypes.some((declaredType) => isInRange(mediaType ?? "", essenceOf(declaredType)))) {
      const contract = mediaTypes.join(" or ");
      report({
        kind: "contradiction",
        place: "content type",
        contract,
        seen: describeMediaType(mediaType, isPlainName),
      });
      return "another content type";
    }
    // For a body that isn't JSON, the contract's media type is all that is compared.
    if (!isJson(mediaType ?? "")) return missingReason === "not JSON" ? undefined : missingReason;
    if (missingReason === "not JSON")
      report({ kind: "contradiction", place: "body", contract: "JSON", seen: missingReason });
    if (missingReason !== undefined) return missingReason;
  }
  if (!isSpecified || !("value" in content)) {
    const bodyType = "value" in content ? typeOf(content.value) : "a body";
    report({ kind: "new", place: "body", contract: "unknown", seen: bodyType });
    return unknownShape;
  }
  if (!isSuccess) return undefined;
  const { value, findings = [] } = content;
  for (const { kind, pointer, message } of findings) {
    const keys = keysOf(pointer);
    // Keys that the contract doesn't have can be data.
    const printableKeys = keys.map((key, index) =>
      fields.includes(key) || (index === keys.length - 1 && isPlainName(key)) ? key : "*",
    );
    const differingValue = valueAt(value, keys);
    report({
      kind: kind === "contradiction" ? kind : "new",
      place: "body",
      pointer: pointerOf(printableKeys),
      contract: { contradiction: message, "unknown-field": "no such field", "unknown-presence": "listed" }[kind],
      seen: differingValue === undefined ? "absent" : typeOf(differingValue),
      ...(kind === "unknown-presence" && { unknown: presenceId }),
    });
  }
  // While the presence of fields is unknown, an error with status 200 contradicts nothing.
  const gaps = findings.flatMap(({ kind, pointer }) => (kind === "unknown-presence" ? pointer : []));
  const hasListedField = (body: object) =>
    Object.keys(body).some((name) => listedFields.includes(name) && !gaps.includes(pointerOf([name])));
  return gaps.length > 0 && isObject(value) && !hasListedField(value) ? "none of the listed fields" : undefined;
}

/** Returns the name of a usual media type. The names of others are foreign text, which isn't printed. */
function describeMediaType(mediaType: string | undefined, isPlainName: NameTest): string {
  if (mediaType === undefined) return "none";
  return isPlainName(mediaType.replace(/\/x-|[/+.]/g, "-")) ? mediaType : "an unusual one";
}

/** Returns the type that the texts of a query parameter appear to have. */
function queryTypeOf(texts: readonly string[]): string {
  const [text = ""] = texts;
  if (texts.length > 1) return "list";
  if (/^(true|false)$/.test(text)) return "boolean";
  return /^-?\d+$/.test(text) ? "integer" : text === "" ? "empty" : "string";
}
