import type { DeclaredOperation } from "../../../generated/declared.ts";
import type { PagesRow } from "../../../generated/operations.ts";
import { matcher } from "../../core/match.ts";
import type { JunkInboxInputNames } from "../../core/pages.ts";
import { isRejection } from "../../core/rejection.ts";
import { fillPath } from "../../openapi/path.ts";

/** What `verify` needs to know of an operation before it sends anything. */
interface Callable {
  readonly method: string;
  readonly path: string;
  /** Whether the contract marks it as safe to retry. Only `true` allows a request; no method does. */
  readonly repeatable: boolean;
  /** Absent where it takes no body. */
  readonly body?: unknown;
  /** `false` if it takes no token. */
  readonly token?: boolean;
  readonly pages?: PagesRow;
  /** The wire names of inputs that have another name as arguments. */
  readonly names?: Readonly<Record<string, string>>;
}

export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  /** Decoded, as the matcher takes it. */
  readonly segments: readonly string[];
  /** With the names of its values: what is printed. */
  readonly template: string;
  /** Without the token. */
  readonly query: string;
  /** `absent` and `wrong` are probes; an operation that takes no token has `unneeded`. */
  readonly token: "own" | "unneeded" | "absent" | "wrong";
}

export interface Planned {
  readonly operations: Readonly<Record<string, Callable>>;
  readonly declared: Readonly<Record<string, DeclaredOperation>>;
  /** Path values by name. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The operations that aren't safe to retry, and that the user included and confirmed. */
  readonly included: readonly string[];
  readonly names: JunkInboxInputNames;
  readonly probeAuth: boolean;
}

export interface Plan {
  /** In order. A deletion comes last. */
  readonly requests: readonly PlannedRequest[];
  /** The operations that get no request, and why. */
  readonly skipped: readonly SkippedOperation[];
}

interface SkippedOperation {
  readonly operation: string;
  readonly reason: string;
  /** Whether the reason lies in the contract, so that no option can change it. */
  readonly isExcused: boolean;
}

/** The one operation that can be included. */
export const deletion = "deleteSipRegistration";

/**
 * The path value that the service itself lists, the operation that lists it and the one that takes it: the contract says
 * so in words alone ("Must be one of those").
 */
export const relayTypes = { name: "type", list: "listWebhookRelayTypes", operation: "getWebhookRelay" };

/** What would be sent with these values, and what not. */
export function planOf(planned: Planned): Plan {
  const requests: PlannedRequest[] = [];
  const skipped: SkippedOperation[] = [];
  for (const [operation, row] of Object.entries(planned.operations)) {
    const obstacle = obstacleOf(operation, row, planned);
    if (obstacle) skipped.push({ operation, ...obstacle });
    else if (row.repeatable === true) requests.push(...requestsOf(operation, row, planned));
  }
  const row = planned.operations[deletion];
  if (row && row.repeatable !== true && planned.included.includes(deletion)) {
    requests.push(...requestsOf(deletion, row, { ...planned, probeAuth: false }));
  }
  return { requests, skipped };
}

/** Returns why an operation gets no request. */
function obstacleOf(
  operation: string,
  row: Callable,
  { declared, values, included }: Planned,
): Omit<SkippedOperation, "operation"> | undefined {
  if (row.repeatable !== true) {
    const isIncluded = operation === deletion && included.includes(operation);
    return isIncluded ? undefined : { reason: "the contract doesn't mark it as safe to retry", isExcused: true };
  }
  if (row.body !== undefined || declared[operation]?.required.length) {
    return { reason: "it needs inputs, and verify makes none up", isExcused: true };
  }
  const missing = namesIn(row.path).find((name) => !values[name]?.length);
  return missing === undefined
    ? undefined
    : { reason: `no value for ${missing}: pass --value ${missing}=VALUE`, isExcused: false };
}

/**
 * Creates the last check before a request is sent: whether it reaches an operation that is safe to retry, or that the
 * user included. A path value can make it reach another one.
 */
export function allows({ operations, included }: Pick<Planned, "operations" | "included">) {
  const match = matcher(operations);
  return ({ operation, method, segments }: PlannedRequest): boolean => {
    const found = match(method, segments);
    if (isRejection(found) || found.id !== operation || segments.some((one) => /^\.{0,2}$/.test(one))) return false;
    const isIncluded = operation === deletion && included.includes(operation);
    return operations[operation]?.method === method && (operations[operation]?.repeatable === true || isIncluded);
  };
}

const namesIn = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);

function requestsOf(operation: string, row: Callable, { values, names, probeAuth }: Planned): PlannedRequest[] {
  const { method, path } = row;
  const queries = row.pages ? pageQueries(row, names) : [""];
  const own = combinations(namesIn(path), values).flatMap((combination): PlannedRequest[] =>
    queries.map((query) => {
      // Filled in segment by segment: a value may hold a slash.
      const segments = path
        .slice(1)
        .split("/")
        .map((segment) => fillPath(segment, (name) => combination[name] ?? ""));
      return { operation, method, segments, template: path, query, token: row.token === false ? "unneeded" : "own" };
    }),
  );
  const [first] = own;
  const probes =
    probeAuth && first?.token === "own"
      ? (["absent", "wrong"] as const).map((token) => ({ ...first, query: "", token }))
      : [];
  return [...own, ...probes];
}

export const isProbe = ({ token }: PlannedRequest): boolean => token === "absent" || token === "wrong";

/** The queries of two pages, if the name of the page number is known. */
function pageQueries(row: Callable, names: JunkInboxInputNames): string[] {
  const { next, first = 0, paginate } = row.pages ?? {};
  const pagination = paginate === undefined ? names.paginate : (row.names?.[paginate] ?? paginate);
  const inputs: Record<string, string> = pagination === undefined ? {} : { [pagination]: "true" };
  const input = pageInput(row, names);
  // A cursor is in the page before.
  if (input === undefined || next !== undefined) return [String(new URLSearchParams(inputs))];
  return [first, first + 1].map((page) => String(new URLSearchParams({ ...inputs, [input]: String(page) })));
}

/** The wire name of the input that selects a page: by the contract, or by the user if the contract doesn't know it. */
export function pageInput(row: Pick<Callable, "names" | "pages"> | undefined, names: JunkInboxInputNames) {
  const { input, next } = row?.pages ?? {};
  if (input === undefined) return next === undefined ? names.pageNumber : undefined;
  return row?.names?.[input] ?? input;
}

/** Each value of each name with each of the others. */
function combinations(names: readonly string[], values: Planned["values"]): Record<string, string>[] {
  const [name, ...others] = names;
  if (name === undefined) return [{}];
  const rest = combinations(others, values);
  return (values[name] ?? []).flatMap((value) => rest.map((one) => ({ ...one, [name]: value })));
}
