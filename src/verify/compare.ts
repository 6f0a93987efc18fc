import { essenceOf, isInRange, isJson } from "../core/media.ts";
import { isObject, typeOf } from "../openapi/json.ts";
import { keysOf, pointerOf, valueAt } from "../openapi/pointer.ts";
import type { VerifiableContract, VerifiableOperation, VerifiableResponse } from "./contract.ts";
import type { ExchangeFinding } from "./findings.ts";
import { describeMediaType } from "./names.ts";
import { unknownShape } from "./summary.ts";
import type { Body, BodyContent, Exchange } from "./traffic/exchange.ts";

type Finding = Omit<ExchangeFinding, "operation">;
type NameTest = VerifiableContract["isPlainName"];
type BodyComparison = { readonly findings: readonly Finding[]; readonly notCompared?: string | undefined };

/** Compares an exchange with its operation in the contract. */
export function compare(
  exchange: Exchange,
  { id, queryNames, responses }: VerifiableOperation,
  { isPlainName }: Pick<VerifiableContract, "isPlainName">,
) {
  const { source, status, responseBody } = exchange;
  const queryFindings = compareQuery(exchange, queryNames, isPlainName);
  const toResult = (findings: readonly Finding[], code: string | undefined, notCompared: string | undefined) => ({
    findings: findings.map((finding): ExchangeFinding => ({ operation: id, ...finding })),
    /** The code under which the contract declares the response. */
    code,
    /** Why the exchange wasn't compared in full. `undefined` for a success whose body was, or that rightly has none. */
    notCompared,
  });
  if (source === "journal") return toResult(queryFindings, undefined, "not recorded");
  const codes = Object.keys(responses);
  const code = codeOf(codes, status);
  const response = code === undefined ? undefined : responses[code];
  const isSuccess = status >= 200 && status < 300;
  const body: BodyComparison = response
    ? compareBody(responseBody, response, isSuccess, isPlainName)
    : { findings: [], notCompared: "the status isn't declared" };
  const findings = [
    ...(code === String(status) ? [] : [createStatusFinding(codes, code, status)]),
    ...body.findings,
    ...queryFindings,
  ];
  return toResult(findings, code, isSuccess ? body.notCompared : `status ${status}`);
}

/** Returns the declared code of a status. `default` includes no redirect, and no success if one is declared. */
function codeOf(codes: readonly string[], status: number): string | undefined {
  const kind = Math.floor(status / 100);
  const exact = [String(status), `${kind}XX`].find((code) => codes.includes(code));
  if (exact !== undefined || !codes.includes("default")) return exact;
  const hasSuccess = codes.some((code) => code.startsWith("2"));
  return kind >= 4 || (kind === 2 && !hasSuccess) ? "default" : undefined;
}

/** Creates the finding for a status that isn't declared (a contradiction), or by a range or `default` (a new fact). */
const createStatusFinding = (codes: readonly string[], code: string | undefined, status: number): Finding => ({
  kind: code === undefined ? "contradiction" : "new",
  place: "status",
  pointer: "",
  contract: code ?? codes.join(" or "),
  seen: String(status),
});

/** Compares a body with its declaration: its presence and media type, and for a JSON success its schema. */
function compareBody(
  { mediaType, content }: Body,
  { mediaTypes, isSpecified, listedFields, fields }: VerifiableResponse,
  isSuccess: boolean,
  isPlainName: NameTest,
): BodyComparison {
  const missingReason = "missing" in content ? content.missing : undefined;
  const bodyType = "value" in content ? typeOf(content.value) : "a body";
  const createFinding = (kind: Finding["kind"], contract: string, observation: string): Finding => ({
    kind,
    place: "body",
    pointer: "",
    contract,
    seen: observation,
  });
  const notCompared = (reason: string | undefined, ...findings: Finding[]) => ({ findings, notCompared: reason });
  if (missingReason === "no content") {
    if (mediaTypes.length === 0) return { findings: [] };
    return notCompared(missingReason, createFinding(isSuccess ? "contradiction" : "new", "a body", "none"));
  }
  // A recording without the media type, too, may have left out any body.
  if (missingReason === "not recorded" && mediaType === undefined) return notCompared(missingReason);
  if (mediaTypes.length === 0) return notCompared(unknownShape, createFinding("new", "unknown", bodyType));
  if (!mediaTypes.some((declaredType) => isInRange(mediaType ?? "", essenceOf(declaredType)))) {
    const finding = createFinding("contradiction", mediaTypes.join(" or "), describeMediaType(mediaType));
    return notCompared("another content type", { ...finding, place: "content type" });
  }
  // For a body that isn't JSON, the contract's media type is all that is compared.
  if (!isJson(mediaType ?? "")) return notCompared(missingReason === "not JSON" ? undefined : missingReason);
  if (missingReason === "not JSON")
    return notCompared(missingReason, createFinding("contradiction", "JSON", missingReason));
  if (!("value" in content)) return notCompared(missingReason);
  if (!isSpecified) return notCompared(unknownShape, createFinding("new", "unknown", bodyType));
  if (!isSuccess) return { findings: [] };
  const findings = toExchangeFindings(content, (key, isLast) => fields.includes(key) || (isLast && isPlainName(key)));
  // While the presence of fields is unknown, an error with status 200 contradicts nothing.
  const isForeign =
    isObject(content.value) &&
    listedFields.length > 0 &&
    !Object.entries(content.value).some(([name, value]) => value !== null && listedFields.includes(name));
  return { findings, notCompared: isForeign ? "none of the listed fields" : undefined };
}

/**
 * Converts the findings of a success's schema to findings that a report may contain.
 * @param isPrintable Returns whether a key of a pointer may be printed. Others can be data, and become `*`.
 */
const toExchangeFindings = (
  { value, findings = [] }: BodyContent,
  isPrintable: (key: string, isLast: boolean) => boolean,
): Finding[] =>
  findings.map(({ kind, pointer, message }) => {
    const keys = keysOf(pointer);
    const redactedKeys = keys.map((key, index) => {
      const isIndex = Array.isArray(valueAt(value, keys.slice(0, index)));
      return !isIndex && isPrintable(key, index === keys.length - 1) ? key : "*";
    });
    const differingValue = valueAt(value, keys);
    return {
      kind: kind === "contradiction" ? kind : "new",
      place: "body",
      pointer: pointerOf(redactedKeys),
      contract: { contradiction: message, "unknown-field": "no such field", "unknown-presence": "listed" }[kind],
      seen: differingValue === undefined ? "absent" : typeOf(differingValue),
      ...(kind === "unknown-presence" && { unknown: "field-presence" }),
    };
  });

/** Returns a new fact for each undeclared query parameter: whether the service used or ignored it is unknown. */
function compareQuery({ query }: Exchange, names: readonly string[] | undefined, isPlainName: NameTest): Finding[] {
  const contract = names ? "no such parameter" : "unknown name";
  return [...new Set(query.keys())]
    .filter((name) => !names?.includes(name))
    .map((name) => ({
      kind: "new",
      place: "query",
      pointer: isPlainName(name) ? name : "*",
      contract,
      seen: query.getAll(name).length > 1 ? "list" : queryTypeOf(query.get(name) ?? ""),
    }));
}

/** Returns the type that the text of a query value appears to have. */
const queryTypeOf = (text: string) =>
  /^(true|false)$/.test(text) ? "boolean" : /^-?\d+$/.test(text) ? "integer" : text === "" ? "empty" : "string";
