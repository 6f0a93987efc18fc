import type { DeclaredBody, DeclaredOperation } from "../../generated/declared.ts";
import { bodyFindings } from "./body.ts";
import type { VerifiableContract } from "./contract.ts";
import { unknownShape } from "./coverage.ts";
import type { ExchangeFinding } from "./findings.ts";
import { isPlainName, mediaTypeName, typeOf } from "./names.ts";
import type { Body, Exchange } from "./traffic/exchange.ts";

/** The result of comparing an exchange with the contract. */
export interface Comparison {
  readonly findings: readonly ExchangeFinding[];
  /** The code under which the contract declares the response. */
  readonly code: string | undefined;
  /** Why the exchange wasn't compared in full. `undefined` for a success whose body was, or that rightly has none. */
  readonly notCompared: string | undefined;
}

type Finding = Omit<ExchangeFinding, "operation">;
type BodyComparison = { readonly findings: readonly Finding[]; readonly notCompared?: string | undefined };

const nothingDeclared: DeclaredOperation = {
  required: [],
  unknowns: [],
  queryUnknowns: [],
  responses: {},
};

/** Compares an exchange with its operation in the contract. */
export function compare(exchange: Exchange, operation: string, contract: VerifiableContract): Comparison {
  const { query, responses } = contract.declared[operation] ?? nothingDeclared;
  const { status, responseBody } = exchange;
  const codes = Object.keys(responses);
  const code = codeOf(codes, status);
  const response = code === undefined ? undefined : responses[code];
  const isSuccess = status >= 200 && status < 300;
  const body: BodyComparison = response
    ? compareBody(responseBody, response, isSuccess)
    : { findings: [], notCompared: "the status isn't declared" };
  const findings = [
    ...(code === String(status) ? [] : [statusFinding(codes, code, status)]),
    ...body.findings,
    ...queryFindings(exchange, query),
  ];
  return {
    findings: findings.map((finding) => ({ operation, ...finding })),
    code,
    notCompared: isSuccess ? body.notCompared : `status ${status}`,
  };
}

/** The declared code of a status. `default` is for failures if a success is declared, and never for a redirect. */
function codeOf(codes: readonly string[], status: number): string | undefined {
  const kind = Math.floor(status / 100);
  const exact = [String(status), `${kind}XX`].find((code) => codes.includes(code));
  if (exact !== undefined || !codes.includes("default")) return exact;
  const hasSuccess = codes.some((code) => code.startsWith("2"));
  return kind >= 4 || (kind === 2 && !hasSuccess) ? "default" : undefined;
}

const statusFinding = (codes: readonly string[], code: string | undefined, status: number): Finding => ({
  kind: code === undefined ? "contradiction" : "new",
  place: "status",
  pointer: "",
  contract: code ?? codes.join(" or "),
  seen: String(status),
});

function compareBody({ mediaType, content }: Body, declared: DeclaredBody, isSuccess: boolean): BodyComparison {
  const { mediaTypes, specified } = declared;
  const missing = "missing" in content ? content.missing : undefined;
  const seen = "value" in content ? typeOf(content.value) : "a body";
  const whole = (kind: Finding["kind"], contract: string, seen: string): Finding[] => [
    { kind, place: "body", pointer: "", contract, seen },
  ];
  if (missing === "no content") {
    if (mediaTypes.length === 0) return { findings: [] };
    return { findings: whole(isSuccess ? "contradiction" : "new", "a body", "none"), notCompared: missing };
  }
  // A journal has no responses, so it can't tell whether there was a body.
  if (missing === "not recorded" && mediaType === undefined) return { findings: [], notCompared: missing };
  if (mediaTypes.length === 0) return { findings: whole("new", "unknown", seen), notCompared: unknownShape };
  if (!mediaTypes.some((declared) => isOfType(mediaType, declared))) {
    const contract = mediaTypes.join(" or ");
    const finding = { place: "content type", pointer: "", contract, seen: mediaTypeName(mediaType) } as const;
    return { findings: [{ kind: "contradiction", ...finding }], notCompared: "another content type" };
  }
  // Of another media type, nothing but the type is declared.
  if (!/[/+]json$/.test(mediaType ?? "")) {
    return { findings: [], notCompared: missing === "not JSON" ? undefined : missing };
  }
  if (missing === "not JSON") return { findings: whole("contradiction", "JSON", missing), notCompared: missing };
  if (!("value" in content)) return { findings: [], notCompared: missing };
  if (!specified) return { findings: whole("new", "unknown", seen), notCompared: unknownShape };
  if (!isSuccess) return { findings: [] };
  return { findings: bodyFindings(content, declared) };
}

/** Returns whether a media type is of a declared one. `text/*` matches all of its kind. */
function isOfType(mediaType = "", declared: string): boolean {
  const type = declared.toLowerCase().replace(/;.*/, "").trim();
  return type === "*/*" || mediaType === type || (type.endsWith("/*") && mediaType.startsWith(type.slice(0, -1)));
}

/** Whether the service used a parameter or ignored it is unknown. */
function queryFindings({ query }: Exchange, names: readonly string[] | undefined): Finding[] {
  const contract = names ? "no such parameter" : "unknown name";
  return [...new Set(query.keys())]
    .filter((name) => !names?.includes(name))
    .map((name) => ({
      kind: "new",
      place: "query",
      pointer: isPlainName(name) ? name : "*",
      contract,
      seen: query.getAll(name).length > 1 ? "list" : textType(query.get(name) ?? ""),
    }));
}

const textType = (text: string) =>
  /^(true|false)$/.test(text) ? "boolean" : /^-?\d+$/.test(text) ? "integer" : text === "" ? "empty" : "string";
