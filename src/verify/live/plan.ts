import { fillPath, pathValueNamesOf, segmentsOf } from "../../openapi/path.ts";
import type { VerifiableContract, VerifiableOperation } from "../contract.ts";
import type { Options } from "../options.ts";
import type { Obstacle } from "../verification.ts";

export interface PlannedRequest {
  readonly operation: VerifiableOperation;
  /** The decoded segments of the path. */
  readonly segments: readonly string[];
  /** Without the token. */
  readonly query: string;
}

type PathValues = Options["values"];

/** Plans the requests, in the order of sending. `obstacles` are the reasons why operations get none, by their ids. */
export function planRequests({ operations }: VerifiableContract, values: PathValues) {
  const requests: PlannedRequest[] = [];
  const obstacles: Record<string, Obstacle> = {};
  for (const operation of Object.values(operations)) {
    const obstacle = findObstacle(operation, values);
    if (obstacle) obstacles[operation.id] = obstacle;
    else requests.push(...requestsFor(operation, values));
  }
  return { requests, obstacles };
}

function findObstacle(operation: VerifiableOperation, values: PathValues): Obstacle | undefined {
  if (!operation.isRepeatable) return { reason: "the contract doesn't mark it as safe to retry", isExcused: true };
  if (operation.needsInputs) return { reason: "it needs inputs, and verify makes none up", isExcused: true };
  const name = pathValueNamesOf(operation.path).find((name) => !values[name]?.length);
  return name ? { reason: `no value for ${name}: pass --value ${name}=VALUE`, isExcused: false } : undefined;
}

/**
 * Returns whether a request reaches its operation, and that is safe to retry: the last check before a request is sent. A
 * path value such as `..` could make a request reach another operation.
 */
export function canSend({ match }: VerifiableContract, { operation, segments }: PlannedRequest): boolean {
  const isReached = match(operation.method, segments)?.operation.id === operation.id;
  return isReached && operation.isRepeatable && !segments.some((segment) => /^\.{0,2}$/.test(segment));
}

/** Returns the requests of an operation: one for each combination of path values and each page. */
function requestsFor(operation: VerifiableOperation, values: PathValues): PlannedRequest[] {
  const combinations = pathValueNamesOf(operation.path).reduce<Record<string, string>[]>(
    (list, name) => list.flatMap((known) => (values[name] ?? []).map((value) => ({ ...known, [name]: value }))),
    [{}],
  );
  return combinations.flatMap((combination) => {
    // Filled in segment by segment, since a value may contain a slash.
    const segments = segmentsOf(operation.path).map((segment) => fillPath(segment, (name) => combination[name] ?? ""));
    return pageQueriesOf(operation).map((query) => ({ operation, segments, query }));
  });
}

/** Returns the queries of the first two pages, or one query if pages have no number or its input is unknown. */
function pageQueriesOf({ pagination, pageInput, paginateInput, firstPage }: VerifiableOperation): string[] {
  if (!pagination) return [""];
  const inputs: Record<string, string> = paginateInput === undefined ? {} : { [paginateInput]: "true" };
  if (pageInput === undefined) return [String(new URLSearchParams(inputs))];
  return [firstPage, firstPage + 1].map((page) => String(new URLSearchParams({ ...inputs, [pageInput]: `${page}` })));
}
