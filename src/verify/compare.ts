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
  { queryNames, responses }: VerifiableOperation,
  { isPlainName }: Pick<VerifiableContract, "isPlainName">,
) {
  const { source, status, responseBody } = exchange;
  const queryFindings = compareQuery(exchange, queryNames, isPlainName);
  if (source === "journal") return { findings: queryFindings, code: undefined, notCompared: "not recorded" };
  const codes = Object.keys(responses);
  const code = codeOf(codes, status);
  const response = code === undefined ? undefined : responses[code];
  const isSuccess = status >= 200 && status < 300;
  const body: BodyComparison = response
    ? compareBody(responseBody, response, isSuccess, isPlainName)
    : { findings: [], notCompared: "the status isn't declared" };
  // An undeclared status is a contradiction; one that a range or `default` declares is a new fact.
  const kind = code === undefined ? "contradiction" : "new";
  const statusFinding = createFinding(kind, "status", code ?? codes.join(" or "), String(status));
  return {
    findings: [...(code === String(status) ? [] : [statusFinding]), ...body.findings, ...queryFindings],
    /** The code under which the contract declares the response. */
    code,
    /** Why the exchange wasn't compared in full. `undefined` for a success whose body was, or that rightly has none. */
    notCompared: isSuccess ? body.notCompared : `status ${status}`,
  };
}

/** Returns the declared code of a status. `default` includes no redirect, and no success if one is declared. */
function codeOf(codes: readonly string[], status: number): string | undefined {
  const kind = Math.floor(status / 100);
  const exact = [String(status), `${kind}XX`].find((code) => codes.includes(code));
  if (exact !== undefined || !codes.includes("default")) return exact;
  const hasSuccess = codes.some((code) => code.startsWith("2"));
  return kind >= 4 || (kind === 2 && !hasSuccess) ? "default" : undefined;
}

const createFinding = (kind: Finding["kind"], place: Finding["place"], contract: string, observation: string) =>
  ({ kind, place, pointer: "", contract, seen: observation }) as const;

/** Compares a body with its declaration: its presence and media type, and for a JSON success its schema. */
function compareBody(
  { mediaType, content }: Body,
  { mediaTypes, isSpecified, listedFields, fields }: VerifiableResponse,
  isSuccess: boolean,
  isPlainName: NameTest,
): BodyComparison {
  const missingReason = "missing" in content ? content.missing : undefined;
  const notCompared = (reason: string | undefined, ...findings: Finding[]) => ({ findings, notCompared: reason });
  if (missingReason === "no content") {
    if (mediaTypes.length === 0) return { findings: [] };
    return notCompared(missingReason, createFinding(isSuccess ? "contradiction" : "new", "body", "a body", "none"));
  }
  // A recording without the media type, too, may have left out any body.
  if (missingReason === "not recorded" && mediaType === undefined) return notCompared(missingReason);
  const bodyType = "value" in content ? typeOf(content.value) : "a body";
  const shapeFinding = createFinding("new", "body", "unknown", bodyType);
  if (mediaTypes.length === 0) return notCompared(unknownShape, shapeFinding);
  if (!mediaTypes.some((declaredType) => isInRange(mediaType ?? "", essenceOf(declaredType)))) {
    const declaredTypes = mediaTypes.join(" or ");
    const finding = createFinding("contradiction", "content type", declaredTypes, describeMediaType(mediaType));
    return notCompared("another content type", finding);
  }
  // For a body that isn't JSON, the contract's media type is all that is compared.
  if (!isJson(mediaType ?? "")) return notCompared(missingReason === "not JSON" ? undefined : missingReason);
  if (missingReason === "not JSON")
    return notCompared(missingReason, createFinding("contradiction", "body", "JSON", missingReason));
  if (!("value" in content)) return notCompared(missingReason);
  if (!isSpecified) return notCompared(unknownShape, shapeFinding);
  if (!isSuccess) return { findings: [] };
  const findings = toExchangeFindings(content, (key, isLast) => fields.includes(key) || (isLast && isPlainName(key)));
  // While the presence of fields is unknown, an error with status 200 contradicts nothing.
  const gaps = (content.findings ?? []).flatMap(({ kind, pointer }) => (kind === "unknown-presence" ? pointer : []));
  const isForeign =
    gaps.length > 0 &&
    isObject(content.value) &&
    !Object.keys(content.value).some((name) => listedFields.includes(name) && !gaps.includes(pointerOf([name])));
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
    const redactedKeys = keys.map((key, index) => (isPrintable(key, index === keys.length - 1) ? key : "*"));
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
