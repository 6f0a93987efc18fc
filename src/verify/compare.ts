import { listUndeclared } from "../core/check.ts";
import { isObject, typeOf } from "../openapi/json.ts";
import { findContent, isJson } from "../openapi/media-type.ts";
import type { Path } from "../openapi/nodes.ts";
import type { Content, DeclaredResponse } from "../openapi/operation.ts";
import { parsePointer, pointerOf, valueAt } from "../openapi/pointer.ts";
import {
  canHaveContent,
  findBodies,
  findDeclared,
  isRedirectStatus,
  isSuccessStatus,
} from "../openapi/status.ts";
import { type Aspect, unknownIdsAbout } from "../openapi/unknown-aspects.ts";
import { presenceId } from "../openapi/unknowns.ts";
import { type Body, type Exchange, parseQueryValue } from "../traffic/exchange.ts";
import type { VerifiableContract, VerifiableOperation } from "../traffic/verifiable-contract.ts";
import { foreignResponse, gatewayFailure, unknownShape } from "./summary.ts";

/**
 * A difference between an exchange and the contract. Of the exchange, its texts contain types,
 * status codes, well-known media types and names of usual words, never a value.
 */
export interface ExchangeFinding {
  /** `new`: the exchange shows a fact that the contract doesn't contain, and contradicts none. */
  readonly kind: "contradiction" | "new";
  readonly operation: string;
  readonly place: "status" | "content type" | "body" | "request body" | "query" | "token";
  /**
   * In a body, a JSON pointer; in a query, a name. `*` is any item or a name that may be data. Else
   * empty.
   */
  readonly pointer: string;
  /** The contract's side of the difference, in words. */
  readonly contract: string;
  /** The exchange's side: a type, a status, or a media type. */
  readonly seen: string;
  /** The id of the contract's unknown that the exchange answers. */
  readonly unknown?: string;
}

type NameTest = VerifiableContract["isSafeName"];
type ContractRules = Pick<VerifiableContract, "isSafeName" | "readSchema" | "findMarkedFields">;
type AddFinding = (
  finding: Omit<ExchangeFinding, "operation" | "pointer"> & { readonly pointer?: string },
) => void;

export function compare(
  exchange: Exchange,
  { operation }: VerifiableOperation,
  contract: ContractRules,
) {
  const { id, responses } = operation;
  const { isSafeName } = contract;
  const { source, query, status } = exchange;
  const findings: ExchangeFinding[] = [];
  const add: AddFinding = (finding) =>
    void findings.push({ operation: id, pointer: "", ...finding });
  for (const name of listUndeclared(query, operation)) {
    // A new fact: whether the service used or ignored the parameter is unknown.
    const contract = operation.freeForm ? "unknown name" : "no such parameter";
    const pointer = isSafeName(name) ? name : "*";
    add({
      kind: "new",
      place: "query",
      pointer,
      contract,
      seen: queryTypeOf(query.getAll(name).filter(Boolean)),
      ...answerOf("parameters", operation.node, operation.keys),
    });
  }
  const sent = exchange.requestBody;
  const sentContent = findContent(operation.body?.contents ?? [], sent.mediaType ?? "");
  addMarkedFields("request body", "readOnly", sentContent, sent, contract, add);
  if (source === "journal") return { findings, notCompared: "not recorded" };
  const response = findDeclared(responses, status);
  const code = response?.code;
  const codes = responses.map((other) => other.code);
  const foreignReason = foreignReasonOf(exchange, response);
  // A failure that something before the service sent shows nothing of the service.
  if (foreignReason && status >= 400) return { findings, notCompared: foreignReason };
  if (code !== String(status)) {
    // An undeclared status is a contradiction. One that a range or `default` declares is a new
    // fact, and so is any of an operation whose responses aren't declared.
    const kind = code === undefined && codes.length > 0 ? "contradiction" : "new";
    add({
      kind,
      place: "status",
      contract: code ?? (codes.join(" or ") || "none"),
      seen: String(status),
      ...answerOf("success status", response?.node, ["responses", `${code}`]),
    });
  }
  const isSuccess = isSuccessStatus(status);
  const [comparable] = findBodies(responses, status);
  const bodyGap =
    comparable && (isSuccess || !foreignReason)
      ? compareBody(exchange, comparable, isSuccess, contract, add)
      : "the status isn't declared";
  const gap = isSuccess && response === comparable ? bodyGap : `status ${status}`;
  return {
    findings,
    /** The response that the contract declares for the status. */
    response,
    /**
     * Why the exchange wasn't compared in full. `undefined` for a success whose body was, or that
     * rightly has none.
     */
    notCompared: gap && (foreignReason ?? gap),
  };
}

/**
 * Returns why a response isn't the service's; `undefined` if it may be. Unless the contract
 * declares them, redirects and web pages come from a proxy or a login, and a 502 to 504 from a
 * gateway, if its content type isn't declared.
 */
function foreignReasonOf(
  { status, responseBody: { mediaType, content } }: Exchange,
  response: DeclaredResponse | undefined,
): string | undefined {
  const { code, contents } = response ?? { contents: [] };
  const isDeclared = () => findContent(contents, mediaType ?? "") !== undefined;
  const isPage = mediaType === "text/html" && !("value" in content) && !isDeclared();
  const isRedirect = isRedirectStatus(status) && !isRedirectStatus(code ?? "");
  if (isRedirect || isPage) return foreignResponse;
  if (status < 502 || status > 504) return undefined;
  const isEmpty = "missing" in content && content.missing === "no content";
  const fits = response && (contents.length === 0 || (isDeclared() && !isEmpty));
  return fits ? undefined : gatewayFailure;
}

/**
 * Compares a body with its declaration: its presence, its media type, and if it's JSON its schema.
 * @returns Why the body wasn't compared in full; `undefined` if it was.
 */
function compareBody(
  { status, responseBody: { mediaType, content } }: Exchange,
  response: DeclaredResponse,
  isSuccess: boolean,
  contract: ContractRules,
  add: AddFinding,
): string | undefined {
  const { isSafeName, readSchema } = contract;
  const { contents } = response;
  const declared = findContent(contents, mediaType ?? "");
  const missingReason = "missing" in content ? content.missing : undefined;
  if (missingReason === "no content") {
    // A 204 of a range or of `default` isn't what they declare, if that has a body.
    const isRight = !canHaveContent(status) && response.code === String(status);
    if (contents.length === 0 || isRight) return undefined;
    add({
      kind: isSuccess ? "contradiction" : "new",
      place: "body",
      contract: "a body",
      seen: "none",
    });
    return missingReason;
  }
  // A recording without the media type, too, may have left out any body.
  if (missingReason === "not recorded" && mediaType === undefined) return missingReason;
  if (contents.length > 0) {
    if (!declared) {
      const contract = contents.map((other) => other.mediaType).join(" or ");
      const type = describeMediaType(mediaType, isSafeName);
      add({ kind: "contradiction", place: "content type", contract, seen: type });
      return "another content type";
    }
    if (!isJson(mediaType ?? "")) {
      if (missingReason !== undefined && missingReason !== "not JSON") return missingReason;
      return readSchema(declared.schema ?? {}).acceptsText ? undefined : notComparedText;
    }
    if (missingReason === "not JSON")
      add({ kind: "contradiction", place: "body", contract: "JSON", seen: missingReason });
    if (missingReason !== undefined) return missingReason;
  }
  const { isOpen, fields, listedFields } = readSchema(declared?.schema ?? {});
  if (isOpen || !("value" in content)) {
    const bodyType = "value" in content ? typeOf(content.value) : "a body";
    add({
      kind: "new",
      place: "body",
      contract: "unknown",
      seen: bodyType,
      ...answerOf("body", response.node, ["responses", response.code]),
    });
    return unknownShape;
  }
  addMarkedFields("body", "writeOnly", declared, { mediaType, content }, contract, add);
  const { value, findings = [] } = content;
  for (const { kind, pointer, message } of findings) {
    const keys = parsePointer(pointer);
    // Keys that the contract doesn't have can be data.
    const printableKeys = keys.map((key, index) =>
      fields.includes(key) || (index === keys.length - 1 && isSafeName(key)) ? key : "*",
    );
    const differingValue = valueAt(value, keys);
    add({
      kind: kind === "contradiction" ? kind : "new",
      place: "body",
      pointer: pointerOf(printableKeys),
      contract: {
        contradiction: message,
        "unknown-field": "no such field",
        "unknown-presence": "listed",
      }[kind],
      seen: differingValue === undefined ? "absent" : typeOf(differingValue),
      ...(kind === "unknown-presence" && { unknown: presenceId }),
    });
  }
  // While the presence of fields is unknown, an error with status 200 contradicts nothing, and an
  // envelope shows nothing of the operation.
  const absentPointers = findings.flatMap(({ kind, pointer }) =>
    kind === "unknown-presence" ? pointer : [],
  );
  const hasListedField = (body: object) =>
    Object.keys(body).some(
      (name) => listedFields.includes(name) && !absentPointers.includes(pointerOf([name])),
    );
  return absentPointers.length > 0 && isObject(value) && !hasListedField(value)
    ? "none of its own fields"
    : undefined;
}

const notComparedText = "no JSON, which alone is compared with a schema";

/** Names the unknown of a part of the contract that a finding answers, if there is one. */
function answerOf(aspect: Aspect, node: unknown, path: Path): { unknown?: string } {
  const [unknown] = unknownIdsAbout(aspect, node, path);
  return unknown === undefined ? {} : { unknown };
}

/** Adds the fields of a body that the contract declares for the other direction alone. */
function addMarkedFields(
  place: "body" | "request body",
  mark: "readOnly" | "writeOnly",
  declared: Pick<Content, "schema"> | undefined,
  { content }: Body,
  { findMarkedFields }: ContractRules,
  add: AddFinding,
): void {
  if (!declared?.schema || !("value" in content)) return;
  for (const { pointer, value } of findMarkedFields(declared.schema, content.value, mark))
    add({
      kind: "new",
      place,
      pointer,
      contract: mark === "readOnly" ? "read-only" : "write-only",
      seen: typeOf(value),
    });
}

/**
 * Returns the name of a usual media type. The names of others are foreign text, which isn't
 * printed.
 */
function describeMediaType(mediaType: string | undefined, isSafeName: NameTest): string {
  if (mediaType === undefined) return "none";
  return isSafeName(mediaType) ? mediaType : "an unusual one";
}

/** Returns the type that the texts of a query parameter appear to have. */
function queryTypeOf(texts: readonly string[]): string {
  const [text = ""] = texts;
  if (texts.length > 1) return "list";
  return text === "" ? "empty" : typeOf(parseQueryValue(text));
}
