import type { DeclaredOperation } from "../../../generated/declared.ts";
import type { PagesRow } from "../../../generated/operations.ts";
import type { JunkInboxInputNames } from "../../client/junk-inbox.ts";
import { createMatcher } from "../../core/match.ts";
import { isRejection } from "../../core/rejection.ts";
import { fillPath, pathValueNamesOf } from "../../openapi/path.ts";

/** The properties of an operation that decide whether and how `verify` calls it. */
interface Callable {
  readonly method: string;
  readonly path: string;
  /** Whether the contract marks the operation as safe to retry. Only `true` allows a request; no method does. */
  readonly repeatable: boolean;
  /** Absent if the operation takes no body. */
  readonly body?: unknown;
  /** `false` if the operation takes no token. */
  readonly token?: boolean;
  readonly pages?: PagesRow;
  /** The wire names of inputs that have another name as arguments. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A request that `verify` will send. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  /** The decoded segments of the path. */
  readonly segments: readonly string[];
  /** The path with `{name}` for its values, which may be printed. */
  readonly template: string;
  /** Without the token. */
  readonly query: string;
  /** `absent` and `wrong` are probes; an operation that takes no token has `unneeded`. */
  readonly token: "own" | "unneeded" | "absent" | "wrong";
}

/** The operations and the user's options that a plan follows from. */
export interface PlanOptions {
  readonly operations: Readonly<Record<string, Callable>>;
  readonly declarations: Readonly<Record<string, DeclaredOperation>>;
  /** Path values by name. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The operations that aren't safe to retry, and that the user included and confirmed. */
  readonly included: readonly string[];
  readonly names: JunkInboxInputNames;
  readonly probeAuth: boolean;
}

/** The requests to send, and the operations without one. */
export interface RequestPlan {
  /** In the order of sending. The deletion is last. */
  readonly requests: readonly PlannedRequest[];
  /** The operations that get no request, and why. */
  readonly skippedOperations: readonly SkippedOperation[];
}

interface SkippedOperation {
  readonly operation: string;
  readonly reason: string;
  /** Whether the contract is the reason, so that no option can change it. */
  readonly isExcused: boolean;
}

/** The only operation that `--include` takes. */
export const deletion = "deleteSipRegistration";

/**
 * The path value that the service lists, the operation that lists it, and the one that takes it. They are named here
 * because the contract links them in prose only ("Must be one of those").
 */
export const relayTypes = { name: "type", list: "listWebhookRelayTypes", operation: "getWebhookRelay" };

/** Plans the requests that the options allow. */
export function planOf(planOptions: PlanOptions): RequestPlan {
  const requests: PlannedRequest[] = [];
  const skippedOperations: SkippedOperation[] = [];
  for (const [operation, row] of Object.entries(planOptions.operations)) {
    const obstacle = obstacleOf(operation, row, planOptions);
    if (obstacle) skippedOperations.push({ operation, ...obstacle });
    else if (row.repeatable === true) requests.push(...requestsOf(operation, row, planOptions));
  }
  const row = planOptions.operations[deletion];
  if (row && row.repeatable !== true && planOptions.included.includes(deletion)) {
    requests.push(...requestsOf(deletion, row, { ...planOptions, probeAuth: false }));
  }
  return { requests, skippedOperations };
}

/** Returns why an operation gets no request. */
function obstacleOf(
  operation: string,
  row: Callable,
  { declarations, values, included }: PlanOptions,
): Omit<SkippedOperation, "operation"> | undefined {
  if (row.repeatable !== true) {
    const isIncluded = operation === deletion && included.includes(operation);
    return isIncluded ? undefined : { reason: "the contract doesn't mark it as safe to retry", isExcused: true };
  }
  if (row.body !== undefined || declarations[operation]?.required.length) {
    return { reason: "it needs inputs, and verify makes none up", isExcused: true };
  }
  const missingName = pathValueNamesOf(row.path).find((name) => !values[name]?.length);
  return missingName === undefined
    ? undefined
    : { reason: `no value for ${missingName}: pass --value ${missingName}=VALUE`, isExcused: false };
}

/**
 * Creates the last check before a request is sent: whether it reaches its operation, and that is safe to retry or
 * included by the user. A path value such as `..` could make a request reach another operation.
 */
export function createRequestCheck({ operations, included }: Pick<PlanOptions, "operations" | "included">) {
  const match = createMatcher(operations);
  return ({ operation, method, segments }: PlannedRequest): boolean => {
    const target = match(method, segments);
    if (isRejection(target) || target.id !== operation || segments.some((segment) => /^\.{0,2}$/.test(segment)))
      return false;
    const isIncluded = operation === deletion && included.includes(operation);
    return operations[operation]?.method === method && (operations[operation]?.repeatable === true || isIncluded);
  };
}

/** Returns the requests of an operation: one for each combination of path values and each page, and the probes. */
function requestsOf(operation: string, row: Callable, { values, names, probeAuth }: PlanOptions): PlannedRequest[] {
  const { method, path } = row;
  const queries = row.pages ? pageQueriesOf(row, names) : [""];
  const requests = combineValues(pathValueNamesOf(path), values).flatMap((combination): PlannedRequest[] =>
    queries.map((query) => {
      // Filled in segment by segment, since a value may contain a slash.
      const segments = path
        .slice(1)
        .split("/")
        .map((segment) => fillPath(segment, (name) => combination[name] ?? ""));
      return { operation, method, segments, template: path, query, token: row.token === false ? "unneeded" : "own" };
    }),
  );
  const [first] = requests;
  const probes =
    probeAuth && first?.token === "own"
      ? (["absent", "wrong"] as const).map((token) => ({ ...first, query: "", token }))
      : [];
  return [...requests, ...probes];
}

export const isProbe = ({ token }: PlannedRequest): boolean => token === "absent" || token === "wrong";

/** Returns the queries of the first two pages, or one query if the name of the page number is unknown. */
function pageQueriesOf(row: Callable, names: JunkInboxInputNames): string[] {
  const { next, first = 0, paginate } = row.pages ?? {};
  const pagination = paginate === undefined ? names.paginate : (row.names?.[paginate] ?? paginate);
  const inputs: Record<string, string> = pagination === undefined ? {} : { [pagination]: "true" };
  const input = pageInputOf(row, names);
  // The cursor of the second page is in the first response.
  if (input === undefined || next !== undefined) return [String(new URLSearchParams(inputs))];
  return [first, first + 1].map((page) => String(new URLSearchParams({ ...inputs, [input]: String(page) })));
}

/** Returns the wire name of the input that selects a page: from the contract, or else from the user. */
export function pageInputOf(row: Pick<Callable, "names" | "pages"> | undefined, names: JunkInboxInputNames) {
  const { input, next } = row?.pages ?? {};
  if (input === undefined) return next === undefined ? names.pageNumber : undefined;
  return row?.names?.[input] ?? input;
}

/** Returns all combinations of the values, one for each name. */
function combineValues(names: readonly string[], values: PlanOptions["values"]): Record<string, string>[] {
  const [name, ...otherNames] = names;
  if (name === undefined) return [{}];
  const combinations = combineValues(otherNames, values);
  return (values[name] ?? []).flatMap((value) =>
    combinations.map((combination) => ({ ...combination, [name]: value })),
  );
}
