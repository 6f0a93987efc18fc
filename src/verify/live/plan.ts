import type { Operation } from "../../openapi/operation.ts";
import { decodedSegmentsOf, fillPath, isDotSegment, pathValueNamesOf } from "../../openapi/path.ts";
import type {
  OperationMatch,
  VerifiableContract,
  VerifiableOperation,
} from "../../traffic/verifiable-contract.ts";
import type { Obstacle } from "../summary.ts";

export interface PlannedRequest extends VerifiableOperation {
  /** The decoded segments of the path. */
  readonly segments: readonly string[];
  /** Without the token. */
  readonly query: string;
  /** How the request differs from others, if it tries whether the token is required. */
  readonly probe?: "without a token" | "with a wrong token";
}

export interface PlanOptions {
  /** The values of path parameters, by name. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The ids of operations that aren't safe to retry and are sent all the same. */
  readonly include: readonly string[];
  readonly probeAuth: boolean;
}

/**
 * Plans the requests that the options allow, in the order of sending: what isn't safe to retry is
 * last. `obstacles` are the reasons why operations get none, by their ids.
 */
export function planRequests({ operations }: VerifiableContract, options: PlanOptions) {
  const requests: PlannedRequest[] = [];
  const obstacles: Record<string, Obstacle> = {};
  for (const target of Object.values(operations).sort(
    (a, b) => Number(b.operation.isRepeatable) - Number(a.operation.isRepeatable),
  )) {
    const obstacle = findObstacle(target, options);
    if (obstacle) obstacles[target.operation.id] = obstacle;
    else requests.push(...requestsFor(target, options));
  }
  return { requests, obstacles };
}

const isAllowed = ({ id, isRepeatable }: Operation, { include }: PlanOptions) =>
  isRepeatable || include.includes(id);

function findObstacle(
  { operation, needsInputs }: VerifiableOperation,
  options: PlanOptions,
): Obstacle | undefined {
  if (!isAllowed(operation, options))
    return { reason: "the contract doesn't mark it as safe to retry", isExcused: true };
  if (needsInputs) return { reason: "it needs inputs, and verify makes none up", isExcused: true };
  const name = pathValueNamesOf(operation.path).find((name) => !options.values[name]?.length);
  return name
    ? { reason: `no value for ${name}: pass --value ${name}=VALUE`, isExcused: false }
    : undefined;
}

/**
 * Matches a request, the last check before it is sent: `undefined` unless it reaches its operation,
 * and that is safe to retry or included by the user. A path value such as `..` could make a request
 * reach another operation.
 */
export function matchAllowed(
  { match }: VerifiableContract,
  options: PlanOptions,
  request: PlannedRequest,
): OperationMatch | undefined {
  const { operation } = request;
  // A path can end with a slash.
  const segments = operation.path.endsWith("/") ? request.segments.slice(0, -1) : request.segments;
  const reached = match(operation.method, segments);
  const isSent =
    reached?.target.operation.id === operation.id &&
    isAllowed(operation, options) &&
    !segments.some((segment) => segment === "" || isDotSegment(segment));
  return isSent ? reached : undefined;
}

/**
 * Returns the requests of an operation: one for each combination of path values and each page, and
 * the probes.
 */
function requestsFor(
  target: VerifiableOperation,
  { values, probeAuth }: PlanOptions,
): PlannedRequest[] {
  const { operation, requiresToken } = target;
  const combinations = pathValueNamesOf(operation.path).reduce<Record<string, string>[]>(
    (list, name) =>
      list.flatMap((known) => (values[name] ?? []).map((value) => ({ ...known, [name]: value }))),
    [{}],
  );
  const requests = combinations.flatMap((combination): PlannedRequest[] => {
    // Filled in segment by segment, since a value may contain a slash.
    const segments = decodedSegmentsOf(operation.path).map((segment) =>
      fillPath(segment, (name) => combination[name] ?? ""),
    );
    return pageQueriesOf(target).map((query) => ({ ...target, segments, query }));
  });
  const [first] = requests;
  if (!first || !probeAuth || !operation.isRepeatable || !requiresToken) return requests;
  const probes = (["without a token", "with a wrong token"] as const).map((probe) => ({
    ...first,
    query: "",
    probe,
  }));
  return [...requests, ...probes];
}

/**
 * Returns the queries of the first two pages, or one query if pages have no number or its input is
 * unknown.
 */
function pageQueriesOf({
  operation,
  pageInput,
  paginateInput,
  firstPage,
}: VerifiableOperation): string[] {
  if (!operation.pagination) return [""];
  const inputs: Record<string, string> =
    paginateInput === undefined ? {} : { [paginateInput]: "true" };
  if (pageInput === undefined) return [String(new URLSearchParams(inputs))];
  return [firstPage, firstPage + 1].map((page) =>
    String(new URLSearchParams({ ...inputs, [pageInput]: `${page}` })),
  );
}
