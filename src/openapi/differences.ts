import { typeOf } from "./json.ts";
import { parsePointer, pointerOf, valueAt } from "./pointer.ts";
import { findContents, isSuccessStatus } from "./status.ts";

/** A part of a value that differs from the contract. */
export interface Finding {
  /**
   * A contradiction breaks the contract. The others are what it leaves open: an unknown field is
   * undocumented; with an unknown presence, a listed field is absent or null, and the contract
   * doesn't know whether it may be.
   */
  readonly kind: "contradiction" | "unknown-field" | "unknown-presence";
  /**
   * The part, as a JSON pointer; empty for the value as a whole. Of equal findings in a list, the
   * first one's.
   */
  readonly pointer: string;
  /** The number of equal findings in items of lists. Absent if there is one. */
  readonly count?: number;
  /** The difference in words, without a value. */
  readonly message: string;
}

interface Difference extends Finding {
  /** Alternatives, of which a value needs one, have the same number. */
  readonly choice?: number | undefined;
}

export interface CompiledSchema {
  (value: unknown): boolean;
  errors?: SchemaError[] | null;
}

/** A declared response, with its bodies in each media type. */
export interface CompiledResponse {
  readonly code: string;
  readonly contents: readonly {
    readonly mediaType: string;
    /** Absent if it accepts anything. */
    readonly schema?: CompiledSchema;
    readonly isEnvelope?: boolean;
  }[];
}

interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** The name of a property that `propertyNames` rules out. */
  readonly propertyName?: string;
}

interface ComparisonOptions {
  /** Whether the contract leaves open if a listed field can be absent or null. */
  readonly isPresenceUnknown: boolean;
  /**
   * Whether the value is an envelope: without `success: true` it's no success, whatever else is
   * unknown.
   */
  readonly isEnvelope: boolean;
  /**
   * Whether a choice between schemas is reported by what each of them requires. Default: by itself.
   */
  readonly listsAlternatives?: boolean;
}

const requestOptions: ComparisonOptions = {
  isPresenceUnknown: false,
  isEnvelope: false,
  listsAlternatives: true,
};

const maxFindings = 100;
// Enough for the findings. A list of a million wrong items has as many errors.
const maxErrors = 1_000;

/**
 * Compares a value with its schema: one finding for each part, at most 100 of each kind. Findings
 * in items of a list that differ by their index alone are one, unless alternatives are listed.
 */
export function findDifferences(
  schema: CompiledSchema,
  value: unknown,
  options = requestOptions,
): Difference[] {
  try {
    if (schema(value)) return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ kind: "contradiction", pointer: "", message: "is nested too deeply to be compared" }];
  }
  // These have no finding: what their schemas find has one.
  const errors = (schema.errors ?? []).filter(
    ({ keyword }) => keyword !== "if" && keyword !== "propertyNames",
  );
  const groups = options.listsAlternatives
    ? groupAlternatives(errors.slice(0, maxErrors))
    : groupByPlace(errors);
  const findings = new Map<unknown, Difference>();
  const counts = { contradiction: 0, "unknown-field": 0, "unknown-presence": 0 };
  for (const { pointer, errors, ...rest } of groups) {
    const finding = findingOf(pointer, errors, value, options);
    const type = typeOf(valueAt(value, parsePointer(pointer)));
    const place = pointer.replace(/\/\d+(?=\/|$)/g, "/*");
    const key = options.listsAlternatives
      ? errors
      : [finding.kind, place, finding.message, type].join(" ");
    const equal = findings.get(key);
    if (equal) findings.set(key, { ...equal, count: (equal.count ?? 1) + 1 });
    else if (counts[finding.kind]++ < maxFindings) findings.set(key, { ...finding, ...rest });
  }
  return [...findings.values()];
}

/** Says what differs, each with its place. */
export const describeFindings = (findings: readonly Finding[]): string[] =>
  findings.map(({ pointer, message }) => `${pointer} ${message}`.trim());

/**
 * Compares a response with the schema that the contract declares for its status and media type, as
 * `findDifferences` does. Of several, the one from which it differs least counts.
 */
export function findResponseDifferences(
  responses: readonly CompiledResponse[],
  value: unknown,
  isPresenceUnknown: boolean,
  status?: number,
  mediaType?: string,
): readonly Finding[] {
  const isSuccess = status === undefined || isSuccessStatus(status);
  const alternatives = findContents(responses, status, mediaType).map(
    ({ schema, isEnvelope = false }) =>
      schema
        ? findDifferences(schema, value, {
            isPresenceUnknown,
            isEnvelope: isSuccess && isEnvelope,
          })
        : [],
  );
  const count = (findings: readonly Finding[]) =>
    findings.filter(({ kind }) => kind === "contradiction").length;
  return alternatives.toSorted((a, b) => count(a) - count(b))[0] ?? [];
}

function groupBy<Key>(
  errors: readonly SchemaError[],
  keyOf: (error: SchemaError, index: number) => Key,
) {
  const groups = new Map<Key, SchemaError[]>();
  for (const [index, error] of errors.entries()) {
    const key = keyOf(error, index);
    groups.set(key, groups.get(key) ?? []);
    groups.get(key)?.push(error);
  }
  return groups;
}

function findingOf(
  pointer: string,
  errors: readonly SchemaError[],
  value: unknown,
  { isPresenceUnknown, isEnvelope }: ComparisonOptions,
): Finding {
  const keywords = errors.map(({ keyword }) => keyword);
  if (keywords.includes("unevaluatedProperties")) {
    return { kind: "unknown-field", pointer, message: "isn't in the contract" };
  }
  if (isEnvelope && pointer === "/success")
    return { kind: "contradiction", pointer, message: "must be true" };
  const isAbsent = keywords.includes("required");
  const isOpen = isPresenceUnknown && (isAbsent || isListedNull(pointer, errors, value));
  const kind = isOpen ? "unknown-presence" : "contradiction";
  if (isAbsent) return { kind, pointer, message: "is missing" };
  return { kind, pointer, message: joinMessages(errors) };
}

/**
 * Returns whether a value is null and a listed field: no item of a list, no entry of a map, not the
 * whole value.
 */
function isListedNull(pointer: string, errors: readonly SchemaError[], value: unknown): boolean {
  const keys = parsePointer(pointer);
  if (
    keys.length === 0 ||
    errors.some(({ schemaPath }) => schemaPath.endsWith("/additionalProperties/type"))
  )
    return false;
  return valueAt(value, keys) === null && !Array.isArray(valueAt(value, keys.slice(0, -1)));
}

/**
 * Joins the messages of errors, each once: by "or" if they are of a choice between schemas, else by
 * "and". A choice's error is left out if its schemas have messages.
 */
function joinMessages(errors: readonly SchemaError[]): string {
  const messages = new Set(errors.map(messageOf));
  const expected = new Set(errors.flatMap((error) => (isChoice(error) ? [] : messageOf(error))));
  if (expected.size === 0) return [...messages][0] ?? "";
  return [...expected].slice(0, 10).join(expected.size < messages.size ? " or " : " and ");
}

function messageOf({
  message,
  propertyName,
  params: { allowedValue, allowedValues },
}: SchemaError): string {
  const subject = propertyName === undefined ? "" : "has a property whose name ";
  if (allowedValue !== undefined) return `${subject}must be ${JSON.stringify(allowedValue)}`;
  const values =
    allowedValues === undefined ? "" : `: ${[allowedValues].flat().map(String).join(", ")}`;
  return subject + message + values;
}

const isChoice = ({ keyword }: SchemaError) => keyword === "anyOf" || keyword === "oneOf";

/**
 * Groups errors by choice and place. A choice's own error gives way to those of its schemas, which
 * precede it.
 */
function groupAlternatives(errors: readonly SchemaError[]) {
  const choices = [...errors.entries()]
    .filter(([, error]) => isChoice(error))
    .slice(0, maxFindings);
  const errorsByChoice = groupBy(errors, ({ instancePath }, index) => {
    const contains = ([end, choice]: [number, SchemaError]) =>
      index <= end && `${instancePath}/`.startsWith(`${choice.instancePath}/`);
    return choices.findLast(contains)?.[0];
  });
  return [...errorsByChoice].flatMap(([choice, choiceErrors]) => {
    const alternatives = choiceErrors.filter((error) => !isChoice(error));
    const ownErrors = choiceErrors.filter(isChoice);
    const groups = [...groupBy(alternatives.length > 0 ? alternatives : ownErrors, pointerOfError)];
    const count = Number(ownErrors[0]?.params["alternatives"]);
    // What all of the alternatives need is none.
    const isShared = ([, errors]: (typeof groups)[number]) =>
      errors.length === count && new Set(errors.map(messageOf)).size === 1;
    const shared = groups.filter(isShared).map(([pointer, errors]) => ({ pointer, errors }));
    const others = groups.filter((group) => !isShared(group));
    // With fewer errors than alternatives, one of these needs nothing else.
    if (shared.length > 0 && others.flatMap(([, errors]) => errors).length < count) return shared;
    // With the choice's own error, the messages of a place are joined as alternatives.
    const choices = others.map(([pointer, errors]) => {
      return { pointer, errors: [...errors, ...ownErrors], choice };
    });
    return [...shared, ...choices];
  });
}

/**
 * Groups errors by place, without those below a choice that fails: the choice is reported, since
 * any schema will do.
 */
function groupByPlace(errors: readonly SchemaError[]) {
  const groups = groupBy(errors, pointerOfError);
  const reportedGroups = new Map(groups);
  for (const pointer of groups.keys()) {
    for (const { index } of pointer.matchAll(/\//g)) {
      const parent = pointer.slice(0, index);
      const choices = groups.get(parent)?.filter(isChoice) ?? [];
      if (choices.length === 0) continue;
      reportedGroups.delete(pointer);
      if (reportedGroups.has(parent)) reportedGroups.set(parent, choices);
    }
  }
  return [...reportedGroups].map(([pointer, errors]) => ({ pointer, errors }));
}

function pointerOfError({ instancePath, params }: SchemaError): string {
  const name = params["unevaluatedProperty"] ?? params["missingProperty"];
  return name === undefined ? instancePath : `${instancePath}${pointerOf([String(name)])}`;
}
