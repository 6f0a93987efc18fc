import { type DeclaredBody, type DeclaredOperation, declared } from "../../generated/declared.ts";
import { compareBody } from "./body.ts";
import type { Fact } from "./facts.ts";
import { isPlainName, mediaTypeName, typeOf } from "./names.ts";
import type { Body, Exchange } from "./traffic/exchange.ts";

/** What came of holding an exchange against the contract. */
export interface Comparison {
  readonly facts: readonly Fact[];
  /** The code under which the contract declares the response. */
  readonly code: string | undefined;
}

type Seen = Omit<Fact, "operation">;

const nothingDeclared: DeclaredOperation = {
  required: [],
  unknowns: [],
  queryUnknowns: [],
  responses: {},
};

/** Holds an exchange against its operation in the contract. */
export function compare(exchange: Exchange, operation: string): Comparison {
  const { query, responses } = declared[operation] ?? nothingDeclared;
  const { status, responseBody } = exchange;
  const codes = Object.keys(responses);
  const code = codeOf(codes, status);
  const response = code === undefined ? undefined : responses[code];
  const seen = [
    ...(code === String(status) ? [] : [statusFact(codes, code, status)]),
    ...(response ? bodyFacts(operation, responseBody, response, status < 300) : []),
    ...queryFacts(exchange, query),
  ];
  return { facts: seen.map((fact) => ({ operation, ...fact })), code };
}

/** The declared code of a status. `default` is for failures where a success is declared, and never for a redirect. */
function codeOf(codes: readonly string[], status: number): string | undefined {
  const kind = Math.floor(status / 100);
  const exact = [String(status), `${kind}XX`].find((code) => codes.includes(code));
  if (exact !== undefined || !codes.includes("default")) return exact;
  const hasSuccess = codes.some((code) => code.startsWith("2"));
  return kind >= 4 || (kind === 2 && !hasSuccess) ? "default" : undefined;
}

const statusFact = (codes: readonly string[], code: string | undefined, status: number): Seen => ({
  kind: code === undefined ? "contradiction" : "new",
  place: "status",
  pointer: "",
  contract: code ?? codes.join(" or "),
  seen: String(status),
});

function bodyFacts(
  operation: string,
  { mediaType, content }: Body,
  declared: DeclaredBody,
  isSuccess: boolean,
): Seen[] {
  const { mediaTypes, specified } = declared;
  const missing = "missing" in content ? content.missing : undefined;
  const seen = "value" in content ? typeOf(content.value) : "a body";
  const whole = (kind: Seen["kind"], contract: string, seen: string): Seen[] => [
    { kind, place: "body", pointer: "", contract, seen },
  ];
  if (missing === "no content") {
    return mediaTypes.length === 0 ? [] : whole(isSuccess ? "contradiction" : "new", "a body", "none");
  }
  if (mediaTypes.length === 0) return whole("new", "unknown", seen);
  // A journal has no responses, so it can't tell their media type either.
  if (missing === "not recorded" && mediaType === undefined) return [];
  if (!mediaTypes.some((one) => isOfType(mediaType, one))) {
    const contract = mediaTypes.join(" or ");
    return [{ kind: "contradiction", place: "content type", pointer: "", contract, seen: mediaTypeName(mediaType) }];
  }
  if (!/[/+]json$/.test(mediaType ?? "")) return [];
  if (missing === "not JSON") return whole("contradiction", "JSON", "not JSON");
  if (!("value" in content)) return [];
  if (!specified) return whole("new", "unknown", seen);
  if (!isSuccess) return [];
  const found = compareBody(operation, content.value, content.masked, declared);
  return found.map((fact) => ({ place: "body", ...fact }));
}

/** `text/*` takes all of its kind. */
function isOfType(mediaType = "", wanted: string): boolean {
  const type = wanted.toLowerCase().replace(/;.*/, "").trim();
  return type === "*/*" || mediaType === type || (type.endsWith("/*") && mediaType.startsWith(type.slice(0, -1)));
}

/** Whether the service used a parameter or ignored it is unknown. */
function queryFacts({ query }: Exchange, names: readonly string[] | undefined): Seen[] {
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
